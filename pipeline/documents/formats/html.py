"""HTML: the text that a browser shows, without styles and scripts. Sections begin at headings (h1 to h6).

Cells of a table are separated by tabs. Source: HTML Living Standard, sections 4 and 15.3.
"""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path

from ragatta.pipeline.documents.formats import _decoding
from ragatta.pipeline.documents.formats._sections import Sections, sections
from ragatta.pipeline.documents.parsers._text import Opened, clean

SUFFIXES = (".html", ".htm")
VERSION = _decoding.VERSION
HEADINGS = frozenset(f"h{level}" for level in range(1, 7))
UNSHOWN = frozenset(("script", "style", "template", "noscript", "title"))
CELLS = frozenset(("td", "th"))
LINES = HEADINGS | {
    "address", "article", "aside", "blockquote", "body", "br", "caption", "dd", "details", "dialog", "div", "dl", "dt",
    "fieldset", "figcaption", "figure", "footer", "form", "header", "hr", "li", "main", "menu", "nav", "ol", "option",
    "p", "pre", "section", "summary", "table", "tbody", "tfoot", "thead", "tr", "ul",
}  # fmt: skip
IN_A_CELL = frozenset(("p", "br", "div", "li", "ul", "ol"))  # they end no line of a table
PARAGRAPHS = HEADINGS | frozenset(("p", "table", "ul", "ol", "dl", "pre", "blockquote"))
BEGINNING = 1024  # bytes within which a file declares its encoding
_CHARSET = re.compile(rb"<meta[^>]{0,200}charset\s*=\s*[\"']?([\w.:-]{1,40})", re.IGNORECASE)
_SPACE = re.compile(r"[ \t\n\f\r]+")


def open_document(path: Path) -> Opened:
    """As the protocol says."""
    with path.open("rb") as stream:
        declared = _CHARSET.search(stream.read(BEGINNING))
    return sections_of(_decoding.read_text(path, declared[1].decode() if declared else ""))


def sections_of(html: str) -> Sections:
    """The sections of a page's source."""
    shown = _Shown()
    shown.feed(html)
    shown.close()
    text, headings = shown.whole()
    return sections(text, headings)


class _Shown(HTMLParser):
    """Collects the lines that are shown. It keeps no tree, so that no depth of nesting costs anything."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self._lines: list[str] = []
        self._line: list[str] = []
        self._headings: list[int] = []  # the lines that begin one
        self._unshown = self._preformatted = self._cells = 0
        self._heading = False

    def handle_starttag(self, tag: str, attrs: object) -> None:  # noqa: ARG002
        if tag in UNSHOWN:
            self._unshown += 1
        elif tag in CELLS:
            if self._cells:
                self._line.append("\t")
            else:
                self._end_line(False)
            self._cells += 1
        else:
            self._border(tag)
            self._preformatted += tag == "pre"
            self._heading = self._heading or tag in HEADINGS

    def handle_endtag(self, tag: str) -> None:
        if tag in UNSHOWN:
            self._unshown = max(0, self._unshown - 1)
        else:
            self._border(tag)
            if tag in HEADINGS:
                self._heading = False  # of an empty one
            if tag == "pre":
                self._preformatted = max(0, self._preformatted - 1)

    def _border(self, tag: str) -> None:
        """The beginning or end of an element."""
        if self._cells and tag in IN_A_CELL:
            self._line.append(" ")
        elif tag in LINES:
            self._end_line(tag in PARAGRAPHS)
            self._cells = 0

    def handle_data(self, data: str) -> None:
        if self._unshown:
            return
        if self._preformatted:
            for at, line in enumerate(clean(data).split("\n")):
                if at:
                    self._end_line(False)
                self._line.append(line)
        else:
            self._line.append(_SPACE.sub(" ", clean(data)))

    def whole(self) -> tuple[str, list[int]]:
        """The text, and the offsets of its headings."""
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
