"""Splits a document's text into sentences, and removes some of them from a text.

In the text of a PDF only line breaks show the paragraphs: a line that is shorter than the width allows, or is followed
by a label, a bullet or a row of cells, ends its paragraph.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache

from ragatta.pipeline.text.sentences import CLOSING, ORDER_END

Span = tuple[int, int]  # characters, the end not included

LONGEST = 1200  # characters; more are no sentence, and are cut
_LABELLED = re.compile(r"\s*(?:[•▪●◦‣■–—*-]\s|[\w .'/-]{1,40}:\s|[^|]{1,40}\|)")


@lru_cache(maxsize=4096)  # passages come again with every question
def sentence_spans(text: str) -> tuple[Span, ...]:
    """The span of each sentence, in order, without surrounding space."""
    return tuple(span for paragraph in _paragraphs(text) for span in _sentences(text, paragraph))


def without(text: str, spans: Iterable[Span]) -> str:
    """The text without these spans; a line that becomes empty is removed."""
    kept, at = [], 0
    for start, end in spans:
        kept.append(text[at:start])
        alone = not text[text.rfind("\n", 0, start) + 1 : start].strip()
        following = re.compile(r"[ \t]*(?:\r?\n)?" if alone else r"[ \t]*(?=\S)").match(text, end)
        at = following.end() if following else end
    return "".join((*kept, text[at:]))


def _sentences(text: str, paragraph: Span) -> Iterator[Span]:
    start, stop = paragraph
    borders = [
        (found.end() - len(found[0].lstrip(CLOSING)), found.end()) for found in ORDER_END.finditer(text, start, stop)
    ]
    for end, following in [*borders, (stop, stop)]:
        for first in range(start, end, LONGEST):
            piece = text[first : min(first + LONGEST, end)]
            if piece.strip():
                yield first + len(piece) - len(piece.lstrip()), first + len(piece.rstrip())
        start = following


def _paragraphs(text: str) -> Iterator[Span]:
    lines = text.splitlines(keepends=True)
    width = max((len(line.rstrip()) for line in lines), default=0)
    start = at = 0
    for number, line in enumerate(lines):
        if number and _ended(lines[number - 1].rstrip(), line, width):
            yield start, at
            start = at
        at += len(line)
    if start < at:
        yield start, at


def _ended(line: str, following: str, width: int) -> bool:
    """Whether a paragraph ends between two lines of a text that is `width` characters wide."""
    words = following.split()
    if not words or not line.strip() or _LABELLED.match(following):
        return True
    return len(line) + 1 + len(words[0]) <= width and not words[0][0].islower()
