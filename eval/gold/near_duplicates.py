"""Gold questions that ask nearly the same, by their words.

Two questions are near duplicates if they have the same scope, the same numbers, codes and names, have no other words in
quotes, and share most of their other terms, rare ones counting more: the weighted Jaccard index with inverse document
frequency as weight (Jaccard 1901; Sparck Jones 1972). A different number or name makes a different question: "the fee
in zone 5" is not the fee in zone 6.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from ragatta.pipeline.text.words import is_specific, names, terms, weigh
from ragatta.pipeline.types import Question

NEAR = 0.75  # the share of common terms, by weight, from which on two questions are near duplicates
LOOSELY = 0.5  # and from which on they are worth showing to who adds one
QUOTED = re.compile(r"“([^”]+)”|„([^“]+)“|«([^»]+)»|‘([^’]+)’|\"([^\"]+)\"")


@dataclass(frozen=True)
class Pair:
    earlier: Question
    later: Question
    share: float  # of their terms that both have, by weight, in (0, 1]


def near_duplicates(questions: Sequence[Question], new: Iterable[str] | None = None, least: float = NEAR) -> list[Pair]:
    """The pairs that share at least `least` of their terms, the nearest first; with `new` (ids), only pairs with one of
    them."""
    weights = weigh(
        {term for question in questions for term in _terms(question.question)},
        [_terms(question.question) for question in questions],
    )
    sought = None if new is None else set(new)
    groups: dict[object, list[Question]] = defaultdict(list)
    for question in questions:
        groups[_scope(question)].append(question)
    pairs = [
        Pair(earlier, later, share)
        for group in groups.values()
        for number, later in enumerate(group)
        for earlier in group[:number]
        if (sought is None or sought & {earlier.id, later.id}) and (share := _share(earlier, later, weights)) >= least
    ]
    return sorted(pairs, key=lambda pair: -pair.share)


@lru_cache(maxsize=10_000)
def _terms(question: str) -> frozenset[str]:
    return frozenset(terms(question))


def _scope(question: Question) -> object:
    """What must be equal in two duplicates: documents, filters, words that must match exactly, the turns before."""
    specific = frozenset(term for term in _terms(question.question) if is_specific(term))
    filters = repr(sorted(question.filters.items()))
    return frozenset(question.documents), filters, specific, frozenset(names(question.question)), question.turns


@lru_cache(maxsize=10_000)
def _quoted(question: str) -> frozenset[str]:
    return frozenset("".join(found).strip().casefold() for found in QUOTED.findall(question))


def _share(one: Question, other: Question, weights: Mapping[str, float]) -> float:
    quoted, also = _quoted(one.question), _quoted(other.question)
    if quoted and also and quoted != also:
        return 0.0
    a, b = _terms(one.question), _terms(other.question)
    either = sum(weights[term] for term in a | b)
    return sum(weights[term] for term in a & b) / either if either else 0.0
