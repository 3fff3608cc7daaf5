"""Tables side by side, each under a label of its own ("Table 1 ...   Table 2 ..."): read one after the other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from pipeline.tables.labels import LABEL
from pipeline.tables.lines import Line, is_figure, lines_of
from pipeline.tables.titles import FIRST

MOST_LINES = 200  # of tables side by side on one page
WORDED = 0.5  # of the rows of each must begin with words: names that span groups of figures are no tables' labels
APART = 2.2  # line heights from one line of tables side by side to the next, at most; behind the labels FIRST


def side_by_side(lines: Sequence[Line]) -> list[list[Line]]:
    """Runs of these lines, which come from top to bottom: as they are, and from a line with several labels on, as far
    as an empty space parts what stands under each of them, what stands under the first and then under the next."""
    found: list[list[Line]] = [[]]
    at = 0
    while at < len(lines):
        band = _band(lines, at)
        if band:
            found += [*_columns(band), []]
        else:
            found[-1].append(lines[at])
        at += len(band) or 1
    return [run for run in found if run]


def _band(lines: Sequence[Line], at: int) -> list[Line]:
    """The line with several labels and those under it; none where no space parts them."""
    if len(_labels(lines[at])) < 2:
        return []
    band = [lines[at]]
    for line in lines[at + 1 : at + MOST_LINES]:
        far = line.top - band[-1].bottom > (APART if len(band) > 1 else FIRST) * line.height
        if far or any(LABEL.match(segment.text) for segment in line.segments) or not _spaces([*band, line]):
            break
        band.append(line)
    return band if _spaces(band) and all(_is_own(part) for part in _columns(band)) else []


def _is_own(part: Sequence[Line]) -> bool:
    """Whether what stands under a label is a table without what stands beside it."""
    rows = [line for line in part[1:] if len(line.segments) > 1]
    return len(rows) > 1 and sum(not is_figure(row.segments[0].text) for row in rows) > WORDED * len(rows)


def _columns(band: Sequence[Line]) -> Iterator[list[Line]]:
    edges = [float("-inf"), *_spaces(band), float("inf")]
    for left, right in pairwise(edges):
        yield lines_of(word for line in band for word in line.words if left <= word.middle < right)


def _labels(line: Line) -> list[float]:
    """The middles of the segments that are labels, where each of them is one."""
    labels = [segment.middle for segment in line.segments if LABEL.match(segment.text)]
    return labels if len(labels) == len(line.segments) else []


def _spaces(band: Sequence[Line]) -> list[float]:
    """Between each two labels the middle of the widest space that no line crosses; none where there is not one."""
    labels = _labels(band[0])
    found = [_widest(band, left, right) for left, right in pairwise(labels)]
    return [place for place in found if place is not None] if None not in found else []


def _widest(band: Sequence[Line], left: float, right: float) -> float | None:
    """The middle of the widest space in all the lines between two places."""
    spans = sorted((segment.left, segment.right) for line in band for segment in line.segments)
    edge, best = spans[0][1], (0.0, 0.0)
    for begin, end in spans[1:]:
        if left < (begin + edge) / 2 < right:
            best = max(best, (begin - edge, (begin + edge) / 2))
        edge = max(edge, end)
    return best[1] if best[0] > 0 else None
