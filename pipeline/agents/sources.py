"""A document's text inside a prompt: marked by where it is from, and unable to pass for such a mark itself."""

from __future__ import annotations

import re

from pipeline.tasks import Passage

_MARK = re.compile(r"\[(?=\s*source\b)", re.IGNORECASE)


def shown(passage: Passage) -> str:
    """The passage under its mark "[Source N] file, page P" (or pages P-Q)."""
    return f"[Source {passage.source}] {unmarked(passage.source_file)}, {pages(passage)}\n{unmarked(passage.text)}"


def pages(passage: Passage) -> str:
    """ "page P", or "page P-Q"."""
    last = f"-{passage.last_page}" if passage.last_page != passage.first_page else ""
    return f"page {passage.first_page}{last}"


def unmarked(text: str) -> str:
    """A document's text in which no line can pass for the mark of a source: "[Source 2]" is shown as "(Source 2]"."""
    return _MARK.sub("(", text)
