"""The semantic share of a hybrid score for a query: one number, one for each of two kinds of query, or by features.

Words find what a query quotes or names by a figure or a code; meaning finds what it describes. By features the share is
`alpha_reasoning` for a query without such words and falls towards `alpha_enumeration` as more of it is exact. Source:
seed 001, decision 12 and open question 5."""

from __future__ import annotations

import re

from ragatta.pipeline.settings.retrieval import Retrieval
from ragatta.pipeline.text.enumeration import is_enumeration

# Quoted words; what has a digit, also without spaces around it; abbreviations and codes of capital letters.
_EXACT = re.compile(
    r"\"[^\"]+\"|“[^”]+”|«[^»]+»|「[^」]+」|『[^』]+』|[A-Za-z]*[-./]?\d[\w.,/-]*|\b[A-Z]{2,}(?:[-/][A-Z]+)*\b",
    re.ASCII,
)
_WORD = re.compile(r"\w")
ENOUGH = 1 / 3  # of a query's letters and digits that are exact, from which on it counts like a list


def alpha_of(query: str, settings: Retrieval) -> float:
    """The semantic share in [0, 1]."""
    if not isinstance(settings.alpha, str):
        return settings.alpha
    lists, reasons = settings.alpha_enumeration, settings.alpha_reasoning
    if is_enumeration(query):
        return lists
    return reasons + (lists - reasons) * exactness(query) if settings.alpha == "features" else reasons


def exactness(query: str) -> float:
    """How much of a query can only be found word by word, from 0 to 1."""
    whole = len(_WORD.findall(query))
    exact = sum(len(_WORD.findall(match[0])) for match in _EXACT.finditer(query))
    return min(1.0, exact / whole / ENOUGH) if whole else 0.0
