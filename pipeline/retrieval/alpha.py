"""The semantic share of a search by meaning and words: one number, one for each of two kinds of query, or by features.

Words find what a query quotes or names by a figure or a code; meaning finds what it describes. By features the share is
`alpha_reasoning` for a query without such words and falls towards `alpha_enumeration` as more of it is exact."""

from __future__ import annotations

import re
from dataclasses import dataclass

from ragatta.pipeline.retrieval.search import Search
from ragatta.pipeline.text.enumeration import is_enumeration

ALPHAS = ("adaptive", "features")  # by the kind of the query, or by how much of it is exact
# Quoted words; what has a digit, also without spaces around it; abbreviations and codes of capital letters.
_EXACT = re.compile(
    r"\"[^\"]+\"|“[^”]+”|«[^»]+»|「[^」]+」|『[^』]+』|[A-Za-z]*[-./]?\d[\w.,/-]*|\b[A-Z]{2,}(?:[-/][A-Z]+)*\b",
    re.ASCII,
)
_WORD = re.compile(r"\w")
ENOUGH = 1 / 3  # of a query's letters and digits that are exact, from which on it counts like a list


@dataclass(frozen=True)
class WeighedSearch(Search):
    """A search by meaning and words, weighed by alpha."""

    alpha: int | float | str = "adaptive"  # the semantic share: adaptive, features, or 0 to 1
    alpha_enumeration: float = 0.3  # adaptive, for a list: words find its entries better than meaning does
    alpha_reasoning: float = 0.7  # adaptive, for any other query

    def alpha_of(self, query: str) -> float:
        """The semantic share in [0, 1]."""
        if not isinstance(self.alpha, str):
            return self.alpha
        lists, reasons = self.alpha_enumeration, self.alpha_reasoning
        if is_enumeration(query):
            return lists
        return reasons + (lists - reasons) * exactness(query) if self.alpha == "features" else reasons

    def problems(self) -> list[str]:
        found = [*super().problems(), *self.shares("alpha_enumeration", "alpha_reasoning")]
        if self.alpha in ALPHAS or (not isinstance(self.alpha, str) and 0 <= self.alpha <= 1):
            return found
        return [*found, f"{self.KEY}.alpha ({self.alpha}) must be {' or '.join(ALPHAS)}, or a number from 0 to 1"]


def exactness(query: str) -> float:
    """How much of a query can only be found word by word, from 0 to 1."""
    whole = len(_WORD.findall(query))
    exact = sum(len(_WORD.findall(match[0])) for match in _EXACT.finditer(query))
    return min(1.0, exact / whole / ENOUGH) if whole else 0.0
