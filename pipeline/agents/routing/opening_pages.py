"""The beginnings of a document's first pages, shortened until they fit the model that is shown them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from ragatta.pipeline.llm.seam import ContextOverflow
from ragatta.pipeline.types import Page

PAGE_CHARACTERS = 3000  # of each page shown: a title page and a table of contents fit
LEAST_CHARACTERS = 200

Replied = TypeVar("Replied")


def ask_of_beginnings(pages: Sequence[Page], most: int, asked: Callable[[tuple[str, ...]], Replied]) -> Replied:
    """What `asked` replies to the beginnings of the first `most` pages; for a model with a small context window they
    are shorter. Raises ModelError."""
    characters = PAGE_CHARACTERS
    while True:
        try:
            return asked(tuple(page.text[:characters] for page in pages[:most]))
        except ContextOverflow:
            if characters < LEAST_CHARACTERS:
                raise
            characters //= 2
