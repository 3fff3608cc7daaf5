"""Captions under tables, and whose they are where one stands between two tables."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pipeline.tables.glyphs import Box
from pipeline.tables.labels import LABEL, level, speaks
from pipeline.tables.lines import Line

NEAR = 2.6  # line heights between a title and the next part of it
CLOSE = 0.8  # line heights between two lines of one caption
LEAD_WORDS = 70  # in a caption, or in the sentence that leads to a table


@dataclass(frozen=True)
class Reach:
    """A table's box, and how far the page is its own: from the foot of the table over it to the head of the one under
    it. `top` and `foot` are the head of the highest and the foot of the lowest of them, this one included."""

    box: Box
    over: float = float("-inf")
    under: float = float("inf")
    top: float = float("-inf")
    foot: float = float("inf")


def below(reach: Reach, lines: Sequence[Line]) -> list[Line]:
    """A caption under the table: it begins with a label, goes on to the end of its paragraph, and is its own."""
    box = reach.box
    found: list[Line] = []
    edge = box[3]
    for line in lines:
        if line.top < box[3] - line.height / 2 or not over(line, box):
            continue
        near = line.top - edge <= (CLOSE if found else NEAR) * line.height
        if not near or not (found or (LABEL.match(line.text) and not speaks(line))):
            break
        found.append(line)
        edge = line.bottom
        if sum(len(each.text.split()) for each in found) > LEAD_WORDS:
            break
    return found if found and _is_own(found[0], edge, reach, lines) else []


def _is_own(label: Line, edge: float, reach: Reach, lines: Sequence[Line]) -> bool:
    """Whether a caption between two tables, down to `edge`, is the upper one's: as over the highest table of the page,
    or under the lowest, such labels stand, or else by what it is nearer to."""
    like = [line for line in lines if over(line, reach.box) and LABEL.match(line.text) and not speaks(line)]
    like = [line for line in like if level(line) == level(label)]
    if any(line.bottom <= reach.top + line.height / 2 for line in like):
        return False
    last = any(-line.height / 2 <= line.top - reach.foot <= NEAR * line.height for line in like)
    return last or label.top - reach.box[3] <= reach.under - edge


def over(line: Line, box: Box) -> bool:
    """Whether a line stands over or under some of the box."""
    return line.right >= box[0] and line.left <= box[2]
