"""The tables that the generated dataset `filings` prints, page by page: its generator knows every cell."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from typing import Any
from unittest import mock

from ragatta.experiments.paths import DATASETS

sys.path.insert(0, str(DATASETS))  # the generator is a package below datasets/

from filings.documents import exhibits, forms, manual, rate_pages
from filings.documents.library import write_library
from filings.facts import draw_facts
from generating import tables
from generating.layout import Document

Cells = tuple[str, ...]
WITHOUT_KEY = 2  # arguments of draw_cells behind the rows: widths and style


@dataclass
class Printed:
    """What one page shows of one table: the columns' names (none on a page that repeats no header) and the rows."""

    page: int
    columns: Cells = ()
    rows: list[Cells] = field(default_factory=list)


@dataclass
class PrintedDocument:
    """`unjudged`: pages with something else in columns, such as an index of exhibits, which may be called a table."""

    tables: list[Printed] = field(default_factory=list)
    unjudged: set[int] = field(default_factory=set)


def printed_tables(seed: int) -> dict[str, PrintedDocument]:
    """The tables of every document, by file name, of the dataset of this seed."""
    found: dict[int, PrintedDocument] = {}
    with _recorded(found):
        library = write_library(draw_facts(seed))
    return {document.file: found.get(id(document), PrintedDocument()) for document in library.documents.values()}


@contextmanager
def _recorded(found: dict[int, PrintedDocument]) -> Iterator[None]:
    """The generator's drawing functions also note what they draw. `found` is by the document's identity."""
    open_grids: dict[int, tuple[object, int]] = {}  # the grid that a document is drawing, and its page

    def of(doc: Document) -> PrintedDocument:
        return found.setdefault(id(doc), PrintedDocument())

    def table(doc: Document, grid: object) -> Printed:
        """The table of this grid on this page, begun where there is none."""
        if open_grids.get(id(doc)) != (grid, doc.page):
            open_grids[id(doc)] = (grid, doc.page)
            of(doc).tables.append(Printed(doc.page))
        return of(doc).tables[-1]

    def head(doc: Document, grid: tables.Grid, *_: Any) -> None:
        table(doc, grid).columns = tuple(grid.columns)

    def row(doc: Document, grid: tables.Grid, cells: Sequence[str], *_: Any) -> None:
        table(doc, grid).rows.append(tuple(cells))

    def ruled(doc: Document, rows: Sequence[Cells], *rest: Any) -> None:
        """Rows without a key are names of the columns, one below the other, unless they have empty cells."""
        printed, has_key = table(doc, "ruled"), len(rest) > WITHOUT_KEY
        for cells in rows:
            if has_key or not all(cells):
                printed.rows.append(tuple(cells))
            else:
                names = printed.columns or ("",) * len(cells)
                printed.columns = tuple(f"{name} {cell}".strip() for name, cell in zip(names, cells, strict=True))

    def other(doc: Document, *_: Any) -> None:
        of(doc).unjudged.add(doc.page)

    recorders: Mapping[str, tuple[Callable[..., None], tuple[Any, ...]]] = {
        "draw_head": (head, (tables, exhibits)),
        "draw_row": (row, (tables, exhibits, manual)),
        "draw_cells": (ruled, (exhibits, forms)),
        "index_line": (other, (rate_pages,)),
        "appendix": (other, (manual,)),
    }
    with ExitStack() as patches:
        for name, (note, modules) in recorders.items():
            for module in modules:
                patches.enter_context(mock.patch.object(module, name, _noting(getattr(module, name), note, name)))
        yield


def _noting(draw: Callable[..., None], note: Callable[..., None], name: str) -> Callable[..., None]:
    def drawn(doc: Document, *rest: Any) -> None:
        if name == "draw_cells":  # any of its rows may begin a page
            rows, *others = rest
            for cells in rows:
                draw(doc, [cells], *others)
                note(doc, [cells], *others)
            return
        draw(doc, *rest)
        note(doc, *rest)

    return drawn
