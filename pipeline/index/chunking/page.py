"""Chunks within pages: none spans two, so that each keeps to one page's matter (seed 001, decision 5c)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pipeline.documents.corpus import page_starts
from pipeline.index.chunking._windows import Span, Windows
from pipeline.types import Page


def spans(pages: Sequence[Page], windows: Windows) -> Iterator[Span]:
    """Character spans of one document's chunks, in order."""
    for page, offset in zip(pages, page_starts(pages), strict=True):
        for start, end in windows(page.text):
            yield offset + start, offset + end
