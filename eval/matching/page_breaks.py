"""Finds a sentence that goes on over a page break, with the foot of the one page and the head of the next between."""

from __future__ import annotations

from ragatta.eval.matching.normalise import Loose, loosened

LINES, CHARACTERS = 3, 300  # of a foot or a head, at most


def over_break(left: Loose, right: Loose, phrase: str) -> tuple[int, int] | None:
    """Where the phrase begins on the left page and ends on the right one; None if it does not go on there."""
    words = loosened(phrase).split(" ")
    for count in range(len(words) - 1, 0, -1):
        begin, rest = " ".join(words[:count]), " ".join(words[count:])
        at, end = left.text.rfind(begin), right.text.find(rest)
        if at < 0 or end < 0:
            continue
        started, ended = left.raw_span(at, at + len(begin)), right.raw_span(end, end + len(rest))
        whole = _whole(left, at, at + len(begin)) and _whole(right, end, end + len(rest))
        if whole and _is_short(left.raw[started[1] :]) and _is_short(right.raw[: ended[0]]):
            return started[0], ended[1]
    return None


def _is_short(text: str) -> bool:
    text = text.strip()
    return len(text) <= CHARACTERS and text.count("\n") < LINES


def _whole(text: Loose, start: int, end: int) -> bool:
    """Whether no word goes on at either side of a span."""
    before, inside, after = text.text[:start][-1:], text.text[start:end], text.text[end : end + 1]
    return not (before.isalnum() and inside[0].isalnum()) and not (after.isalnum() and inside[-1].isalnum())
