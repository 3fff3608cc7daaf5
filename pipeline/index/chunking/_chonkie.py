"""Spans by the chunkers of the package chonkie, none longer than a chunk may be.

Its recipes and default models come from a hub and are not used: rules and embedder are handed to it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ragatta.pipeline.index.chunker import Piece, Sizes, Span
from ragatta.pipeline.index.embedding.onnx_session import encodable
from ragatta.pipeline.text.sentences import ENDS, WIDE_ENDS

SENTENCE_ENDS = [*(f"{sign}{space}" for sign in ENDS for space in (" ", "\n")), *WIDE_ENDS, "\n\n"]
LEVELS = (["\n\n"], ["\n"], [*(f"{sign} " for sign in ENDS), *WIDE_ENDS], [", ", "; ", ": ", "、", "，"])


def recursive(sizes: Sizes) -> Any:
    """Paragraphs, where too long their lines, then sentences, clauses and words."""
    from chonkie import RecursiveChunker, RecursiveLevel, RecursiveRules

    count: Any = sizes.count  # a function will do for a tokenizer

    levels = [RecursiveLevel(delimiters=list(signs)) for signs in LEVELS]
    levels.append(RecursiveLevel(whitespace=True))
    return RecursiveChunker(count, sizes.size, RecursiveRules(levels), min_characters_per_chunk=1)


def pieces_of(chunker: Any, text: str, sizes: Sizes) -> Iterator[Piece]:
    """The chunks that a chunker makes of a text; one that is too long is cut by `recursive`, then by length."""
    finer = recursive(sizes)
    for begin, end in _spans(chunker, text):
        if sizes.fits(text[begin:end]):
            yield Piece(begin, end)
            continue
        for start, stop in _spans(finer, text[begin:end]):
            part = text[begin + start : begin + stop]
            cuts = [(0, len(part))] if sizes.fits(part) else sizes.windows(part)
            yield from (Piece(begin + start + first, begin + start + last) for first, last in cuts)


def _spans(chunker: Any, text: str) -> Iterator[Span]:
    """Without those that end where the one before ends: with a large overlap, chonkie repeats the end of a text."""
    reached = 0
    for chunk in chunker.chunk(encodable(text)):
        if chunk.end_index > reached:
            yield chunk.start_index, chunk.end_index
            reached = chunk.end_index
