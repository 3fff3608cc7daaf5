"""Smart diversity: chooses the chunks to show from those found for several sub-questions, within a limit in tokens.

The best chunks come first, whichever sub-question found them. Then each sub-question without a chunk gets a place for
its best one. A sub-question may keep several places as long as every other has one.

Scores are compared across sub-questions, so they must be on the same scale. Reciprocal rank fusion (at most 1 / (k + 1)
for every query) and rerankers (one measure of query and passage) are; bare BM25 scores, which grow with the number of
words in the query, are not.

No swap removes the only chunk of a sub-question. Where chunks A (of sub-question 0) and C (of 1) hold the only two
places, E (of 2) does not replace C, for then 1 would have no place and the next swap would undo this one: A and C
stay, and 2 is reported as unrepresented."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from ragatta.pipeline.types import Hit


@dataclass(frozen=True)
class Selection:
    """The chunks to show, best first, and the sub-questions (numbered from 0) without a chunk."""

    hits: tuple[Hit, ...]
    left_out: tuple[Hit, ...]
    found_for: Mapping[str, tuple[int, ...]]  # chunk id → every sub-question that found it, shown or not
    unrepresented: tuple[int, ...]  # sub-questions none of whose chunks is shown


@dataclass(frozen=True)
class _Candidate:
    hit: Hit
    found_for: tuple[int, ...]
    tokens: int


def select(
    hits_of: Sequence[Sequence[Hit]], limit: int, count_tokens: Callable[[str], int], shares: Sequence[int] = ()
) -> Selection:
    """The chunks to show from those found for each sub-question, at most `limit` tokens of text.

    A chunk found for several sub-questions counts for each and is shown once, with its best score. With `shares`, the
    best of each sub-question that fit its share of the tokens come first. Then come the best of all that fit. Then, for
    each sub-question without a place, its best chunk replaces the lowest-scoring chunks of sub-questions that keep
    another one. Ties are broken by rank, sub-question and chunk id."""
    pool = _candidates(hits_of, count_tokens)
    chosen = _within_shares(pool, limit, shares)
    for candidate in pool:
        if candidate not in chosen and _size(chosen) + candidate.tokens <= limit:
            chosen.append(candidate)
    for number in range(len(hits_of)):
        if number not in _places(chosen):
            candidates = [candidate for candidate in pool if number in candidate.found_for]
            swapped = (_swapped(candidate, chosen, limit) for candidate in candidates)
            chosen = next((with_it for with_it in swapped if with_it is not None), chosen)
    selected = [candidate for candidate in pool if candidate in chosen]
    return Selection(
        hits=tuple(candidate.hit for candidate in selected),
        left_out=tuple(candidate.hit for candidate in pool if candidate not in chosen),
        found_for={candidate.hit.chunk.id: candidate.found_for for candidate in pool},
        unrepresented=tuple(number for number in range(len(hits_of)) if number not in _places(selected)),
    )


def _candidates(hits_of: Sequence[Sequence[Hit]], count_tokens: Callable[[str], int]) -> list[_Candidate]:
    """Every chunk once, with its best hit, the best first."""
    all_hits = [(hit, number) for number, hits in enumerate(hits_of) for hit in hits]
    all_hits.sort(key=lambda pair: (-pair[0].score, pair[0].rank, pair[1], pair[0].chunk.id))
    best: dict[str, Hit] = {}
    found_for: dict[str, list[int]] = {}
    for hit, number in all_hits:
        best.setdefault(hit.chunk.id, hit)
        found_for.setdefault(hit.chunk.id, []).append(number)
    return [
        _Candidate(hit, tuple(sorted(set(found_for[id_]))), count_tokens(hit.chunk.text)) for id_, hit in best.items()
    ]


def _within_shares(pool: Sequence[_Candidate], limit: int, shares: Sequence[int]) -> list[_Candidate]:
    """The best of each sub-question that fit its share of the limit."""
    chosen: list[_Candidate] = []
    for number, share in enumerate(shares):
        room = limit * share // sum(shares)
        for candidate in pool:
            if number in candidate.found_for and candidate not in chosen and candidate.tokens <= room:
                chosen.append(candidate)
                room -= candidate.tokens
    return chosen


def _swapped(candidate: _Candidate, chosen: Sequence[_Candidate], limit: int) -> list[_Candidate] | None:
    """The chosen chunks with the candidate in place of as few of the lowest-scoring ones as its tokens need; None if
    that would remove the only chunk of a sub-question."""
    kept = list(chosen)
    while _size(kept) + candidate.tokens > limit:
        places = _places(kept)
        spare = [one for one in kept if all(places[number] > 1 for number in one.found_for)]
        if not spare:
            return None
        kept.remove(min(spare, key=lambda one: (one.hit.score, -one.hit.rank)))
    return [*kept, candidate]


def _places(chosen: Sequence[_Candidate]) -> Counter[int]:
    """How many chunks each sub-question has."""
    return Counter(number for one in chosen for number in one.found_for)


def _size(chosen: Sequence[_Candidate]) -> int:
    return sum(one.tokens for one in chosen)
