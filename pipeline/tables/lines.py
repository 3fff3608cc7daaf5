"""Words → lines → segments: a line is words side by side; a gap wider than between words parts its segments."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from ragatta.pipeline.tables.page_layout import Word

WIDE = 0.75  # of a line's height: wider than the spaces of justified text, narrower than between columns
SAME_LINE = 0.5  # of the lower of two heights: words that overlap that much are on one line

# A figure with its currency, sign, brackets and unit; a year is one, a code such as "C-7" is not.
_FIGURE = re.compile(
    r"[(\[<>≤≥~+±–−-]*(?:[$€£¥]\s?)?[(–−-]?(?:\d[\d,]*(?:\.\d+)?|\.\d+)(?:\s?(?:%|x|×|bps|pp|[MKB]|million|billion))?[)\]*†+]*"
)
_MARK_OF_NONE = re.compile(r"[—–−-]+|[Nn]/?[Aa]|nil|\*+|\.+|[$€£]\s*[—–−-]+|[—–−-]\s*%")
_YEAR = re.compile(r"(?:19|20)\d\d\*?")


@dataclass(frozen=True)
class Segment:
    """Words of one line with no wide gap between them."""

    words: tuple[Word, ...]

    @cached_property
    def text(self) -> str:
        return " ".join(word.text for word in self.words)

    @property
    def left(self) -> float:
        return self.words[0].left

    @cached_property
    def right(self) -> float:
        return max(word.right for word in self.words)

    @property
    def middle(self) -> float:
        return (self.left + self.right) / 2


@dataclass(frozen=True)
class Line:
    """Segments from left to right."""

    segments: tuple[Segment, ...]

    @cached_property
    def words(self) -> tuple[Word, ...]:
        return tuple(word for segment in self.segments for word in segment.words)

    @cached_property
    def text(self) -> str:
        return " ".join(segment.text for segment in self.segments)

    @cached_property
    def top(self) -> float:
        return min(word.top for word in self.words)

    @cached_property
    def bottom(self) -> float:
        return max(word.bottom for word in self.words)

    @property
    def height(self) -> float:
        return self.bottom - self.top

    @property
    def left(self) -> float:
        return self.segments[0].left

    @cached_property
    def right(self) -> float:
        return max(segment.right for segment in self.segments)


def lines_of(words: Iterable[Word]) -> list[Line]:
    """The lines from top to bottom."""
    found: list[list[Word]] = []
    for word in sorted(words, key=lambda word: (word.top + word.bottom, word.left)):
        if found and _on(found[-1], word):
            found[-1].append(word)
        else:
            found.append([word])
    return [Line(segments_of(line)) for line in found]


def segments_of(words: Sequence[Word]) -> tuple[Segment, ...]:
    """The words of one line, parted at wide gaps. A separate currency sign belongs to the figure after it."""
    found: list[list[Word]] = []
    for word in sorted(words, key=lambda word: word.left):
        before = found[-1][-1] if found else None
        if (
            before is not None
            and not _new_sum(before.text, word.text)
            and (_close(before, word) or _belongs(before.text, word.text))
        ):
            found[-1].append(word)
        else:
            found.append([word])
    return tuple(Segment(tuple(segment)) for segment in found)


def is_figure(text: str) -> bool:
    """Whether a cell contains only a number."""
    return bool(_FIGURE.fullmatch(text.replace("( ", "(").replace(" )", ")").strip()))


def is_none(text: str) -> bool:
    """Whether a cell says that there is no number: a dash or n/a."""
    return bool(_MARK_OF_NONE.fullmatch(text.strip()))


def is_year(text: str) -> bool:
    return bool(_YEAR.fullmatch(text.strip()))


def _on(line: Sequence[Word], word: Word) -> bool:
    last = line[-1]
    overlap = min(last.bottom, word.bottom) - max(last.top, word.top)
    return overlap >= SAME_LINE * min(last.height, word.height)


def _close(before: Word, after: Word) -> bool:
    return after.left - before.right <= WIDE * min(before.height, after.height)


def _new_sum(before: str, after: str) -> bool:
    """Whether a currency sign follows a figure; it begins another figure, however close."""
    return after[:1] in "$€£¥" and before[-1:] in "0123456789)%—–"


def _belongs(before: str, after: str) -> bool:
    return (before in ("$", "€", "£", "¥", "$(", "(") and after[:1] in "0123456789.(—–-") or (
        after in (")", "%", ")%", "%)") and before[-1:].isdigit()
    )
