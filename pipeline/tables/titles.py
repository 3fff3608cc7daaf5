"""What stands over a table and says what it is: exhibit labels, titles, captions, the sentence that leads to it."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pipeline.tables.glyphs import Box
from pipeline.tables.lines import Line
from pipeline.tables.running import Running

NEAR = 2.6  # line heights between a title and the next part of it
CLOSE = 0.8  # line heights between two lines of one caption
FIRST = 8.0  # line heights between a table and the lowest title over it, with nothing between them
FEW_WORDS = 16  # in a title
LEAD_WORDS = 70  # in a caption, or in the sentence that leads to a table
FULL_WORDS = 7  # in a line of a paragraph
LABEL_WORDS = 4  # in a label
MOST_LINES = 8  # over a table
LABEL = re.compile(
    r"(?:table|exhibit|schedule|figure|fig\.|appendix|annex|attachment|chart|panel|form)\s*[-–]?\s*(?:[A-Z]?[\dIVX]+|[A-Z])\b",
    re.IGNORECASE,
)
_ANNOUNCES = re.compile(r"\b(?:tables?|following|follows|below|presents?|summari[sz]es?|sets? forth)\b", re.IGNORECASE)
_FURNITURE = re.compile(r"(?:page\s*)?\d+(?:\s*(?:of|/)\s*\d+)?|[\d/.-]+", re.IGNORECASE)


def titles(reach: tuple[Box, float], lines: Sequence[Line], running: Running) -> tuple[list[str], list[Line]]:
    """The title parts of the table in the box, below the height given, outermost first; and the lines that they are.

    `lines` are those of the page that are no table's, from top to bottom; What is `running` through
    the document says nothing of this table, unless nothing else is said of it.
    """
    box, over = reach
    above = [line for line in lines if line.bottom <= box[1] + line.height / 2 and line.top >= over - line.height / 2]
    found = _stack(box, above, running)
    caption = [] if any(LABEL.match(line.text) for line in found) else _below(box, lines)
    leading = [] if found or caption else _introduction(box, above)
    if not (found or caption or leading):
        found = _stack(box, above, Running())[-1:]
    label = [line for line in lines if line not in found and line.bottom <= box[1] and _labels(line)][:1]
    paragraphs = [" ".join(line.text for line in part) for part in (leading, caption) if part]
    return [*_parts([*label, *found], running), *paragraphs], [*label, *found, *leading, *caption]


def _labels(line: Line) -> bool:
    """A line that holds a label and nothing else there: "Exhibit 6" in a page's corner."""
    return any(LABEL.match(segment.text) and len(segment.words) <= LABEL_WORDS for segment in line.segments)


def _stack(box: Box, above: Sequence[Line], running: Running) -> list[Line]:
    """The lines right over the table that are titles, a caption, or a paragraph that ends in a colon."""
    found: list[Line] = []
    edge = box[1]
    beside = [line for line in above if line.right >= box[0] and line.left <= box[2]]
    for at in range(len(beside) - 1, -1, -1):
        line = beside[at]
        if len(found) >= MOST_LINES or edge - line.bottom > (NEAR if found else FIRST) * line.height:
            break
        if not (_is_title(line) or _leads(line, found)):
            return found or _caption(beside[: at + 1])
        edge = line.top
        if not running.same(line.text) and not _FURNITURE.fullmatch(line.text):
            found.insert(0, line)
    return found


def _caption(lines: Sequence[Line]) -> list[Line]:
    """The last of these lines, from the one that begins with a label."""
    found: list[Line] = []
    for line in reversed(lines):
        words = sum(len(each.text.split()) for each in found)
        if words > LEAD_WORDS or (found and found[0].top - line.bottom > CLOSE * line.height):
            break
        found.insert(0, line)
        if LABEL.match(line.text):
            return found
    return []


def _introduction(box: Box, above: Sequence[Line]) -> list[Line]:
    """The paragraph right over the table, where it says that a table comes."""
    found: list[Line] = []
    for line in reversed([line for line in above if line.right >= box[0] and line.left <= box[2]]):
        apart = (found[0].top if found else box[1]) - line.bottom
        if apart > (CLOSE if found else FIRST) * line.height:
            break
        found.insert(0, line)
        if sum(len(each.text.split()) for each in found) > LEAD_WORDS:
            return []
    return found if _ANNOUNCES.search(" ".join(line.text for line in found)) else []


def _is_title(line: Line) -> bool:
    text = line.text
    return len(text.split()) <= FEW_WORDS and not text.endswith((".", ";", ",")) and len(line.segments) <= 3


def _leads(line: Line, found: Sequence[Line]) -> bool:
    """A line of the sentence that leads to the table: it ends in a colon, or in a line that is part of it."""
    if not found:
        return line.text.endswith(":")
    below = found[0].text
    led = found[-1].text.endswith(":") or bool(LABEL.match(line.text))
    words = sum(len(each.text.split()) for each in found)
    return led and words < LEAD_WORDS and not line.text.endswith(".") and below[:1].islower()


def _below(box: Box, lines: Sequence[Line]) -> list[Line]:
    """A caption under the table: it begins with a label, and goes on to the end of its paragraph."""
    found: list[Line] = []
    edge = box[3]
    for line in lines:
        if line.top < box[3] - line.height / 2 or line.right < box[0] or line.left > box[2]:
            continue
        near = line.top - edge <= (CLOSE if found else NEAR) * line.height
        if not near or not (found or LABEL.match(line.text)):
            break
        found.append(line)
        edge = line.bottom
        if sum(len(each.text.split()) for each in found) > LEAD_WORDS:
            break
    return found


def _parts(lines: Sequence[Line], running: Running) -> list[str]:
    """One part a line, or a segment of one; a line in small letters, or behind one that is full, goes on with it."""
    parts: list[str] = []
    before: Line | None = None
    for line in lines:
        goes_on = before is not None and (line.text[:1].islower() or _flows(before, line))
        before = line
        if parts and goes_on:
            parts[-1] = f"{parts[-1]} {line.text}"
            continue
        said = [segment.text for segment in line.segments if not running.same(segment.text)]
        parts += [text for text in said or [line.text] if text not in parts]
    return parts


def _flows(before: Line, line: Line) -> bool:
    """Whether two lines are of one paragraph: close, from one left edge, the first one long."""
    close = (
        0 <= line.top - before.bottom <= CLOSE * line.height
        and -line.height <= before.left - line.left <= 3 * line.height
    )
    return close and len(before.text.split()) >= FULL_WORDS
