"""PDF → its tables, from every page; tables that continue over pages are joined."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from ragatta.pipeline.documents.parsers._shapeless import without_fonts_of_the_machine
from ragatta.pipeline.documents.parsers._text import Unreadable
from ragatta.pipeline.machine.files import unlinked
from ragatta.pipeline.tables.finding import on_page
from ragatta.pipeline.tables.joining import joined
from ragatta.pipeline.tables.model import Table
from ragatta.pipeline.tables.page_layout import PageLayout, read_layout
from ragatta.pipeline.tables.running_lines import running_lines

MOST_PAGES = 10_000  # as of its text (pipeline/documents/parsers/_reading.py)
SAMPLED = 100  # pages, evenly apart, that tell which lines run through a document


def read_tables(path: Path, password: str = "") -> Iterator[Table | None]:
    """The tables of a PDF in order, each as soon as a page does not continue it; None after each finished page, to show
    progress. Raises Unreadable with the reason."""
    import pypdfium2

    without_fonts_of_the_machine()
    try:
        with unlinked(path):
            pdf = pypdfium2.PdfDocument(path, password=password or None)
    except OSError as error:
        raise Unreadable(error.strerror or str(error)) from error
    except pypdfium2.PdfiumError as error:
        raise Unreadable("broken or encrypted") from error  # what pdfium says may be of another document
    try:
        yield from _tables(pdf)
    finally:
        pdf.close()


def _tables(pdf: Any) -> Iterator[Table | None]:
    pages = min(len(pdf), MOST_PAGES)
    sample: dict[int, PageLayout] = {}
    for at in sorted({place * pages // SAMPLED for place in range(SAMPLED)}) if pages else []:
        sample[at] = _layout(pdf, at)
        yield None
    running = running_lines(list(sample.values()))
    layouts = (sample.pop(at) if at in sample else _layout(pdf, at) for at in range(pages))
    yield from joined(on_page(number, layout, running) for number, layout in enumerate(layouts, 1))


def _layout(pdf: Any, at: int) -> PageLayout:
    import pypdfium2

    try:
        page = pdf[at]
        try:
            return read_layout(page)
        finally:
            page.close()
    except pypdfium2.PdfiumError:  # whoever reads its text says that the page is lost
        return PageLayout((), ())
