"""Compares table rows as printed on a page with the written-out rows of table chunks.

A table chunk writes each cell beside its column's name, with merged cells in every row and wrapped cells in one piece
(pipeline/tables/row_text.py). So a written row contains all words of the printed row, possibly in another order and
with other words between them.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain

from ragatta.eval.matching.normalise import Loose, Normal, Span, normalise
from ragatta.eval.matching.phrases import find_items, find_loosely
from ragatta.pipeline.tables.row_text import read_row

LEAST_WORDS = 2  # of a row: a key and a value
_WORD = re.compile(r"[^\W_]+(?:[.,][^\W_]+)*")  # a number is one word; its sign and unit may stand in another cell


@dataclass(frozen=True)
class Written:
    """A table chunk: its whole text, each row's cells without column names, and the words of each row."""

    texts: tuple[Normal, ...]
    rows: tuple[Counter[str], ...]

    def has(self, phrase: str, beside: Sequence[str] = ()) -> bool:
        """Whether the text contains the phrase outside the longer phrases of `beside`."""
        found = (find_items(text, (phrase,), beside) for text in self.texts)
        loose = (find_loosely(Loose(text.raw), (phrase,), beside) for text in self.texts)
        return any(spans[phrase] for spans in chain(found, loose))

    def has_row(self, printed: str) -> bool:
        """Whether one row contains all words of the printed row."""
        sought = words(printed)
        return len(sought) >= LEAST_WORDS and any(sought <= row for row in self.rows)


@lru_cache(maxsize=16384)
def written(text: str) -> Written:
    """A table chunk's text, parsed once."""
    lines = text.split("\n")
    cells = (" ".join(value for _, value in read_row(line)) for line in lines)
    return Written((Normal(text), *map(Normal, cells)), tuple(map(words, lines)))


def has_printed_row(text: str, printed: str) -> bool:
    """Whether a page's text has the row: for each of its lines, consecutive page lines that contain all its words."""
    sought = [words(line) for line in printed.split("\n")]
    runs = zip(*(_lines(text)[at:] for at in range(len(sought))), strict=False)
    several = len(sum(sought, Counter())) >= LEAST_WORDS
    return several and any(all(own <= line for own, line in zip(sought, run, strict=True)) for run in runs)


@lru_cache(maxsize=1024)
def _lines(text: str) -> tuple[Counter[str], ...]:
    return tuple(map(words, text.split("\n")))


def words(text: str) -> Counter[str]:
    """The normalised words and numbers of a text, with their counts."""
    return Counter(_WORD.findall(normalise(text)))


def printed_row(text: str, start: int, end: int) -> Span:
    """The lines of a text that a span touches."""
    after = text.find("\n", end)
    return text.rfind("\n", 0, start) + 1, after if after >= 0 else len(text)
