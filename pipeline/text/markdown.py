"""The headings of a Markdown text: lines of one to six # (CommonMark 0.31, section 4.2), but not within code."""

from __future__ import annotations

import re
from collections.abc import Iterator

_LINE = re.compile(r"^ {0,3}(?:(?P<heading>#{1,6})(?:[ \t]|$)|(?P<fence>`{3,}|~{3,}))", re.MULTILINE)


def headings(text: str) -> Iterator[int]:
    """Where the sections begin, but one at the text's own beginning."""
    fence = ""
    for found in _LINE.finditer(text):
        if mark := found["fence"]:
            if not fence:
                fence = mark
            elif mark.startswith(fence):
                fence = ""
        elif not fence and found.start():
            yield found.start()
