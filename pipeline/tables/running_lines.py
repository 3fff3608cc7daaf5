"""Running lines of a document: its name, date and page numbers at the top and bottom of every page."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from ragatta.pipeline.tables.lines import Line, lines_of
from ragatta.pipeline.tables.page_layout import PageLayout

MOST_PAGES = 0.8  # a line that stands on that share of the pages says nothing of any of them
LEAST_PAGES = 4  # of a document, for lines to run through it
_NUMBER = re.compile(r"\d+|\b[ivxlc]+\b")


@dataclass(frozen=True)
class RunningLines:
    """`texts` are identical on most pages, `patterns` identical except for their numbers."""

    texts: frozenset[str] = frozenset()
    patterns: frozenset[str] = frozenset()

    def same(self, text: str) -> bool:
        """A line, or the text between two of its gaps."""
        return text in self.texts

    def alike(self, line: Line) -> bool:
        """Whether it is a footer with a page number; an exhibit's number at the top looks alike but carries meaning."""
        return line.text in self.texts or _pattern(line.text) in self.patterns


def running_lines(layouts: Sequence[PageLayout]) -> RunningLines:
    """The running lines of these pages, not counting pages without words."""
    pages = [_texts(lines_of(layout.words)) for layout in layouts if layout.words]
    if len(pages) < LEAST_PAGES:
        return RunningLines()
    texts = Counter(text for page in pages for text in page)
    patterns = Counter(pattern for page in pages for pattern in {_pattern(text) for text in page})
    least = MOST_PAGES * len(pages)
    return RunningLines(
        frozenset(text for text, on in texts.items() if on >= least),
        frozenset(pattern for pattern, on in patterns.items() if on >= least),
    )


def _texts(lines: Sequence[Line]) -> set[str]:
    return {text for line in lines for text in (line.text, *(segment.text for segment in line.segments))}


def _pattern(text: str) -> str:
    return _NUMBER.sub("#", text)
