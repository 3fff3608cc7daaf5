"""Finds columns without ruling lines: the spans with text in line after line, and the spaces between them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ragatta.pipeline.tables.grid import Span
from ragatta.pipeline.tables.lines import Line, Segment, segments_of
from ragatta.pipeline.tables.page_layout import Word

TOLERATED = 0.06  # of a block's lines may cross a space between columns: a label that runs on


def columns_of(lines: Sequence[Line]) -> tuple[Span, ...]:
    """The spans in which the lines have text, between spaces that hardly any line crosses."""
    most = int(TOLERATED * len(lines))
    ends = sorted(
        (place, change)
        for line in lines
        for segment in line.segments
        for place, change in ((segment.left, 1), (segment.right, -1))
    )
    found: list[Span] = []
    depth, begun = 0, None
    for place, change in ends:
        depth += change
        if depth > most and begun is None:
            begun = place
        elif depth <= most and begun is not None:
            found.append((begun, place))
            begun = None
    return tuple(found)


def cells_of(words: Iterable[Word], columns: Sequence[Span]) -> list[list[Word]]:
    """The words of each column: a word belongs to the column that it overlaps most, else to the nearest."""
    cells: list[list[Word]] = [[] for _ in columns]
    for segment in segments_of(list(words)):
        touched = [at for at, column in enumerate(columns) if _overlap(segment, column) > 0]
        if len(touched) <= 1:
            at = touched[0] if touched else nearest(segment.middle, columns)
            cells[at] += segment.words
            continue
        for word in segment.words:
            cells[nearest(word.middle, columns)].append(word)
    return cells


def _overlap(segment: Segment, column: Span) -> float:
    return min(segment.right, column[1]) - max(segment.left, column[0])


def nearest(place: float, columns: Sequence[Span]) -> int:
    return min(range(len(columns)), key=lambda at: max(columns[at][0] - place, place - columns[at][1], 0.0))
