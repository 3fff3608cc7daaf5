"""The passages of an answer's context in rank order, and at which of them each piece of gold evidence is complete.

A passage is a retrieved chunk, or what a system outside returned as one. The best hit of every search comes first, then
the second of every search; window neighbours follow in the order in which they were shown.
"""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import chain

from ragatta.eval.matching.evidence import Corpus, Piece, document
from ragatta.eval.matching.shown import Shown, is_written_out
from ragatta.eval.trace import all_steps, details
from ragatta.pipeline.types import Answer, Chunk

Passage = tuple[Chunk, ...]  # several where parts of a chunk were shown, none where a passage is not in the documents


def passages(answer: Answer) -> tuple[Passage, ...]:
    """The passages of the context, the best first; a failed answer has none."""
    if answer.status == "failed":
        return ()
    parts: dict[str, list[Chunk]] = {}
    for chunk in answer.context:
        parts.setdefault(chunk.id, []).append(chunk)
    if outside := _from_outside(answer, parts):
        return outside
    ranks = _ranks(answer)
    return tuple(tuple(parts[id_]) for id_ in sorted(parts, key=lambda id_: ranks.get(id_, (math.inf, 0))))


def _from_outside(answer: Answer, parts: Mapping[str, list[Chunk]]) -> tuple[Passage, ...]:
    """The passages of a system outside, which were aligned to the documents."""
    recorded = [one for each in details(all_steps(answer), "passages") for one in each or ()]
    if not all("chunks" in one for one in recorded):
        return ()
    left = dict(parts)
    return tuple(tuple(chain.from_iterable(left.pop(id_, ()) for id_ in one["chunks"])) for one in recorded)


def _ranks(answer: Answer) -> dict[str, tuple[int, int]]:
    """Of each hit by chunk id: its best rank, and the search that gave it that."""
    found: dict[str, tuple[int, int]] = {}
    searches = [hits for searched in details(all_steps(answer), "hits") for hits in searched]
    for number, hits in enumerate(searches):
        for hit in hits:
            if hit["rank"]:  # 0 is a window neighbour's
                rank = hit["rank"], number
                found[hit["chunk"]] = min(rank, found.get(hit["chunk"], rank))
    return found


def text_of(passage: Passage, corpus: Corpus) -> str:
    """What was shown of the passage, without chunks of documents outside the corpus."""
    texts = (
        chunk.text
        if is_written_out(chunk)
        else document(corpus[chunk.source_file]).text[chunk.char_start : chunk.char_end]
        for chunk in passage
        if chunk.source_file in corpus
    )
    return "\n".join(texts)


@dataclass(frozen=True)
class Ranking:
    """Passages, the best first, against pieces of gold evidence."""

    passages: tuple[Passage, ...]
    pieces: tuple[Piece, ...]
    corpus: Corpus

    @cached_property
    def completed(self) -> tuple[int | None, ...]:
        """For each piece the number (from 0) of the passage that completes it: the passages up to it show the whole
        piece, as evidence recall has it. None if even all of them do not. Raises ValueError if the context was not
        split from these pages."""
        passages_to = cache(lambda number: self._passages_between(0, number + 1))
        end = len(self.passages)
        found = (bisect_left(range(end), True, key=lambda at: passages_to(at).has(piece)) for piece in self.pieces)
        return tuple(at if at < end else None for at in found)

    def relevant(self, first: int) -> list[bool]:
        """Whether each of the `first` passages shows a piece by itself, or completes one."""
        return [
            number in self.completed or any(map(self._passages_between(number, number + 1).has, self.pieces))
            for number in range(min(first, len(self.passages)))
        ]

    @cached_property
    def places(self) -> tuple[bool, ...]:
        """The ranking with one place for each piece: a passage takes a place, or as many as it completes pieces. True
        where a piece is completed."""
        new = [self.completed.count(number) for number in range(len(self.passages))]
        return tuple(chain.from_iterable((True,) * count or (False,) for count in new))

    def _passages_between(self, start: int, end: int) -> Shown:
        return Shown([*chain.from_iterable(self.passages[start:end])], self.corpus)
