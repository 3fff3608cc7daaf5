"""Finds the text that describes a table: exhibit labels, titles, captions, the sentence that introduces it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from ragatta.pipeline.tables.lines import Line
from ragatta.pipeline.tables.page_layout import Box
from ragatta.pipeline.tables.running_lines import Running

LABEL_WORDS = 4  # in a label
# With a number, or apart from it a Roman one or a letter: "Forms", "Figures in millions" and "Exhibit a" are words.
LABEL = re.compile(
    r"(?i:table|exhibit|schedule|figure|fig\.|appendix|annex|attachment|chart|panel|form)"
    r"(?:\s*[-–]?\s*[A-Z]?\d+|\s+(?:[-–]\s*)?(?:[IVXLC]+|[A-Z]))\b"
)
INNERMOST = ("table", "figure", "fig", "chart")  # labels of one table or drawing: nothing else is in it
NEAR = 2.6  # line heights between a title and the next part of it
CLOSE = 0.8  # line heights between two lines of one caption
LEAD_WORDS = 70  # in a caption, or in the sentence that leads to a table
FIRST = 8.0  # line heights between a table and the lowest title over it, with nothing between them
FEW_WORDS = 16  # in a title
FULL_WORDS = 7  # in a line of a paragraph
MOST_LINES = 8  # over a table
_ANNOUNCES = re.compile(r"\b(?:tables?|following|follows|below|presents?|summari[sz]es?|sets? forth)\b", re.IGNORECASE)
_FURNITURE = re.compile(r"(?:page\s*)?\d+(?:\s*(?:of|/)\s*\d+)?|[\d/.-]+", re.IGNORECASE)


@dataclass(frozen=True)
class Titles:
    """The titles of one table: `parts`, outermost first, from the lines `over` it, and the lines `under` it that are
    its caption."""

    parts: tuple[str, ...]
    over: tuple[Line, ...]
    under: tuple[Line, ...]

    @property
    def caption(self) -> str:
        """ "" if there is none."""
        return " ".join(line.text for line in self.under)


def titles(box: Box, edge: float, lines: Sequence[Line], before: Sequence[Titles], running: Running) -> Titles:
    """The titles of the table in this box, from lines below `edge`. `lines` are those of the page outside tables, from
    top to bottom; `before` are the titles of the page's earlier tables. Running lines are a last resort."""
    own = [line for line in lines if line.top >= edge - line.height / 2]
    above = [line for line in own if line.bottom <= box[1] + line.height / 2]
    found = _stack(box, above, running)
    taken = [line for earlier in before for line in earlier.under]
    labelled = any(LABEL.match(line.text) and line not in taken for line in found)
    under = [] if labelled else below(box, lines)
    if labelled or under:
        found = [line for line in found if line not in taken]
    leading = [] if found or under else _introduction(box, above)
    if not (found or under or leading):
        found = _stack(box, above, Running())[-1:]
    higher = [line for line in lines if line not in found and line.bottom <= box[1]]
    outer = _outer(higher, [*found, *under], before)
    paragraph = [" ".join(line.text for line in leading)] if leading else []
    return Titles((*_parts([*outer, *found], running), *paragraph), (*outer, *found, *leading), tuple(under))


def _outer(higher: Sequence[Line], own: Sequence[Line], before: Sequence[Titles]) -> list[Line]:
    """The highest line of the page that is only a label ("Exhibit 6" in a corner), or the last one like it; none if it
    is above something with a label of the same kind, or is itself the label of an earlier table."""
    found = [line for line in higher if labels(line)]
    if not found:
        return []
    label = [line for line in found if level(line) == level(found[0])][-1]
    others = level(label) in INNERMOST and any(label in (*earlier.over, *earlier.under) for earlier in before)
    return [] if others or beside(label, own) else [label]


def _stack(box: Box, above: Sequence[Line], running: Running) -> list[Line]:
    """The lines right above the table that are titles, a caption, or a paragraph that ends in a colon."""
    found: list[Line] = []
    edge = box[1]
    near = [line for line in above if over(line, box)]
    for at in range(len(near) - 1, -1, -1):
        line = near[at]
        if len(found) >= MOST_LINES or edge - line.bottom > (NEAR if found else FIRST) * line.height:
            break
        if beside(line, found[:1]):
            break
        if not (_is_title(line) or _leads(line, found)):
            return found or _caption(near[: at + 1])
        edge = line.top
        if not running.same(line.text) and not _FURNITURE.fullmatch(line.text):
            found.insert(0, line)
    return found


def _caption(lines: Sequence[Line]) -> list[Line]:
    """The lines from the last one that begins with a label."""
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
    """The paragraph right above the table, if it announces a table."""
    found: list[Line] = []
    for line in reversed([line for line in above if over(line, box)]):
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
    """Whether the line is part of the sentence that introduces the table, which ends in a colon."""
    if not found:
        return line.text.endswith(":")
    below = found[0].text
    led = found[-1].text.endswith(":") or bool(LABEL.match(line.text))
    words = sum(len(each.text.split()) for each in found)
    return led and words < LEAD_WORDS and not line.text.endswith(".") and below[:1].islower()


def _parts(lines: Sequence[Line], running: Running) -> list[str]:
    """One part per line or segment; a line in lower case, or after a full line, continues the part."""
    parts: list[str] = []
    before: Line | None = None
    for line in lines:
        goes_on = before is not None and (line.text[:1].islower() or _flows(before, line))
        before = line
        if parts and goes_on:
            parts[-1] = f"{parts[-1]} {line.text}"
            continue
        texts = [segment.text for segment in line.segments if not running.same(segment.text)]
        parts += [text for text in texts or [line.text] if text not in parts]
    return parts


def _flows(before: Line, line: Line) -> bool:
    """Whether two lines belong to one paragraph: close together, with the same left edge, the first one long."""
    close = (
        0 <= line.top - before.bottom <= CLOSE * line.height
        and -line.height <= before.left - line.left <= 3 * line.height
    )
    return close and len(before.text.split()) >= FULL_WORDS


def below(box: Box, lines: Sequence[Line]) -> list[Line]:
    """A caption below the table: from a label to the end of its paragraph."""
    found: list[Line] = []
    edge = box[3]
    for line in lines:
        if line.top < box[3] - line.height / 2 or not over(line, box):
            continue
        near = line.top - edge <= (CLOSE if found else NEAR) * line.height
        if not near or not (found or LABEL.match(line.text)):
            break
        found.append(line)
        edge = line.bottom
        if sum(len(each.text.split()) for each in found) > LEAD_WORDS:
            break
    return found


def over(line: Line, box: Box) -> bool:
    """Whether a line is above or below part of the box."""
    return line.right >= box[0] and line.left <= box[2]


def labels(line: Line) -> bool:
    """Whether a line contains only a label: "Exhibit 6" in a page's corner."""
    return any(LABEL.match(segment.text) and len(segment.words) <= LABEL_WORDS for segment in line.segments)


def level(line: Line) -> str:
    """The word of the line's label, "" if it has none."""
    texts = (line.text, *(segment.text for segment in line.segments))
    label = next((found for text in texts if (found := LABEL.match(text))), None)
    return re.split(r"[\W\d]", label.group().lower(), maxsplit=1)[0] if label else ""


def beside(label: Line, own: Sequence[Line]) -> bool:
    """Whether a line with a label is at the same level as the other labelled lines ("Table 1" above "Table 2") rather
    than above them."""
    inner = [level(line) for line in own if LABEL.match(line.text)]
    own_level = level(label)
    return bool(inner) and bool(own_level) and (own_level in INNERMOST or own_level in inner)
