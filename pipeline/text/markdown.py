"""The headings of a Markdown text, but not within code or front matter: lines of one to six #, and single lines that
are underlined with at least two = or - (CommonMark 0.31, sections 4.2, 4.3 and 4.5)."""

from __future__ import annotations

import re
from collections.abc import Iterator

_LINE = re.compile(
    r"^ {0,3}(?:(?P<heading>#{1,6})(?:[ \t]|$)|(?P<fence>`{3,}(?=[^`\n]*$)|~{3,})(?P<info>.*)"
    r"|(?P<underlined>(?![-*+>|=#]|\d+[.)])\S[^\n]*)\n {0,3}(?:={2,}|-{2,})[ \t]*$)",
    re.MULTILINE,
)
_FRONT_MATTER = re.compile(r"---[ \t]*\n(?:.*\n)*?(?:---|\.\.\.)[ \t]*$", re.MULTILINE)


def headings(text: str) -> Iterator[int]:
    """Where the sections begin, but one at the text's own beginning."""
    fence, front = "", _FRONT_MATTER.match(text)
    first = front.end() + 1 if front else 0
    for found in _LINE.finditer(text, first):
        if mark := found["fence"]:
            if not fence:
                fence = mark
            elif mark.startswith(fence) and not found["info"].strip():
                fence = ""
        elif not fence and found.start() and (found["heading"] or _begins(text[first : found.start()])):
            yield found.start()


def _begins(before: str) -> bool:
    """Whether a paragraph begins behind this text: behind an empty line or a heading."""
    line = before[before.rfind("\n", 0, -1) + 1 :].strip()
    return not line or line.startswith("#")
