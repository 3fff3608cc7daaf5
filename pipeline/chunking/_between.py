"""What the row groups of a document leave of its text: prose, and mere titles, headers and running lines."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from pipeline.chunking._windows import Span
from pipeline.pages import page_at


@dataclass(frozen=True)
class Piece:
    """A stretch of the document text, the end exclusive; for a row group what is written of it, its table and page."""

    start: int
    end: int
    text: str = ""
    table: str = ""
    page: int = 0


def divided(
    groups: Sequence[Piece], text: str, starts: Sequence[int], about: Sequence[Span]
) -> tuple[list[Piece], list[Span]]:
    """The row groups, grown over the text `about` them, and the stretches of prose between them.

    `groups` come in order; `starts` is where each page begins. What stands between two groups and is about tables alone
    goes to the group behind it on its page, or else to the one before it: it is no chunk of its own, which would be
    found by a title's words and hold nothing but them.
    """
    known = bytearray(len(text))
    for start, end in about:
        known[start:end] = b"\x01" * (end - start)
    kept, prose = list(groups), list[Span]()
    for at, (begin, end) in enumerate(_gaps(groups, len(text))):
        for start, stop in _by_page(begin, end, starts):
            if not text[start:stop].strip():
                continue
            page = page_at(starts, start)
            known_only = all(known[i] or text[i].isspace() for i in range(start, stop))
            if known_only and at < len(kept) and kept[at].page == page:
                kept[at] = replace(kept[at], start=min(start, kept[at].start))
            elif known_only and at and kept[at - 1].page == page:
                kept[at - 1] = replace(kept[at - 1], end=max(stop, kept[at - 1].end))
            elif prose and not text[prose[-1][1] : start].strip() and prose[-1][1] >= begin:
                prose[-1] = (prose[-1][0], stop)
            else:
                prose.append((start, stop))
    return kept, prose


def _gaps(groups: Sequence[Piece], length: int) -> Iterator[Span]:
    """Before each group, and after the last: what none of the groups before it covers; empty where nothing is."""
    reached = 0
    for group in groups:
        yield reached, max(reached, group.start)
        reached = max(reached, group.end)
    yield reached, length


def _by_page(begin: int, end: int, starts: Sequence[int]) -> Iterator[Span]:
    borders = [begin, *(start for start in starts if begin < start < end), end]
    return pairwise(borders) if end > begin else iter(())
