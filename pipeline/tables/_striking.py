"""Reads which words of a PDF's page are struck out: a process of its own, as documents are not trusted
(pipeline/documents/worker_pool.py).

A redline keeps the text that it takes away as ordinary text and draws a line through it: a path, or the appearance of
an annotation."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from ragatta.pipeline.documents.parsers._text import clean
from ragatta.pipeline.documents.worker_process import serve
from ragatta.pipeline.machine.files import unlinked
from ragatta.pipeline.tables.model import counted
from ragatta.pipeline.tables.page_layout import PageLayout, RulingLine, Word, read_layout
from ragatta.pipeline.tables.striking import GONE

MIDDLE = 0.25, 0.75  # of a word's height: a line above or below is a table's, or underlines
STRUCK = 0.6  # of a word's width
STRUCK_FIGURE = 0.25  # of one with a digit: "340%" of which the 3 is struck out is no figure


def standing(layout: PageLayout) -> str:
    """The words that are not struck out, without what does not count in places (pipeline/tables/model.py)."""
    across = sorted((line for line in layout.ruling_lines if line.horizontal), key=_height)
    return "".join(GONE if is_struck(word, across) else counted(clean(word.text)) for word in layout.words)


def is_struck(word: Word, across: Sequence[RulingLine]) -> bool:
    """Whether horizontal lines, given from top to bottom, cross most of a word, or a part of a figure, in the middle of
    its letters."""
    top, bottom = (word.top + part * word.height for part in MIDDLE)
    within = across[bisect_right(across, top, key=_height) : bisect_left(across, bottom, key=_height)]
    reached, crossed = word.left, 0.0
    for left, right in sorted((line.left, line.right) for line in within):
        crossed += max(0.0, min(right, word.right) - max(left, reached))
        reached = max(reached, right)
    least = STRUCK_FIGURE if any(map(str.isdigit, word.text)) else STRUCK
    return crossed > least * (word.right - word.left)


def _height(line: RulingLine) -> float:
    return line.top


def _replies(job: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    import pypdfium2
    import pypdfium2.raw as pdfium

    with unlinked(Path(job["path"])):
        pdf = pypdfium2.PdfDocument(job["path"], password=job["password"] or None)
    try:
        page = pdf[job["page"] - 1]
        if pdfium.FPDFPage_GetAnnotCount(page):  # what annotations draw becomes part of the page, in memory alone
            pdfium.FPDFPage_Flatten(page, pdfium.FLAT_NORMALDISPLAY)
            page.close()
            page = pdf[job["page"] - 1]
        yield {"text": standing(read_layout(page))}
    finally:
        pdf.close()


if __name__ == "__main__":
    serve(_replies)
