"""How many tables are found in a corpus, and what finding them adds to a cold index; or which figures they lose; or how
they compare with pdfplumber's.

    python -m benchmarks.tables [--pdfs FOLDER ...] [--parser pdfium] [--figures]
    python -m benchmarks.tables --against pdfplumber

Every cache is a fresh one in a temporary folder. Seconds are wall time; CPU seconds are those of this process and its
workers. "Added to a cold index" is the time of finding tables, of cutting and of embedding, less that of cutting and
embedding by `document`. Without --pdfs it reads the generated dataset, which it writes first.

--figures embeds and times nothing, and reads the caches of the clone. It counts the figures in the page text of table
chunks, and those that no chunk of that place has in its own text. A figure that the page text runs together from two
cells ("98" for 9 and 8) is held by the cells.

--against pdfplumber (`pip install pdfplumber`) finds the tables of three generated datasets, and of ct_maps and uda
where they were brought, with both finders: benchmarks/tables_compared.py.
"""

from __future__ import annotations

import argparse
import re
import resource
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from itertools import groupby
from operator import attrgetter
from pathlib import Path
from typing import Any

from ragatta.conf.schema import Dataset
from ragatta.experiments.command_line.process import run_command
from ragatta.experiments.corpora.dataset import NotThere, generated
from ragatta.experiments.paths import CACHE, MODELS
from ragatta.pipeline.documents.corpus import Corpus
from ragatta.pipeline.documents.pages import read_pages
from ragatta.pipeline.documents.parser import PARSERS, Parser
from ragatta.pipeline.index.chunker import Chunker
from ragatta.pipeline.index.chunking.document import DocumentChunker
from ragatta.pipeline.index.chunking.table import TableChunker
from ragatta.pipeline.index.cutting import cut
from ragatta.pipeline.index.embedders.minilm import MiniLM, open_encoder
from ragatta.pipeline.index.embedding.encoder import Encoder
from ragatta.pipeline.tables.row_text import read_row, row_lines
from ragatta.pipeline.tables.tabled_corpus import TabledCorpus, with_tables
from ragatta.pipeline.types import Chunk

_FIGURE = re.compile(r"\d+(?:[.,]\d+)*")


def timed(work: Callable[[], Any]) -> tuple[float, float, Any]:
    """Wall seconds, CPU seconds of this process and of its children that have ended, and the result."""
    begun, used = time.perf_counter(), _cpu()
    result = work()
    return time.perf_counter() - begun, _cpu() - used, result


def _cpu() -> float:
    uses = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(use.ru_utime + use.ru_stime for use in uses)


def main(words: list[str]) -> int:
    arguments = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    arguments.add_argument("--pdfs", type=Path, nargs="*")
    arguments.add_argument("--parser", default="pdfium")
    arguments.add_argument("--figures", action="store_true")
    arguments.add_argument("--against", choices=["pdfplumber"])
    given = arguments.parse_args(words)
    if given.against:
        print_comparison()
        return 0
    folders = given.pdfs or [generated(Dataset(generator="filings")) / "pdfs"]
    if given.figures:
        for folder in folders:
            print(figures(folder, PARSERS.load(given.parser)()), flush=True)
        return 0
    encoder = open_encoder(MiniLM(), MODELS)
    for folder in folders:
        with tempfile.TemporaryDirectory() as scratch:
            for line in lines(folder, PARSERS.load(given.parser)(), Path(scratch), encoder):
                print(line, flush=True)
    return 0


def print_comparison() -> None:
    """Against pdfplumber, of each dataset that is here."""
    from benchmarks.tables_compared import REAL, of_generated, of_judged, of_real

    print("\n".join(of_generated()), flush=True)
    for dataset in REAL:
        try:
            print("\n".join(["", *of_real(dataset)]), flush=True)
        except NotThere as fault:
            print(f"\n{dataset.name}: {fault}")
    print("\n".join(["", *of_judged()]))


def lines(folder: Path, parser: Parser, cache: Path, encoder: Encoder) -> list[str]:
    """What is said of one corpus."""
    reading, _, corpus = timed(lambda: read_pages(folder, parser, cache))
    finding, finding_cpu, tabled = timed(lambda: with_tables(corpus, folder, parser, cache))
    again, _, _ = timed(lambda: with_tables(corpus, folder, parser, cache))
    as_document = _indexed(corpus, DocumentChunker(), encoder)
    as_table = _indexed(tabled, TableChunker(), encoder)
    pages = sum(map(len, corpus.pages.values()))
    added = finding + as_table[0] - as_document[0]
    added_cpu = finding_cpu + as_table[1] - as_document[1]
    return [
        f"{folder}: {len(corpus.pages)} documents, {pages} pages read in {reading:.1f} s",
        f"  {_count(tabled)}, found in {finding:.1f} s ({finding_cpu:.1f} s of CPU); from the cache {again:.2f} s",
        f"  document: {_said(as_document)}",
        f"  table: {_said(as_table)}",
        f"  added to a cold index: {added:.1f} s ({added_cpu:.1f} s of CPU)",
    ]


def figures(folder: Path, parser: Parser) -> str:
    """What is said of the figures of one corpus."""
    corpus = with_tables(read_pages(folder, parser, CACHE), folder, parser, CACHE)
    chunks = cut(corpus, TableChunker())
    tables = [chunk for chunk in chunks if chunk.table]
    count = sum(len(_FIGURE.findall(chunk.original)) for chunk in tables)
    lost = list(lost_figures(chunks))
    places = [f"  {chunk.source_file} page {chunk.first_page}: {figure}" for chunk, figure in lost]
    return "\n".join([f"{folder}: {len(tables)} table chunks over {count} figures, {len(lost)} lost", *places])


def lost_figures(chunks: Sequence[Chunk]) -> Iterator[tuple[Chunk, str]]:
    """Every figure of a table chunk's page text that no chunk over that place holds. `chunks` are in order."""
    for _, own in groupby(chunks, attrgetter("source_file")):
        of_document = list(own)
        for chunk in filter(attrgetter("table"), of_document):
            for found in _FIGURE.finditer(chunk.original):
                start, end = (chunk.char_start + at for at in found.span())
                over = (other for other in of_document if other.char_start <= start and end <= other.char_end)
                if not _holds(chunk, found[0]) and not any(_holds(other, found[0]) for other in over):
                    yield chunk, found[0]


def _holds(chunk: Chunk, figure: str) -> bool:
    whole, cells = _figures_of(chunk.text)
    return not chunk.table or figure in whole or any(figure in row for row in cells)


@lru_cache(maxsize=4096)
def _figures_of(text: str) -> tuple[frozenset[str], tuple[str, ...]]:
    """The figures of a table chunk's text, and the cells of each row run together."""
    rows = ("".join(value for _, value in read_row(line)) for line in row_lines(text))
    return frozenset(_FIGURE.findall(text)), tuple("".join(row.split()) for row in rows)


def _indexed(corpus: Corpus, chunking: Chunker, encoder: Encoder) -> tuple[float, float, int]:
    """Wall and CPU seconds of cutting and embedding, and how many chunks there are."""

    def work() -> int:
        chunks = cut(corpus, chunking, encoder.token_spans)
        encoder.embed([chunk.text for chunk in chunks])
        return len(chunks)

    return timed(work)


def _said(made: tuple[float, float, int]) -> str:
    return f"{made[2]} chunks cut and embedded in {made[0]:.1f} s ({made[1]:.1f} s of CPU)"


def _count(tabled: TabledCorpus) -> str:
    tables = [table for found in tabled.tables.values() for table in found]
    rows = sum(len(table.rows) for table in tables)
    pages = len({(table.source_file, row.page) for table in tables for row in table.rows})
    return f"{len(tables)} tables of {rows} rows on {pages} pages"


if __name__ == "__main__":
    run_command(main)
