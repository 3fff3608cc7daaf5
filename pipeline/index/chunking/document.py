"""Chunks over the whole document: they span pages, and a table that breaks across two stays in one piece
(seed 001, decision 5a)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pipeline.documents.corpus import document_text
from pipeline.index.chunking._windows import Span, Windows
from pipeline.types import Page


def spans(pages: Sequence[Page], windows: Windows) -> Iterator[Span]:
    """Character spans of one document's chunks, in order."""
    return windows(document_text(pages))
