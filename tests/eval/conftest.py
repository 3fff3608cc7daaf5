"""A small cookery corpus: three pages of one book and one of another."""

from __future__ import annotations

import pytest

from ragatta.pipeline.types import Page

BOOK = (
    "Contents\nOnion Soup.....2\nRye\nBread.....3",
    "Onion soup. Simmer for 45 minutes\nat 92 degrees, then serve",
    "Rye bread. Bake for 145 minutes; a loaf costs $4.50.",
)


@pytest.fixture
def corpus() -> dict[str, tuple[Page, ...]]:
    pages = tuple(Page("book.pdf", number, text) for number, text in enumerate(BOOK, 1))
    return {"book.pdf": pages, "prices.pdf": (Page("prices.pdf", 1, "Soup $6\nBread $4.50"),)}
