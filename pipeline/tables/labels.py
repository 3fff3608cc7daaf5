"""Labels of tables, drawings and what holds several: "Table 3", "Exhibit 6"."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pipeline.tables.lines import Line

LABEL_WORDS = 4  # in a label
# With a number, or apart from it a Roman one or a letter: "Forms", "Figures in millions" and "Exhibit a" are words.
LABEL = re.compile(
    r"(?i:table|exhibit|schedule|figure|fig\.|appendix|annex|attachment|chart|panel|form)"
    r"(?:\s*[-–]?\s*[A-Z]?\d+|\s+(?:[-–]\s*)?(?:[IVXLC]+|[A-Z]))\b"
)
INNERMOST = ("table", "figure", "fig", "chart")  # labels of one table or drawing: nothing else is in it
_GOES_ON = re.compile(r"(?:[\w.-]*\w)?\s+[a-z]")  # behind a label: a sentence's verb in small letters


def labels(line: Line) -> bool:
    """Whether a line holds a label and nothing else there: "Exhibit 6" in a page's corner."""
    return any(LABEL.match(segment.text) and len(segment.words) <= LABEL_WORDS for segment in line.segments)


def level(line: Line) -> str:
    """The word of the line's label, "" where it has none."""
    texts = (line.text, *(segment.text for segment in line.segments))
    label = next((found for text in texts if (found := LABEL.match(text))), None)
    return re.split(r"[\W\d]", label.group().lower(), maxsplit=1)[0] if label else ""


def beside(label: Line, own: Sequence[Line]) -> bool:
    """Whether a line with a label stands beside what is labelled in the others, and not over it: "Table 1" over
    "Table 2"."""
    inner = [level(line) for line in own if LABEL.match(line.text)]
    own_level = level(label)
    return bool(inner) and bool(own_level) and (own_level in INNERMOST or own_level in inner)


def speaks(line: Line) -> bool:
    """Whether a line that begins with a label is a sentence about what is called so: "Table 3 lists the charges"."""
    label = LABEL.match(line.text)
    return bool(label and _GOES_ON.match(line.text, label.end()))
