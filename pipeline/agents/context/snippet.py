"""Finds the part of a chunk that says most about a query."""

from __future__ import annotations

import re

from ragatta.pipeline.text.words import STOP, stem

_WORD = re.compile(r"\w[\w’'-]*")
CUT = "..."  # where text was left out


def snippet(text: str, query: str, characters: int) -> str:
    """At most so many characters of the text, not counting the marks of a cut: the first part with the most different
    words of the query. It begins and ends at word borders if possible."""
    if len(text) <= characters:
        return text
    asked = {stem(word) for word in _words(query)} - STOP
    found = [(match.start(), match.end(), stem(match[0].lower())) for match in _WORD.finditer(text)]
    places = [place for place in found if place[2] in asked]
    best, start = 0, 0
    for at, (first, _, _) in enumerate(places):
        within = {word for _, end, word in places[at:] if end <= first + characters}
        if len(within) > best:
            # What stands before the first word tells what it belongs to.
            best, start = len(within), max(0, first - characters // 4)
            start = min(start, len(text) - characters)
    return _at_words(text, start, start + characters)


def _at_words(text: str, start: int, end: int) -> str:
    before, after = text[:start], text[end:]
    piece = text[start:end]
    if before and not before[-1].isspace():
        piece = piece[piece.find(" ") + 1 :] if " " in piece[:40] else piece
    if after and not after[0].isspace():
        piece = piece[: piece.rfind(" ")] if " " in piece[-40:] else piece
    return f"{CUT if before else ''}{piece.strip()}{CUT if after else ''}"


def _words(text: str) -> list[str]:
    return [match[0].lower() for match in _WORD.finditer(text)]
