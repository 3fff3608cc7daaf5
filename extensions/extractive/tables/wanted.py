"""A question parsed once for all tables: its values and words, and the columns that it names."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cached_property

from ragatta.extensions.extractive.calculations.named_measures import QUANTITY
from ragatta.extensions.extractive.question.periods import days, without_days
from ragatta.extensions.extractive.tables.grids import ShownTable
from ragatta.pipeline.text.mentions import bound, mentions, tokens
from ragatta.pipeline.text.words import is_specific, names, weigh

_WORD = re.compile(r"[^\W_]+")
# Words behind which another phrase begins.
_PHRASE_END = re.compile(
    r"[,;:?!()]|\b(?:for|of|on|in|at|is|are|to|with|when|if|where|does|do|under|by|that|which|and)\b", re.IGNORECASE
)


class TableQuestion:
    """A question, parsed once for all tables."""

    def __init__(self, question: str, known_values: Mapping[str, str], grids: Sequence[ShownTable]) -> None:
        self.days, question = days(question), without_days(question)
        self.text, self.folded = question, question.casefold()
        self.mentions = (*mentions(question), *bound(known_values))
        figures = {token for mention in self.mentions if mention.required for token in tokens(mention.text)}
        self.question_tokens = Counter(token for token in tokens(question) if token not in figures)
        figures |= {letters for mention in self.mentions for letters in re.findall(r"[a-z]+", mention.text.lower())}
        self.names = frozenset(term for term in names(question) if not is_specific(term)) - figures
        self.phrases = f" {' '.join(_WORD.findall(question.lower()))} "
        self.ends = [" ".join(_WORD.findall(part.lower())) for part in _PHRASE_END.split(question)]
        self.weights = weigh(self.question_tokens, [_words(grid) for grid in grids])

    @cached_property
    def total(self) -> float:
        return sum(self.weights.values())

    def phrases_whole(self, column: str) -> bool:
        """Whether the question has a column's name of several words as a phrase: "fee per box" in "the fee per box of",
        not in "the fee per box factor"."""
        words = " ".join(_WORD.findall(column.lower()))
        return " " in words and any(f" {part}".endswith(f" {words}") for part in self.ends)

    def verbatim(self, column: str) -> bool:
        """Whether the question has a column's name of several words literally, and not as part of a quantity."""
        words = " ".join(_WORD.findall(column.lower()))
        found = re.search(rf" {re.escape(words)} (?P<next>\w*)", self.phrases) if " " in words else None
        return found is not None and not QUANTITY.match(found["next"])

    def coverage(self, present: frozenset[str]) -> float:
        return sum(weight for token, weight in self.weights.items() if token in present) / (self.total or 1.0)

    def share(self, text: str) -> float:
        """The share of a text's words that are in the question."""
        words = frozenset(tokens(text))
        return len(words & self.question_tokens.keys()) / len(words) if words else 0.0


def _words(grid: ShownTable) -> frozenset[str]:
    cells = (cell for row in grid.rows for cell in row.cells.values())
    return frozenset(
        token for text in (*grid.title, *(name for name, _ in grid.columns), *cells) for token in tokens(text)
    )
