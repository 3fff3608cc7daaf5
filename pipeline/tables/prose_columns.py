"""Splits a page's lines at the gutter of two columns of prose, which are separate texts."""

from __future__ import annotations

from collections.abc import Sequence

from ragatta.pipeline.tables.lines import Line, lines_of
from ragatta.pipeline.tables.page_layout import Word

GUTTER = (0.35, 0.65)  # of the text's width: where the space between two columns may stand
FULL = 0.7  # of its column's width that a line of prose fills
LEAST_PROSE = (3, 8)  # lines on one side and on the other that do, or the page is in one column
MOST_CROSSING = 0.5  # of the lines may cross the gutter: a title, a figure's caption, a wide table


def prose_columns(words: Sequence[Word]) -> list[list[Line]]:
    """The lines of a page, from top to bottom. On a page with two columns, lines that cross the gutter form groups of
    their own; between two such groups come the left lines, then the right lines."""
    lines = lines_of(words)
    gutter = _gutter(lines)
    if gutter is None:
        return [lines]
    found: list[list[Line]] = []
    band: list[Line] = []
    for line in lines:
        crossing = _crosses(line, gutter)
        if band and crossing != _crosses(band[0], gutter):
            found += _sides(band, gutter)
            band = []
        band.append(line)
    return found + _sides(band, gutter)


def _sides(band: Sequence[Line], gutter: float) -> list[list[Line]]:
    if not band or _crosses(band[0], gutter):
        return [list(band)] if band else []
    left = lines_of(word for line in band for word in line.words if word.middle < gutter)
    right = lines_of(word for line in band for word in line.words if word.middle >= gutter)
    return [side for side in (left, right) if side]


def _crosses(line: Line, gutter: float) -> bool:
    return any(segment.left < gutter < segment.right for segment in line.segments)


def _gutter(lines: Sequence[Line]) -> float | None:
    """The middle of the space between two columns of prose; None if there is a single column."""
    left, right = min((x.left for x in lines), default=0.0), max((x.right for x in lines), default=0.0)
    width = right - left
    places = [left + share / 100 * width for share in range(int(100 * GUTTER[0]), int(100 * GUTTER[1]) + 1)]
    best = max(places, key=lambda place: sum(_prose(lines, place, left, right)), default=None)
    if best is None or any(n < least for n, least in zip(_prose(lines, best, left, right), LEAST_PROSE, strict=True)):
        return None
    crossing = sum(_crosses(line, best) for line in lines)
    return best if crossing <= MOST_CROSSING * len(lines) else None


def _prose(lines: Sequence[Line], gutter: float, left: float, right: float) -> list[int]:
    """The number of lines filled with prose on either side of a gutter, the smaller number first."""
    sides = [0, 0]
    for line in lines:
        if _crosses(line, gutter):
            continue
        for side, (begin, end) in enumerate(((left, gutter), (gutter, right))):
            within = [segment for segment in line.segments if begin <= segment.middle <= end]
            sides[side] += len(within) == 1 and within[0].right - within[0].left >= FULL * (end - begin)
    return sorted(sides)
