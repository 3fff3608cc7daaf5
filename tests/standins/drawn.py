"""Pages drawn by hand, top down, for what is found from a layout: words at places, and rules."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from reportlab.lib.pagesizes import letter
from reportlab.pdfgen.canvas import Canvas

LEADING = 14.0
PROSE = (
    "The",
    "insurer",
    "shall",
    "give",
    "the",
    "insured",
    "written",
    "notice",
    "of",
    "any",
    "change",
    "in",
    "its",
    "terms",
)


class Pages:
    """A PDF in the making; places are points from the top left corner of the page."""

    def __init__(self, path: Path, turned: int = 0) -> None:
        self.path, self._turned = path, turned
        self._canvas = Canvas(str(path), pagesize=letter, invariant=1)
        self._begin()

    def _begin(self) -> None:
        if self._turned:  # what is drawn lies on its side, and the page is turned so that it stands upright
            self._canvas.setPageRotation(self._turned)
            self._canvas.translate(0, letter[1])
            self._canvas.rotate(-self._turned)
            self._canvas.translate(0, letter[0] - letter[1])
        self._canvas.setFont("Helvetica", 10)

    def text(self, left: float, top: float, text: str, font: str = "Helvetica") -> None:
        self._canvas.setFont(font, 10)
        self._canvas.drawString(left, letter[1] - top, text)

    def centred(self, middle: float, top: float, text: str) -> None:
        self._canvas.drawCentredString(middle, letter[1] - top, text)

    def right(self, edge: float, top: float, text: str) -> None:
        self._canvas.drawRightString(edge, letter[1] - top, text)

    def rule(self, left: float, top: float, right: float, bottom: float) -> None:
        self._canvas.line(left, letter[1] - top, right, letter[1] - bottom)

    def prose(self, left: float, top: float, words: int, lines: int) -> None:
        for line in range(lines):
            self.text(left, top + line * LEADING, " ".join(PROSE[(line * 5 + at) % len(PROSE)] for at in range(words)))

    def columns(self, top: float, edges: Sequence[float], rows: Sequence[Sequence[str]]) -> float:
        """Rows with the first cell at the left edge and the others ending at theirs; the top of what comes next."""
        for at, row in enumerate(rows):
            for place, (edge, cell) in enumerate(zip(edges, row, strict=True)):
                (self.right if place else self.text)(edge, top + at * LEADING, cell)
        return top + len(rows) * LEADING

    def grid(self, top: float, edges: Sequence[float], rows: Sequence[Sequence[str]]) -> float:
        """Rows in drawn cells; the top of what comes next. A cell of None is one with the cell to its left."""
        foot = top + len(rows) * LEADING
        for at, row in enumerate(rows):
            for place, cell in enumerate(row):
                if cell is not None:
                    self.text(edges[place] + 3, top + at * LEADING + 10, cell)
                    self.rule(edges[place], top + at * LEADING, edges[place], top + (at + 1) * LEADING)
        for at in range(len(rows) + 1):
            self.rule(edges[0], top + at * LEADING, edges[-1], top + at * LEADING)
        self.rule(edges[-1], top, edges[-1], foot)
        return foot

    def next(self) -> None:
        self._canvas.showPage()
        self._begin()

    def save(self) -> Path:
        self._canvas.save()
        return self.path
