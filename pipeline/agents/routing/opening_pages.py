"""Takes the beginnings of a document's first pages, shortened until they fit the model's context window."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from ragatta.pipeline.llm.seam import ContextOverflow
from ragatta.pipeline.types import Page

PAGE_CHARACTERS = 3000  # of each page shown: a title page and a table of contents fit
LEAST_CHARACTERS = 200

Replied = TypeVar("Replied")


def ask_of_beginnings(pages: Sequence[Page], most: int, asked: Callable[[tuple[str, ...]], Replied]) -> Replied:
    """The reply of `asked` to the beginnings of the first `most` pages, which are shorter for a small context window.
    Raises ModelError."""
    characters = PAGE_CHARACTERS
    while True:
        try:
            return asked(tuple(page.text[:characters] for page in pages[:most]))
        except ContextOverflow:
            if characters < LEAST_CHARACTERS:
                raise
            characters //= 2
