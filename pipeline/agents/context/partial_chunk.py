"""Cuts a chunk to the part of it that is shown."""

from __future__ import annotations

from dataclasses import replace

from ragatta.pipeline.types import Chunk


def stretch(chunk: Chunk, start: int, end: int) -> Chunk:
    """The chunk with only text[start:end]. The place of a written-out table row in the document is not known, so the
    same share of the original is taken."""
    text = chunk.text[start:end]
    if not chunk.original:
        return replace(
            chunk, text=text, char_start=chunk.char_start + start, char_end=chunk.char_start + start + len(text)
        )
    share = len(chunk.original) / max(len(chunk.text), 1)
    first, last = int(start * share), int((start + len(text)) * share)
    return replace(
        chunk,
        text=text,
        original=chunk.original[first:last],
        char_start=chunk.char_start + first,
        char_end=chunk.char_start + last,
    )
