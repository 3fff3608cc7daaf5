"""Smart diversity: which of the chunks found for several sub-questions are shown, under a limit in tokens.

The best chunks of all come first, whichever sub-question found them; only then is a place made for a sub-question that
has none. Nothing is forced: a sub-question may keep several places as long as each has one. Source: seed 003, phase 4.

Scores are compared across sub-questions, so they have to mean the same for each: reciprocal rank fusion (a fused rank,
at most 1 / (k + 1) for every query) and rerankers (one measure of query and passage) do, bare BM25 scores, which grow
with the words of the query, do not.

The seed's second example gives the two places of A (sub-question 0) and C (1) to A and E (2): it swaps out the only
chunk of 1, which is then the one without a place, and the next swap would undo the last. Here a swap takes no
sub-question's only chunk, so that A and C stay, the selection ends, and 2 is said to be unrepresented.
"""

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


def select(found: Sequence[Sequence[Hit]], limit: int, count_tokens: Callable[[str], int]) -> Selection:
    """The chunks to show of those found for each sub-question, at most `limit` tokens of text.

    A chunk found for several counts for each and is shown once, by its best score. First the best that fit; then, for
    every sub-question without a place in turn, its best chunk takes the place of the lowest-scoring ones of
    sub-questions that keep another. Equal scores stand by rank, sub-question and chunk id.
    """
    pool = _candidates(found, count_tokens)
    chosen: list[_Candidate] = []
    for candidate in pool:
        if _size(chosen) + candidate.tokens <= limit:
            chosen.append(candidate)
    for number in range(len(found)):
        if number not in _places(chosen):
            own = [candidate for candidate in pool if number in candidate.found_for]
            swapped = (_swapped(candidate, chosen, limit) for candidate in own)
            chosen = next((with_it for with_it in swapped if with_it is not None), chosen)
    shown = [candidate for candidate in pool if candidate in chosen]
    return Selection(
        hits=tuple(candidate.hit for candidate in shown),
        left_out=tuple(candidate.hit for candidate in pool if candidate not in chosen),
        found_for={candidate.hit.chunk.id: candidate.found_for for candidate in pool},
        unrepresented=tuple(number for number in range(len(found)) if number not in _places(shown)),
    )


def _candidates(found: Sequence[Sequence[Hit]], count_tokens: Callable[[str], int]) -> list[_Candidate]:
    """Every chunk once, by its best hit, the best first."""
    all_hits = [(hit, number) for number, hits in enumerate(found) for hit in hits]
    all_hits.sort(key=lambda pair: (-pair[0].score, pair[0].rank, pair[1], pair[0].chunk.id))
    best: dict[str, Hit] = {}
    found_for: dict[str, list[int]] = {}
    for hit, number in all_hits:
        best.setdefault(hit.chunk.id, hit)
        found_for.setdefault(hit.chunk.id, []).append(number)
    return [
        _Candidate(hit, tuple(sorted(set(found_for[id_]))), count_tokens(hit.chunk.text)) for id_, hit in best.items()
    ]


def _swapped(candidate: _Candidate, chosen: Sequence[_Candidate], limit: int) -> list[_Candidate] | None:
    """The chosen with the candidate in place of as few of the lowest-scoring as its tokens need; None where that
    cannot be done without taking a sub-question's only chunk."""
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
