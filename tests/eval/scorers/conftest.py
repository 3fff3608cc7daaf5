"""Chunks cut from the cookery book."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from ragatta.pipeline.documents.corpus import document_text, page_at, page_starts
from ragatta.pipeline.types import Chunk, Page


@pytest.fixture
def chunk(corpus: dict[str, tuple[Page, ...]]) -> Callable[[str, str], Chunk]:
    """From the words that a chunk begins and ends with to the chunk (first occurrence of each)."""
    pages = corpus["book.pdf"]
    text, starts = document_text(pages), page_starts(pages)

    def cut(first: str, last: str) -> Chunk:
        start = text.index(first)
        end = text.index(last, start) + len(last)
        first_page, last_page = page_at(starts, start), page_at(starts, end - 1)
        return Chunk(f"book#{start}", "book.pdf", 0, text[start:end], first_page, last_page, start, end, len(pages))

    return cut
