"""The words by which one quantity of a calculation is looked up: its name and what the question says of the case, less
what is of the other quantities."""

from __future__ import annotations

from collections.abc import Sequence

from pipeline.tasks.answers import Passage
from pipeline.text.mentions import COUNTS, tokens
from pipeline.text.quantities import codes, quantities
from reader.calculations.expressions import Calculation
from reader.tables.grids import read_grids

# Words that a yes-or-no column is met by: "with a lift", "no lift".
_FLAGGING = frozenset(["a", "an", "with", "has", "have", "having", "no", "without"])


def operand_words(asked: Calculation, wanted: str) -> str:
    """The quantity's name and the case."""
    return f"{wanted}: {asked.rest}" if asked.rest else wanted


def columns_of_others(asked: Calculation, wanted: str, tables: Sequence[Passage]) -> str:
    """The words of the other quantities that name columns here: of "the sea fare times the season factor" the factor is
    that of the column "Sea"."""
    columns = frozenset(token for grid in read_grids(tables) for name in grid.measures for token in tokens(name[0]))
    others = (word for operand in asked.operands if operand != wanted for word in operand.split())
    return " ".join(word for word in others if frozenset(tokens(word)) & columns)


def spoken_of(words: str, tables: Sequence[Passage], unmet: Sequence[str]) -> str:
    """The words that the tables speak of: the others are of the question's other values, and tell nothing here."""
    known = frozenset(token for passage in tables for token in tokens(passage.text))
    dropped = frozenset(text.lower() for text in unmet)
    dropped |= frozenset(token for text in unmet if not quantities(text) for token in tokens(text))
    kept, flags = [], []
    for word in words.split():
        own = frozenset(tokens(word))
        bare = word.lower().strip(".,;:()")
        if bare in _FLAGGING:
            flags.append(word)
        elif own and not (own | {bare}) & dropped and (own & known or own & COUNTS or codes(word) or quantities(word)):
            kept += [*flags, word]
            flags = []
        else:
            flags = []
    return " ".join(kept)
