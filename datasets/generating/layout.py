"""Page furniture: a document that is laid out top down, remembers where it put what, and is drawn at the end.

Lengths are points (1/72 inch), `y` falls from the top of the page to its foot. Text reaches the PDF in the order
in which it was laid out, which is the order in which a parser reads it. A `Mark` says on which page a fact stands
and how its text reads there: gold evidence is made of marks alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from reportlab.lib.pagesizes import letter
from reportlab.pdfbase.pdfmetrics import stringWidth
from reportlab.pdfgen.canvas import Canvas

BLACK = (0.0, 0.0, 0.0)


@cache
def text_width(text: str, font: str, size: float) -> float:
    """In points. Tables repeat their cells by the thousand."""
    return float(stringWidth(text, font, size))


@dataclass(frozen=True, slots=True)
class Style:
    font: str = "Times-Roman"
    size: float = 11
    colour: tuple[float, float, float] = BLACK
    rule: float = 0.0  # a line through (0.3) or under (-0.15) the text, in font sizes; 0: none

    def width(self, text: str) -> float:
        return text_width(text, self.font, self.size)

    @property
    def leading(self) -> float:
        return self.size * 1.18


@dataclass(frozen=True, slots=True)
class Text:
    x: float
    y: float
    text: str
    style: Style


@dataclass(frozen=True, slots=True)
class Stroke:
    x1: float
    y1: float
    x2: float
    y2: float


@dataclass(frozen=True, slots=True)
class Mark:
    page: int  # from 1
    quote: str


@dataclass(frozen=True, slots=True)
class Run:
    """A piece of a paragraph in one style. `glued` runs follow the one before without a space."""

    text: str
    style: Style
    glued: bool = False


Furniture = Callable[["Document", int, int], None]  # draws onto a page, given (document, page number, pages)


@dataclass(frozen=True, slots=True)
class Paper:
    """Sheet size and margins (left, right, top, bottom)."""

    width: float = letter[0]
    height: float = letter[1]
    left: float = 72
    right: float = 72
    top: float = 64
    bottom: float = 64


LANDSCAPE = Paper(letter[1], letter[0], 36, 36, 48, 40)
TIGHT = Paper(left=36, right=36, top=40, bottom=46)


class Document:
    """One PDF in the making. `file` is its name; `furniture` draws headers before and footers after a page's body."""

    def __init__(
        self, file: str, paper: Paper = Paper(), header: Furniture | None = None, footer: Furniture | None = None
    ) -> None:
        self.file = file
        self.paper = paper
        self.header, self.footer = header, footer
        self.left, self.right = paper.left, paper.width - paper.right
        self.pages: list[list[Text | Stroke]] = []
        self.marks: dict[str, Mark] = {}
        self.ops: list[Text | Stroke] = []
        self.y = 0.0

    @property
    def page(self) -> int:
        return len(self.pages)

    @property
    def room(self) -> float:
        """Points left on the page above its bottom margin."""
        return self.y - self.paper.bottom

    def new_page(self) -> None:
        self.ops = []
        self.pages.append(self.ops)
        self.y = self.paper.height - self.paper.top

    def need(self, height: float) -> None:
        """A new page, unless `height` points are left on this one."""
        if not self.pages or self.room < height:
            self.new_page()

    def skip(self, height: float) -> None:
        self.y -= height

    def mark(self, key: str, quote: str) -> None:
        """Remember that `quote` stands on this page under `key`; the first place counts."""
        self.marks.setdefault(key, Mark(self.page, quote))

    def put(self, x: float, y: float, text: str, style: Style, align: str = "left") -> None:
        """Draw one line of text: x is its left end, its middle or its right end."""
        if align != "left":
            x -= style.width(text) / (2 if align == "centre" else 1)
        self.ops.append(Text(x, y, text, style))

    def stroke(self, x1: float, y1: float, x2: float, y2: float) -> None:
        self.ops.append(Stroke(x1, y1, x2, y2))

    def line(self, text: str, style: Style = Style(), align: str = "left", key: str = "") -> None:
        """One line that is not wrapped."""
        self.need(style.leading)
        self.y -= style.leading
        x = {"left": self.left, "centre": (self.left + self.right) / 2, "right": self.right}[align]
        self.put(x, self.y, text, style, align)
        if key:
            self.mark(key, text)

    def paragraph(self, text: str, style: Style = Style(), indent: float = 0, lead: str = "", key: str = "") -> None:
        """Wrapped text, kept on one page where a page can hold it. `lead` (a bullet, a number) hangs before it."""
        self.sentences([(text, key)], style, indent, lead)

    def sentences(
        self, parts: Sequence[tuple[str, str]], style: Style = Style(), indent: float = 0, lead: str = ""
    ) -> None:
        """A paragraph of (sentence, key) pairs; each sentence with a key is marked."""
        lines = wrap(" ".join(text for text, _ in parts), style, self.right - self.left - indent)
        self.need(min(len(lines), 40) * style.leading)
        for text, key in parts:
            if key:
                self.mark(key, text)
        for number, line in enumerate(lines):
            self.need(style.leading)
            self.y -= style.leading
            if number == 0 and lead:
                self.put(self.left + indent - style.width(lead + " "), self.y, f"{lead} {line}", style)
            else:
                self.put(self.left + indent, self.y, line, style)

    def bullets(self, items: Iterable[str], style: Style = Style(), key: str = "", lead: str = "•") -> None:
        """A bulleted list; item i is marked `key/i`."""
        for number, item in enumerate(items):
            self.paragraph(item, style, 24, lead, f"{key}/{number}" if key else "")

    def runs(self, runs: Sequence[Run], indent: float = 0) -> None:
        """A wrapped paragraph in several styles, as a redline is."""
        x, start = self.left + indent, self.left + indent
        leading = max(run.style.leading for run in runs)
        self.need(leading * 2)
        self.y -= leading
        for run in runs:
            gap = 0.0 if run.glued or x == start else run.style.width(" ")
            if x + gap + run.style.width(run.text) > self.right and not run.glued:
                self.need(leading)
                self.y -= leading
                x, gap = start, 0.0
            text = (" " if gap else "") + run.text
            self.put(x, self.y, text, run.style)
            x += run.style.width(text)

    def save(self, folder: Path) -> None:
        """Draw every page and write `folder/file`; the same pages give the same bytes."""
        path = folder / self.file
        path.parent.mkdir(parents=True, exist_ok=True)
        canvas = Canvas(str(path), (self.paper.width, self.paper.height), pageCompression=1, invariant=1)
        for number, body in enumerate(self.pages, 1):
            for ops in (self._furniture(self.header, number), body, self._furniture(self.footer, number)):
                draw(canvas, ops)
            canvas.showPage()
        canvas.save()

    def _furniture(self, furniture: Furniture | None, number: int) -> list[Text | Stroke]:
        self.ops = []
        if furniture:
            furniture(self, number, len(self.pages))
        return self.ops


def draw(canvas: Canvas, ops: Iterable[Text | Stroke]) -> None:
    """Every line of text at its own place (a line end between cells would read as a column), then the strokes."""
    ops = list(ops)
    text = canvas.beginText()
    style: Style | None = None
    for op in ops:
        if isinstance(op, Text):
            if style is None or (op.style.font, op.style.size) != (style.font, style.size):
                text.setFont(op.style.font, op.style.size)
            if style is None or op.style.colour != style.colour:
                text.setFillColorRGB(*op.style.colour)
            style = op.style
            text.setTextOrigin(op.x, op.y)
            text.textOut(op.text)
    canvas.drawText(text)
    canvas.setLineWidth(0.4)
    for op in ops:
        if isinstance(op, Stroke):
            canvas.line(op.x1, op.y1, op.x2, op.y2)
        elif op.style.rule:
            y = op.y + op.style.rule * op.style.size
            canvas.setStrokeColorRGB(*op.style.colour)
            canvas.line(op.x, y, op.x + op.style.width(op.text), y)
            canvas.setStrokeColorRGB(*BLACK)


def wrap(text: str, style: Style, width: float) -> list[str]:
    """Break at spaces and at newlines only (a hyphen broken over two lines would read as another character)."""
    lines: list[str] = []
    for part in text.split("\n"):
        line = ""
        for word in part.split():
            longer = f"{line} {word}" if line else word
            if line and style.width(longer) > width:
                lines.append(line)
                longer = word
            line = longer
        lines.append(line)
    return lines
