"""Handles the text of a document outside the row groups of its tables: prose, lines about a table, and stray words."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from ragatta.pipeline.documents.corpus import page_at
from ragatta.pipeline.index.chunker import Piece, Span
from ragatta.pipeline.tables.row_text import lost_words, with_beside

STRAY = 200  # characters: what stands among the words of rows and is longer is prose
_WORD = re.compile(r"[^\W_]")
_FIGURE = re.compile(r"\d")


@dataclass(frozen=True)
class RowGroup(Piece):
    """A chunk made of table rows. `words` are the offsets of their words in the document text, in order."""

    words: tuple[Span, ...] = ()


def divided(
    groups: Sequence[RowGroup], text: str, starts: Sequence[int], about: Sequence[Span]
) -> tuple[list[RowGroup], list[Span]]:
    """The row groups, extended over the text `about` them, and the remaining prose.

    `groups` are in order; `starts` are the offsets of the pages. Text between two groups that only describes tables
    (titles, headers) joins the next group on its page, else the previous one. As its own chunk it would be found by the
    title but contain no figures. Stray words among rows join the group of the row before them. Lines of titles and
    headers with a figure that the rows lack, and all stray words, are written after the rows."""
    left = _Left(list(groups), text, about)
    for at, (begin, end) in enumerate(_gaps(groups, len(text))):
        for start, stop in _by_page(begin, end, starts):
            if text[start:stop].strip():
                left.between(start, stop, at, page_at(starts, start))
    for start, stop, at in _strays(groups, text):
        left.among(start, stop, at)
    return left.written(), left.prose


class _Left:
    """Where the text outside the row groups goes."""

    def __init__(self, groups: list[RowGroup], text: str, about: Sequence[Span]) -> None:
        self.prose: list[Span] = []
        self._groups, self._text = groups, text
        self._beside: dict[int, list[Span]] = defaultdict(list)
        self._known = bytearray(len(text))
        for start, end in about:
            self._known[start:end] = b"\x01" * (end - start)

    def between(self, start: int, end: int, behind: int, page: int) -> None:
        """Assigns a span of one page that no group covers, before the group with index `behind`."""
        near = [at for at in (behind, behind - 1) if 0 <= at < len(self._groups) and self._groups[at].page == page]
        if near and self._about_alone(start, end):
            group = self._groups[near[0]]
            self._groups[near[0]] = replace(group, start=min(start, group.start), end=max(end, group.end))
            self._beside[near[0]].append((start, end))
        elif self.prose and not self._text[self.prose[-1][1] : start].strip():
            self.prose[-1] = (self.prose[-1][0], end)
        else:
            self.prose.append((start, end))

    def among(self, start: int, end: int, group: int) -> None:
        """Assigns a span among the rows' words, after a row of the group with this index."""
        if end - start <= STRAY or self._about_alone(start, end):
            self._beside[group].append((start, end))
        else:
            self.prose.append((start, end))

    def written(self) -> list[RowGroup]:
        """The groups, with the text that their rows lack written after them."""
        for at, spans in self._beside.items():
            text = self._groups[at].text
            lines = [line for span in sorted(spans) for line in self._lacking(text, *span)]
            self._groups[at] = replace(self._groups[at], text=with_beside(text, lines))
        return self._groups

    def _lacking(self, text: str, start: int, end: int) -> Iterator[str]:
        """The text of a span as it is written after the rows; a span among the rows is one line."""
        if not self._about_alone(start, end):
            yield from [self._text[start:end]] if lost_words(text, self._text[start:end]) else []
            return
        for line in self._text[start:end].split("\n"):
            if any(map(_FIGURE.search, lost_words(text, line))):
                yield line

    def _about_alone(self, start: int, end: int) -> bool:
        return all(self._known[at] or not self._text[at].isalnum() for at in range(start, end))


def _gaps(groups: Sequence[RowGroup], length: int) -> Iterator[Span]:
    """The gaps before each group and after the last: text that no earlier group covers; may be empty. A group whose
    words cannot be located covers no text."""
    reached = 0
    for group in groups:
        yield reached, max(reached, group.start) if group.words else reached
        reached = max(reached, group.end) if group.words else reached
    yield reached, length


def _strays(groups: Sequence[RowGroup], text: str) -> Iterator[tuple[int, int, int]]:
    """Text between the words of row groups: start, end, and the group that it follows."""
    words = sorted((span, at) for at, group in enumerate(groups) for span in group.words)
    reached = 0
    for ((_, end), _), ((start, _), _) in pairwise(words):
        reached = max(reached, end)
        if reached < start and _WORD.search(text, reached, start):
            around = [at for at, g in enumerate(groups) if g.words and g.start <= reached and start <= g.end]
            if around:
                yield reached, start, max(around, key=lambda at: _last(groups[at], start))


def _last(group: RowGroup, before: int) -> int:
    """The end of the group's last word before a place."""
    return max(end for begin, end in group.words if begin < before)


def _by_page(begin: int, end: int, starts: Sequence[int]) -> Iterator[Span]:
    borders = [begin, *(start for start in starts if begin < start < end), end]
    return pairwise(borders) if end > begin else iter(())
