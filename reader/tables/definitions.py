"""What says which value a key has: a row in which a word stands beside it ("Worn" has the rating 3), or the sentence
that says how to read a table between its rows."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import chain

from pipeline.tasks.answers import Passage
from pipeline.tasks.binding import BoundValue
from pipeline.text.mentions import tokens
from pipeline.text.words import STOP, sentences
from reader.tables.grids import read_grids

_BETWEEN = re.compile(
    r"\b(?:between|in-between|intermediate|not (?:shown|listed|displayed|printed|in the (?:table|schedule)))\b",
    re.IGNORECASE,
)
_BETWEEN_WORDS = frozenset(tokens("rule for a between those shown"))
_ENOUGH = 0.5  # share of the key's words that the table must say


def defined(wanted: str, question: str, choices: Sequence[str], tables: Sequence[Passage]) -> BoundValue | None:
    """The one of the `choices` that stands in a row with a word of the question; None where no row or several that
    differ hold one. The table has to be about what is `wanted`."""
    said, named = frozenset(tokens(question)), frozenset(tokens(wanted))
    found = {}
    for grid in read_grids(tables):
        over = chain(tokens(" ".join(grid.title)), *(tokens(name) for name, _ in grid.columns))
        if len(named & frozenset(over)) < _ENOUGH * len(named):
            continue
        for row in grid.rows:
            cells = [" ".join(cell.split()).casefold() for cell in row.cells.values()]
            values = [choice for choice in choices if choice.casefold() in cells]
            if len(values) == 1 and any(_is_said(cell, said) for cell in cells if cell != values[0].casefold()):
                found[values[0]] = BoundValue(value=values[0], source=row.source, quote=row.text)
    return next(iter(found.values())) if len(found) == 1 else None


def stated_way(wanted: str, choices: Sequence[str], prose: Sequence[Passage]) -> BoundValue | None:
    """The one of the `choices`, the first first, that a sentence on values between those shown says of what is wanted;
    None where none does."""
    named = frozenset(tokens(wanted)) - _BETWEEN_WORDS
    said = [
        (passage.source, sentence)
        for passage in prose
        for sentence in sentences(" ".join(passage.text.split()))
        if _BETWEEN.search(sentence) and named & frozenset(tokens(sentence))
    ]
    for choice in choices:
        for source, sentence in said:
            if choice.casefold() in sentence.casefold():
                return BoundValue(value=choice, source=source, quote=sentence)
    return None


def _is_said(cell: str, said: frozenset[str]) -> bool:
    """Whether the question says all of a cell that is a name."""
    words = tokens(cell)
    return bool(words) and cell not in STOP and all(map(str.isalpha, words)) and frozenset(words) <= said
