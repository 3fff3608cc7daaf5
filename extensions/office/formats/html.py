"""HTML: the text that a browser shows, without styles and scripts. Sections begin at headings (h1 to h6).

Cells of a table are separated by tabs and stand in their column, below and beside cells that span several. A raised
figure behind a figure is written as 450^1, which is not 4501, a lowered one as 10_6, and a formula on one line. Left
out and counted are pictures, media, options that are not chosen, and elements that are struck out or hidden by an
attribute.
Source: HTML Living Standard, sections 4 and 15.3.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from html.parser import HTMLParser
from pathlib import Path
from typing import ClassVar

from ragatta.extensions.office.formats import _decoding
from ragatta.extensions.office.formats._formulas import LOWERED, RAISED, Formula, shifted
from ragatta.extensions.office.formats._hidden import Hidden, hides
from ragatta.extensions.office.formats._sections import Sections, sections
from ragatta.pipeline.documents.format import Format
from ragatta.pipeline.documents.parsers._text import OpenedDocument, clean
from ragatta.pipeline.text.character_references import shortened

# What a browser shows of the controls of a form: ticks, values, and the chosen options of lists.
#
# Source: HTML Living Standard, sections 4.10.5 and 4.10.7.


TICKED, EMPTY = "\u2612", "\u2610"  # as in PDFs
TICKS = frozenset(("checkbox", "radio"))
WITHOUT_TEXT = frozenset(("hidden", "password", "file", "image", "color", "range"))  # types whose value is not shown
Attributes = Mapping[str, str | None]


def shown_of(attributes: Attributes) -> str:
    """The text of an input."""
    kind = (attributes.get("type") or "text").lower()
    if kind in TICKS:
        return TICKED if "checked" in attributes else EMPTY
    return "" if kind in WITHOUT_TEXT else attributes.get("value") or ""


class Options:
    """A select: the texts of its options, tag by tag."""

    def __init__(self, attributes: Attributes) -> None:
        self._is_list = "multiple" in attributes or (attributes.get("size") or "1") not in ("0", "1")
        self._options: list[tuple[bool, list[str]]] = []

    def begin(self, attributes: Attributes) -> None:
        self._options.append(("selected" in attributes, []))

    def say(self, text: str) -> None:
        for _, texts in self._options[-1:]:
            texts.append(text)

    def chosen(self) -> tuple[str, int]:
        """The chosen options, of a closed list else the first one, and how many others there are."""
        found = [texts for selected, texts in self._options if selected]
        if not self._is_list:
            found = found[-1:] or [texts for _, texts in self._options[:1]]
        return ", ".join(" ".join("".join(texts).split()) for texts in found), len(self._options) - len(found)


HEADINGS = frozenset(f"h{level}" for level in range(1, 7))
UNSHOWN = frozenset((
    "script", "style", "template", "noscript", "title", "iframe", "audio", "video", "canvas", "datalist",
))  # fmt: skip
COUNTED = {
    "img": "pictures", "iframe": "embedded pages", "audio": "sounds", "video": "videos", "embed": "embedded objects",
    "canvas": "drawings of scripts",
}  # fmt: skip
SHIFTS = {"sup": RAISED, "sub": LOWERED}
ROW_GROUPS = frozenset(("thead", "tbody", "tfoot"))
CELLS = frozenset(("td", "th"))
LINES = HEADINGS | {
    "address", "article", "aside", "blockquote", "body", "br", "caption", "dd", "details", "dialog", "div", "dl", "dt",
    "fieldset", "figcaption", "figure", "footer", "form", "header", "hr", "li", "main", "menu", "nav", "ol", "option",
    "p", "pre", "section", "summary", "table", "tbody", "tfoot", "thead", "tr", "ul",
}  # fmt: skip
IN_A_CELL = frozenset(("p", "br", "div", "li", "ul", "ol"))  # they end no line of a table
PARAGRAPHS = HEADINGS | frozenset(("p", "table", "ul", "ol", "dl", "pre", "blockquote"))
INCH = 96  # pixels
MOST_SPANNED = 1000  # rows or columns by one cell (section 4.9.11)
BEGINNING = 1024  # bytes within which a file declares its encoding
_CHARSET = re.compile(
    rb"(?:<meta[^>]{0,200}charset|\A\s*<\?xml[^>]{0,100}encoding)\s*=\s*[\"']?([\w.:-]{1,40})", re.IGNORECASE
)
_ALIGNED = re.compile(r"vertical-align\s*:\s*(sup|sub)", re.IGNORECASE)
_SPACE = re.compile(r"[ \t\n\f\r]+")
_SIDE = re.compile(r"\s*([0-9]{1,6})(?:\.[0-9]*)?(?:px)?\s*")
_COUNT = re.compile(r"\s*\+?([0-9]{1,6})")


@dataclass(frozen=True)
class Html(Format):
    """As the module says."""

    SUFFIXES: ClassVar[tuple[str, ...]] = (".html", ".htm")
    LIBRARY: ClassVar[str] = _decoding.LIBRARY

    def open(self, path: Path) -> OpenedDocument:
        return sections_of(source_of(path.read_bytes()))


def source_of(data: bytes) -> str:
    """A page's source, in the encoding that it declares where that is none of Unicode."""
    declared = _CHARSET.search(data[:BEGINNING])
    return clean(_decoding.text_of(data, declared[1].decode() if declared else ""))


def sections_of(html: str, left_out: Counter[str] | None = None) -> Sections:
    """The sections of a page's source. What is left out is counted, in `left_out` if given."""
    visible = _Shown(Counter() if left_out is None else left_out)
    visible.feed(shortened(html))
    visible.close()
    text, headings = visible.whole()
    return Sections(sections(text, headings).texts, visible.left_out)


class _Shown(HTMLParser):
    """Collects the lines that are shown. It keeps no tree, so that no depth of nesting costs anything."""

    def __init__(self, left_out: Counter[str]) -> None:
        super().__init__(convert_charrefs=True)
        self.left_out = left_out
        self._lines: list[str] = []
        self._line: list[str] = []
        self._headings: list[int] = []  # the lines that begin one
        self._unshown = self._preformatted = self._cells = 0
        self._heading = False
        self._shift = ""  # of the next text: RAISED or LOWERED
        self._hidden: Hidden | None = None
        self._open: Formula | Options | None = None  # whose text is known at its end
        self._row = self._column = self._at = 0  # in a table; `_at`: of the line's last tab
        self._covered: dict[int, int] = {}  # the last row, by column, of a cell that began in a row above

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = dict(attrs)
        if not (self._unshown or self._hidden) and tag in COUNTED and not (tag == "img" and _is_icon(attributes)):
            self.left_out[COUNTED[tag]] += 1
        if tag in UNSHOWN:
            self._unshown += 1
            return
        if self._hidden and self._hidden.goes_on(tag):
            return
        if self._goes_on(tag, attributes):
            return
        construct = hides(tag, attributes)
        self._hidden = Hidden(tag, LINES) if construct else None
        if construct:
            self.left_out[construct] += not self._unshown and tag != "rp"
            return
        if tag in CELLS:
            self._cell(attributes)
        else:
            self._begin(tag, attributes)

    def _goes_on(self, tag: str, attributes: Mapping[str, str | None]) -> bool:
        """Whether an element that begins is within an open formula or list of options."""
        if isinstance(self._open, Options):
            if tag == "option":
                self._open.begin(attributes)
            goes_on = tag not in ("select", "input", "textarea")
        else:
            goes_on = self._open is not None and tag not in LINES and tag not in CELLS
            if goes_on and self._open is not None:
                self._open.begin(tag)
        if not goes_on:
            self._end_open()
        return goes_on

    def _begin(self, tag: str, attributes: Mapping[str, str | None]) -> None:
        self._border(tag)
        self._preformatted += tag == "pre"
        self._heading = self._heading or tag in HEADINGS
        aligned = _ALIGNED.search(attributes.get("style") or "")
        if tag in SHIFTS or aligned:
            self._shift = SHIFTS[aligned[1].lower() if aligned else tag]
        elif tag == "math":
            self._open = Formula()
        elif tag == "select":
            self._open = Options(attributes)
        elif tag == "input" and (text := shown_of(attributes)):
            self._line.append(f" {text} ")
        if tag == "table":
            self._row = 0
        if tag == "table" or tag in ROW_GROUPS:
            self._covered = {}  # a cell ends with its group of rows
        self._row += tag == "tr"
        self._column *= tag not in ("tr", "table")

    def handle_endtag(self, tag: str) -> None:
        if tag in UNSHOWN:
            self._unshown = max(0, self._unshown - 1)
            return
        if self._hidden:
            ended, own = self._hidden.ended_by(tag)
            self._hidden = None if ended else self._hidden
            if own or not ended:
                return
        if isinstance(self._open, Formula):
            self._open.end(tag)
        if tag in ("math", "select") or (self._open and tag in LINES and tag not in ("option", "optgroup")):
            self._end_open()
        self._border(tag)
        self._shift = "" if tag in (*SHIFTS, "span") else self._shift
        if tag in HEADINGS:
            self._heading = False  # of an empty one
        if tag == "pre":
            self._preformatted = max(0, self._preformatted - 1)

    def _end_open(self) -> None:
        """The end of a formula or a list of options."""
        ended, self._open = self._open, None
        if isinstance(ended, Formula):
            self._line.append(ended.line())
        elif ended is not None:
            chosen, others = ended.chosen()
            self._line.append(f" {chosen} ")
            self.left_out["options not chosen"] += others

    def _cell(self, attributes: Mapping[str, str | None]) -> None:
        """The beginning of a cell, in its column."""
        if not self._cells:
            self._end_line(False)
            self._at = self._column
        self._cells += 1
        while self._covered.get(self._column, 0) >= self._row > 0:
            self._column += 1
        self._line.append("\t" * (self._column - self._at))
        self._at = self._column
        columns = max(1, _count(attributes.get("colspan")))
        rows = _count(attributes.get("rowspan")) or MOST_SPANNED  # 0: up to the end of its group
        if rows > 1:
            self._covered |= dict.fromkeys(range(self._column, self._column + columns), self._row + rows - 1)
        self._column += columns

    def _border(self, tag: str) -> None:
        """The beginning or end of an element."""
        if self._cells and tag in IN_A_CELL:
            self._line.append(" ")
        elif tag in LINES:
            self._end_line(tag in PARAGRAPHS)
            self._cells = 0

    def handle_data(self, data: str) -> None:
        if self._unshown or self._hidden:
            return
        if self._open:
            self._open.say(data)
            return
        if self._shift:
            data, self._shift = shifted("".join(self._line[-1:]), data, self._shift), ""
        if self._preformatted:
            for at, line in enumerate(clean(data).split("\n")):
                if at:
                    self._end_line(False)
                self._line.append(line)
        else:
            self._line.append(_SPACE.sub(" ", clean(data)))

    def whole(self) -> tuple[str, list[int]]:
        """The text, and the offsets of its headings."""
        self._end_open()
        self._end_line(False)
        starts, at = [], 0
        for line in self._lines:
            starts.append(at)
            at += len(line) + 1
        return "\n".join(self._lines), [starts[line] for line in self._headings]

    def _end_line(self, paragraph: bool) -> None:
        """Ends the line, and with `paragraph` the paragraph, unless nothing stands there yet."""
        text = "".join(self._line)
        if not self._preformatted:
            text = re.sub(r" *\t *", "\t", re.sub(" {2,}", " ", text)).lstrip(" ")
        line, self._line = text.rstrip(), []
        if line.strip():
            if self._heading:
                self._headings.append(len(self._lines))
                self._heading = False
            self._lines.append(line)
        if paragraph and self._lines and self._lines[-1]:
            self._lines.append("")


def _is_icon(attributes: Mapping[str, str | None]) -> bool:
    """Whether a picture says that it covers less than a square inch."""
    width, height = (_SIDE.fullmatch(attributes.get(side) or "") for side in ("width", "height"))
    return bool(width and height and int(width[1]) * int(height[1]) < INCH**2)


def _count(attribute: str | None) -> int:
    """The number of rows or columns that a cell spans; signs behind the figures do not count."""
    found = _COUNT.match(attribute or "")
    return min(int(found[1]), MOST_SPANNED) if found else 1
