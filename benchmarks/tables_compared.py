"""Ragatta's tables against pdfplumber's: where the right cells are known, where gold evidence is a row, and by time.

Of `filings` the unit is a printed table on its page; of real documents it is a row that gold evidence quotes, or a
number that answers a question over tables. Differences have 95% intervals by document.
"""

from __future__ import annotations

import csv
import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import fmean

from benchmarks.printed_tables import PrintedDocument, printed_tables
from benchmarks.table_finders import BEST, OURS, RULED, Finding, find_all
from benchmarks.table_scores import PageTable, normalised, score
from ragatta.conf.schema import Dataset
from ragatta.eval.statistics import Terms, compare, question_means
from ragatta.experiments.corpora.dataset import generated, open_dataset
from ragatta.pipeline.types import Question

FINDERS = (OURS, RULED, BEST)
SEEDS = (5, 7, 31)
REAL = (
    Dataset(name="ct_maps", questions="questions.csv", annotations="annotations.yaml", added="added.yaml"),
    Dataset(name="uda", questions="questions.jsonl", importer="uda"),
)
JUDGED = Path(__file__).with_name("table_verdicts.csv")  # what was counted on each page; no text of it
# Of a quoted row: a policy form, a range of distances, a figure or code, words that belong together.
_CELL = re.compile(r"HO\d|N/A|\d+ ft to \d+ ft|[$-]?\d\S*|Y|[A-Z][\w/]*(?: [A-Z][\w/]*)*")
LEAST_CELLS = 3  # of a quote that is surely a row of a table


@dataclass
class Measures:
    """By measure and finder the value of each unit, and each unit's document."""

    values: dict[str, dict[str, dict[str, list[float]]]] = field(
        default_factory=lambda: defaultdict(lambda: defaultdict(dict))
    )
    clusters: dict[str, str] = field(default_factory=dict)

    def add(self, measure: str, finder: str, unit: str, document: str, value: float) -> None:
        self.values[measure][finder][unit] = [value]
        self.clusters[unit] = document

    def lines(self) -> Iterator[str]:
        """A row a measure: each finder's mean, and by how much ours is above each other one."""
        yield f"| measure | units, documents | {' | '.join(FINDERS)} | above default | above text |"
        yield "|" + " --- |" * (len(FINDERS) + 4)
        for measure, of in self.values.items():
            units = question_means(of[OURS])
            means = [f"{fmean(question_means(of[finder]).values()):.3f}" for finder in FINDERS]
            above = [self._above(of, finder) for finder in (RULED, BEST)]
            count = f"{len(units)}, {len({self.clusters[unit] for unit in units})}"
            yield f"| {' | '.join([measure, count, *means, *above])} |"

    def _above(self, of: dict[str, dict[str, list[float]]], finder: str) -> str:
        found = compare(of[OURS], of[finder], Terms(clusters=self.clusters))
        return f"{found.difference:+.3f} ({found.low:+.3f} to {found.high:+.3f}) {found.words}"


@dataclass
class Times:
    pages: int = 0
    seconds: Counter[str] = field(default_factory=Counter)
    tables: Counter[str] = field(default_factory=Counter)

    def add(self, path: Path, found: dict[str, Finding]) -> None:
        import pypdfium2

        pdf = pypdfium2.PdfDocument(path)
        self.pages += len(pdf)
        pdf.close()
        self.seconds.update({finder: one.seconds for finder, one in found.items()})
        self.tables.update({finder: len(one.tables) for finder, one in found.items()})

    def line(self) -> str:
        each = (f"{finder} {1000 * self.seconds[finder] / self.pages:.0f}" for finder in FINDERS)
        return f"{self.pages} pages, milliseconds a page: {', '.join(each)}"


def of_generated(seeds: Sequence[int] = SEEDS) -> Iterator[str]:
    """What is said of the generated dataset: rows and cells of its printed tables."""
    measures, times, false = Measures(), Times(), Counter[str]()
    for seed in seeds:
        folder = generated(Dataset(generator="filings", seed=seed)) / "pdfs"
        for file, printed in printed_tables(seed).items():
            found = find_all(folder / file)
            times.add(folder / file, found)
            for finder, one in found.items():
                _add_printed(measures, finder, f"{seed}/{file}", printed, one.tables)
                false[finder] += sum(_is_false(printed, table) for table in one.tables)
    yield f"filings, seeds {', '.join(map(str, seeds))}\n"
    yield from measures.lines()
    yield f"\ntables on pages that print none: {', '.join(f'{finder} {false[finder]}' for finder in FINDERS)}"
    yield times.line()


def _add_printed(
    measures: Measures, finder: str, document: str, printed: PrintedDocument, found: Sequence[PageTable]
) -> None:
    for number, table in enumerate(table for table in printed.tables if table.rows):
        of = score(table.columns, table.rows, [other for other in found if other.page == table.page])
        unit = f"{document}#{number}"
        measures.add("rows right", finder, unit, document, of.rows)
        measures.add("cells right", finder, unit, document, of.cells)
        measures.add("tables with half their rows", finder, unit, document, of.found)
        if of.named is not None:
            measures.add("headers right", finder, unit, document, of.named)


def _is_false(printed: PrintedDocument, table: PageTable) -> bool:
    """Whether a page prints no table."""
    return table.page not in {*printed.unjudged, *(one.page for one in printed.tables)}


def of_real(dataset: Dataset) -> Iterator[str]:
    """What is said of a dataset of real documents. Raises Fault where it is not here."""
    opened = open_dataset(dataset)
    measures, times = Measures(), Times()
    for path in sorted(opened.pdfs.rglob("*.pdf")):
        found = find_all(path)
        times.add(path, found)
        file = path.relative_to(opened.pdfs).as_posix()
        for finder, one in found.items():
            for unit, page, cells in quoted_rows(opened.questions, file):
                own = [table for table in one.tables if table.page == page]
                measures.add("gold rows right", finder, unit, file, holds_row(own, cells))
            for unit, answer in answers(opened.questions, file):
                measures.add("answers in a cell of their own", finder, unit, file, has_cell(one.tables, answer))
    yield f"{dataset.name}\n"
    yield from measures.lines()
    yield f"\ntables: {', '.join(f'{finder} {times.tables[finder]}' for finder in FINDERS)}"
    yield times.line()


def of_judged() -> Iterator[str]:
    """What is said of real pages that were judged by eye. A table is right if nine tenths of its rows are."""
    measures, false = Measures(), Counter[str]()
    with JUDGED.open(encoding="utf-8", newline="") as file:
        for page in csv.DictReader(file):
            unit = f"{page['file']} {page['page']}"
            for finder, column in zip(FINDERS, ("ours", "default", "text"), strict=True):
                false[finder] += int(page[f"{column}_false"])
                for of in ("rows", "tables") if int(page["rows"]) else ():
                    share = int(page[f"{column}_{of}"]) / int(page[of])
                    measures.add(f"{of} right", finder, unit, page["file"], share)
    yield "pages of ct_maps and uda, judged by eye\n"
    yield from measures.lines()
    yield f"\nfalse tables: {', '.join(f'{finder} {false[finder]}' for finder in FINDERS)}"


def quoted_rows(questions: Sequence[Question], file: str) -> Iterator[tuple[str, int, list[str]]]:
    """The rows of tables that gold evidence quotes from a document, each once: its name, page and cells."""
    quotes = (e for q in questions for e in q.evidence if e.file == file and len(e.pages) == 1)
    for page, quote in dict.fromkeys((evidence.pages[0], evidence.quote) for evidence in quotes):
        cells = _CELL.findall(quote)
        if " ".join(cells) == quote and len(cells) >= LEAST_CELLS:
            yield f"{file} page {page}: {quote}", page, cells


def holds_row(tables: Sequence[PageTable], cells: Sequence[str]) -> bool:
    """Whether a row of the tables has these filled cells and no others."""
    rows = (row for table in tables for row in table.rows)
    return any([cell for cell in map(normalised, row) if cell] == cells for row in rows)


def answers(questions: Sequence[Question], file: str) -> Iterator[tuple[str, str]]:
    """The numbers that answer questions over the tables of a document: each question's name and its answer."""
    for question in questions:
        is_number = isinstance(question.expected, str) and bool(_bare(question.expected))
        if "table" in question.tags and file in question.documents and is_number:
            yield question.id, str(question.expected)


def has_cell(tables: Sequence[PageTable], answer: str) -> bool:
    """Whether a row with something else beside it has the answer in a cell of its own."""
    rows = (row for table in tables for row in table.rows)
    return any(sum(map(bool, row)) > 1 and any(_bare(cell) == _bare(answer) for cell in row) for row in rows)


def _bare(number: str) -> str:
    """The digits and the point of a number without its unit; "" of what is none."""
    found = re.fullmatch(r"[($€£\s–-]*(\d[\d,]*(?:\.\d+)?)[)%\s]*(?:million|billion)?", number.strip())
    return found[1].replace(",", "") if found else ""
