"""Spreadsheets (.xlsx). Each section is a group of rows of one sheet, below its place, such as "Fees!A1:C20", and the
header of its table, as of CSV. A sheet begins a section, and so does a table below an empty row.

openpyxl reads it. A cell says what it displays: its number by its format, a formula by its stored result. Left out and
counted are what is hidden or struck out, formulas without a stored result, comments, charts, pictures and other things
that lie on a sheet.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, BinaryIO, ClassVar
from xml.etree.ElementTree import iterparse  # expat limits how far entities expand
from zipfile import ZipFile

from ragatta.extensions.office.formats._formulas import LOWERED, RAISED, local, shifted
from ragatta.extensions.office.formats._number_formats import displayed
from ragatta.extensions.office.formats._office import OFF, opened
from ragatta.extensions.office.formats._sections import Sections
from ragatta.extensions.office.formats.csv import grouped
from ragatta.pipeline.documents.format import Format
from ragatta.pipeline.documents.parsers._text import OpenedDocument, Unreadable, clean

PACKAGES = ("openpyxl",)
NEEDS = "the extra ragatta[documents]: pip install openpyxl"
# What lies on sheets, by the names of the parts that hold it, or by what stands once for each in such a part.
BESIDES = (
    ("charts", r"xl/charts/chart(?:Ex)?\d*\.xml", rb""),
    ("diagrams", r"xl/diagrams/data\d*\.xml", rb""),
    ("pictures", r"xl/media/.+", rb""),
    ("embedded objects", r"xl/embeddings/.+", rb""),
    ("comments", r"xl/(?:comments/)?comments?\d*\.xml", rb"<(?:\w+:)?comment[ >]"),
    ("text boxes", r"xl/drawings/drawing\d*\.xml", rb"<(?:\w+:)?txBody[ >]"),
)
SIGNS = {"superscript": RAISED, "subscript": LOWERED}  # by a font's vertical alignment
COLUMNS = 16_384  # that a sheet has at most
_EDGE = re.compile(r"([A-Z]+)\d+")


@dataclass(frozen=True)
class Xlsx(Format):
    """As the module says."""

    SUFFIXES: ClassVar[tuple[str, ...]] = (".xlsx",)
    LIBRARY: ClassVar[str] = "openpyxl"

    def open(self, path: Path) -> OpenedDocument:
        left_out: Counter[str] = Counter()
        with opened(path) as stream:
            return Sections([clean(text) for text in _sections(stream, left_out)] or [""], left_out)

    def place(self, text: str) -> str:
        """The sheet and the range of its cells."""
        return text.partition("\n")[0]


def _sections(stream: BinaryIO, left_out: Counter[str]) -> Iterator[str]:
    import openpyxl

    with ZipFile(stream) as archive:
        for kind, name, each in BESIDES:
            parts = filter(re.compile(name).fullmatch, archive.namelist())
            left_out[kind] += sum(len(re.findall(each, archive.read(part))) if each else 1 for part in parts)
    book = openpyxl.load_workbook(stream, read_only=True, data_only=True, keep_links=False, rich_text=True)
    if not book.sheetnames:
        raise Unreadable("it has no sheets, or the form Strict Open XML; save it as an Excel workbook (.xlsx)")
    for sheet in book.worksheets:
        if sheet.sheet_state != "visible":
            left_out["hidden sheets"] += 1
        else:
            yield from _sheet(sheet, left_out)


def _sheet(sheet: Any, left_out: Counter[str]) -> Iterator[str]:
    sheet.reset_dimensions()  # what a program has written there may be wrong
    with sheet._get_source() as source:  # its XML, whose public reader lacks what is hidden
        unseen = _Unseen.of(source)
    left_out["formulas without a stored result"] += unseen.formulas
    left_out["headers and footers"] += unseen.running
    for table in _tables(_rows(sheet, unseen, left_out)):
        yield from _places(sheet.title, table, unseen)


Run = tuple[str, bool, str]  # of a text in several fonts: a part, whether it is struck out, its vertical alignment


@dataclass
class _Unseen:
    """What openpyxl does not say of a sheet that it reads row by row. Rows and columns are counted from 1."""

    rows: set[int] = field(default_factory=set)
    columns: set[int] = field(default_factory=set)
    runs: dict[tuple[int, int], list[Run]] = field(default_factory=dict)  # by row and column: texts in several fonts
    formulas: int = 0  # of visible cells, without a stored result
    running: int = 0  # whether it has a header or a footer

    @classmethod
    def of(cls, source: BinaryIO) -> _Unseen:
        found, at = cls(), 0
        for _, element in iterparse(source):
            name = local(element)
            if name == "col" and element.get("hidden", "0") not in OFF:
                found.columns.update(range(int(element.get("min", 1)), min(int(element.get("max", 1)), COLUMNS) + 1))
            elif name == "row":
                at = int(element.get("r", at + 1))
                if element.get("hidden", "0") not in OFF:
                    found.rows.add(at)
                else:
                    found.formulas += sum(map(found.lacks, element))
                    found.keep_runs(at, element)
                element.clear()
            elif name == "headerFooter":
                found.running = int(any((each.text or "").strip() for each in element))
        return found

    def lacks(self, cell: Any) -> bool:
        """Whether a visible cell has a formula and no result; that of a text may be empty."""
        parts = {local(part): part.text for part in cell}
        edge = _EDGE.fullmatch(cell.get("r", ""))
        visible = edge is None or _column(edge[1]) not in self.columns
        return visible and "f" in parts and not parts.get("v") and cell.get("t") != "str"

    def keep_runs(self, row: int, cells: Any) -> None:
        """Keeps the fonts of texts that stand in the cells themselves: openpyxl reads them only of shared texts."""
        column = 0
        for cell in cells:
            edge = _EDGE.fullmatch(cell.get("r", ""))
            column = _column(edge[1]) if edge else column + 1
            if found := [run for part in cell if local(part) == "is" for run in part if local(run) == "r"]:
                self.runs[row, column] = [_run(run) for run in found]


def _run(element: Any) -> Run:
    fonts = {local(each): each.get("val", "1") for part in element if local(part) == "rPr" for each in part}
    text = "".join(part.text or "" for part in element if local(part) == "t")
    return text, fonts.get("strike", "0") not in OFF, fonts.get("vertAlign", "")


def _column(letters: str) -> int:
    from openpyxl.utils import column_index_from_string

    number: int = column_index_from_string(letters)
    return number


@dataclass(frozen=True)
class _Row:
    """The visible cells of a row, by column."""

    number: int
    cells: dict[int, str]
    figures: bool  # whether one of them is a number or a date
    below_gap: bool  # whether a visible row without a text is above it


def _rows(sheet: Any, unseen: _Unseen, left_out: Counter[str]) -> Iterator[_Row]:
    """The visible rows with a text."""
    hidden: set[int] = set()
    gap = False
    for number, row in enumerate(sheet.iter_rows(), 1):
        cells, figures = {}, False
        for column, cell in enumerate(row, 1):
            if cell.value is None:
                continue
            if number in unseen.rows:
                left_out["hidden rows"] += 1
                break
            if column in unseen.columns:
                hidden.add(column)
            elif text := " ".join(_text(cell, unseen.runs.get((number, column)), left_out).split()):
                cells[column] = text
                figures = figures or not isinstance(cell.value, str | list)
        if cells:
            yield _Row(number, cells, figures, gap)
        gap = not cells and (gap or number not in unseen.rows)
    left_out["hidden columns"] += len(hidden)


def _text(cell: Any, runs: Sequence[Run] | None, left_out: Counter[str]) -> str:
    if cell.font is not None and cell.font.strike:
        left_out["struck-out texts"] += 1
        return ""
    if runs is None and isinstance(cell.value, list):
        fonts = [getattr(part, "font", None) for part in cell.value]
        runs = [
            (str(part), bool(font and font.strike), (font and font.vertAlign) or "")
            for part, font in zip(cell.value, fonts, strict=True)
        ]
    if runs is None:
        return displayed(cell.value, cell.number_format)
    text = ""
    for part, struck, alignment in runs:
        if struck:
            left_out["struck-out texts"] += 1
        else:
            text += shifted(text, part, SIGNS[alignment]) if alignment in SIGNS else part
    return text


def _tables(rows: Iterable[_Row]) -> Iterator[list[_Row]]:
    """Rows that belong together: below an empty row, one without a figure begins the next table."""
    table: list[_Row] = []
    for row in rows:
        if table and row.below_gap and not row.figures:
            yield table
            table = []
        table.append(row)
    if table:
        yield table


def _places(title: str, table: Sequence[_Row], unseen: _Unseen) -> Iterator[str]:
    """The sections of a table, each below its place: the sheet and the range of its cells."""
    from openpyxl.utils import get_column_letter

    columns = {column for row in table for column in row.cells}
    kept = [column for column in range(min(columns), max(columns) + 1) if column not in unseen.columns]
    first, last = get_column_letter(kept[0]), get_column_letter(kept[-1])
    for start, end, text in grouped([[row.cells.get(column, "") for column in kept] for row in table]):
        yield f"{title}!{first}{table[start].number}:{last}{table[end].number}\n{text}"
