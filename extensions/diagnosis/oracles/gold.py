"""What an oracle knows of a question: its documents, and the chunks that hold its evidence."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ragatta.eval.matching.evidence import Corpus, Place, gold_pages, touched, wanted
from ragatta.pipeline.types import Chunk, Evidence, Question


@dataclass(frozen=True)
class Gold:
    """`documents` and `chunks` in the order of the evidence, each once; `page_chunks` are all that touch its pages.
    `pieces`: how many pieces of evidence there are, `missing`: how many of them no chunk holds. `values` are the pieces
    that name a value."""

    documents: tuple[str, ...] = ()
    chunks: tuple[Chunk, ...] = ()
    page_chunks: tuple[Chunk, ...] = ()
    pieces: int = 0
    missing: int = 0
    sub_questions: tuple[str, ...] = ()
    filters: Mapping[str, Any] = field(default_factory=dict)
    values: tuple[Evidence, ...] = ()
    standalone: str = ""


def gold_of(question: Question, corpus: Corpus, chunks: Sequence[Chunk]) -> Gold:
    """`chunks` are those of the collection, in any order; `corpus` the pages that they were cut from."""
    documents = tuple(dict.fromkeys(evidence.file for evidence in question.evidence))
    there = [chunk for chunk in chunks if chunk.source_file in documents]
    pieces = wanted(question, corpus)
    holding = [_holding(piece.places, there) for piece in pieces]
    if not pieces:  # the evidence names pages only
        holding = [[chunk for chunk in there if touched(gold_pages(question), [chunk])]]
    on_pages = [chunk for chunk in there if touched(gold_pages(question), [chunk])]
    return Gold(
        documents,
        _each_once(holding),
        tuple(on_pages),
        len(pieces),
        sum(not found for found in holding),
        question.sub_questions,
        question.filters,
        values_of(question),
        question.standalone,
    )


def values_of(question: Question) -> tuple[Evidence, ...]:
    """The pieces of evidence that name a value."""
    return tuple(evidence for evidence in question.evidence if evidence.value)


def _holding(places: Sequence[Place], chunks: Sequence[Chunk]) -> list[Chunk]:
    """The shortest chunk with a whole place, of the first place that has one; else those that hold a place together."""
    for file, start, end in places:
        whole = [c for c in chunks if c.source_file == file and c.char_start <= start and end <= c.char_end]
        if whole:
            return [min(whole, key=lambda chunk: (bool(chunk.table), chunk.char_end - chunk.char_start))]
    for file, start, end in places:
        parts = [c for c in chunks if c.source_file == file and c.char_start < end and start < c.char_end]
        if parts:
            return parts
    return []


def _each_once(found: Sequence[Sequence[Chunk]]) -> tuple[Chunk, ...]:
    by_id: Mapping[str, Chunk] = {chunk.id: chunk for chunks in found for chunk in chunks}
    return tuple(by_id.values())
