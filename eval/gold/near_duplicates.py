"""Gold questions that ask nearly the same, by their words.

Two questions are near duplicates if they have the same scope, the same numbers, codes and names, have no other words in
quotes, and share most of their other terms, rare ones counting more: the weighted Jaccard index with inverse document
frequency as weight (Jaccard 1901; Sparck Jones 1972). A different number or name makes a different question: "the fee
in zone 5" is not the fee in zone 6.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from ragatta.pipeline.text.words import is_specific, names, terms, weigh
from ragatta.pipeline.types import Question

NEAR = 0.75  # the share of common terms, by weight, from which on two questions are near duplicates
LOOSELY = 0.5  # and from which on they are worth showing to who adds one
ROUNDING = 1e-9  # of sums of weights
QUOTED = re.compile(r"“([^”]+)”|„([^“]+)“|«([^»]+)»|‘([^’]+)’|\"([^\"]+)\"")


@dataclass(frozen=True)
class Pair:
    earlier: Question
    later: Question
    share: float  # of their terms that both have, by weight, in (0, 1]


def near_duplicates(questions: Sequence[Question], new: Iterable[str] | None = None, least: float = NEAR) -> list[Pair]:
    """The pairs that share at least `least` of their terms, the nearest first; with `new` (ids), only pairs with one of
    them."""
    each = [_terms(question.question) for question in questions]
    weights = weigh({term for own in each for term in own}, each)
    sought = None if new is None else set(new)
    groups: dict[object, list[Question]] = defaultdict(list)
    for question in questions:
        groups[_scope(question)].append(question)
    pairs = [
        Pair(earlier, later, share)
        for group in groups.values()
        for earlier, later in _candidates(group, weights, least)
        if (sought is None or sought & {earlier.id, later.id}) and (share := _share(earlier, later, weights)) >= least
    ]
    return sorted(pairs, key=lambda pair: -pair.share)


def _candidates(
    group: Sequence[Question], weights: Mapping[str, float], least: float
) -> Iterator[tuple[Question, Question]]:
    """The pairs that may share so much, each in the order of the group, by later and earlier question: those with a
    heavy term in common. Terms are looked at from the heaviest; where two questions share at least `least` of all
    terms, the first that they share comes before the rest of either is lighter than that (Bayardo, Ma, Srikant 2007:
    Scaling Up All Pairs Similarity Search)."""
    having: dict[str, list[int]] = defaultdict(list)
    for number, later in enumerate(group):
        terms = sorted(_terms(later.question), key=lambda term: (-weights[term], term))
        rest = total = sum(weights[term] for term in terms)
        earlier: set[int] = set()
        for term in terms:
            if rest < least * total - ROUNDING:
                break
            earlier.update(having[term])
            having[term].append(number)
            rest -= weights[term]
        yield from ((group[one], later) for one in sorted(earlier))


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
