"""The words by which one quantity of a calculation is looked up: its name and what the question says of the case, less
what is of the other quantities."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pipeline.tasks.answers import Passage
from pipeline.text.measures import amounts
from pipeline.text.mentions import COUNTS, mentions, tokens
from pipeline.text.quantities import codes, quantities
from reader.calculations.expressions import Calculation
from reader.tables.grids import Grid, read_grids

# Words that a yes-or-no column is met by: "with a lift", "no lift".
_FLAGGING = frozenset(["a", "an", "with", "has", "have", "having", "no", "without"])


def operand_words(asked: Calculation, wanted: str, tables: Sequence[Passage]) -> str:
    """The quantity's name and the case, as far as it may be of these tables."""
    case = _without_claimed(asked.rest, asked, wanted, read_grids(tables))
    return without_measures(f"{wanted}: {case}" if case else wanted, tables)


def without_measures(words: str, tables: Sequence[Passage]) -> str:
    """The words without amounts of something that the tables hold as money: 5,000 feet choose no row of $5,000."""
    shown = "\n".join(passage.text for passage in tables)
    for one in reversed(amounts(words)):
        number = re.escape(re.sub(r"[^\d.,]", "", one.text))
        if one.unit not in ("", "$", "%") and number and re.search(rf"[$€£]\s?{number}(?![\d.,]*\d)", shown):
            words = _cut(words, one.quantity.span)
    return words


def _without_claimed(words: str, asked: Calculation, wanted: str, grids: Sequence[Grid]) -> str:
    """The words without amounts that stand beside the name of another quantity, and of no key of these tables: "rush
    class 9" is no key of the table of sizes."""
    own = frozenset(tokens(" ".join((wanted, *(part for grid in grids for part in grid.title)))))
    others = [frozenset(tokens(operand)) - own for operand in asked.operands if operand != wanted]
    keys = [name[0] for grid in grids for name in grid.keys]
    for mention in reversed(mentions(words)):
        claimed = any(mention.beside & other for other in others) and not mention.codes
        if claimed and mention.quantities and not mention.beside & own and not any(map(mention.of, keys)):
            start = words.rfind(mention.text)
            words = _cut(words, (start, start + len(mention.text)))
    return words


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


def _cut(words: str, span: tuple[int, int]) -> str:
    return f"{words[: span[0]].rstrip()} {words[span[1] :].lstrip()}"
