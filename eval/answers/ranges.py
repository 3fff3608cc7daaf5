"""Compares ranges: "between six and eight" states an expected "6-8", and 6 alone does not."""

from __future__ import annotations

import re
from decimal import Decimal
from itertools import pairwise

from ragatta.eval.answers.citations import without_citations
from ragatta.eval.answers.worded import in_digits
from ragatta.eval.matching.numbers import Number, close_up, numbers

Range = tuple[Decimal, Decimal]

_JOINED = re.compile(r"\s*[°%€$£a-z]{0,8}\s*(?:-|–|—|\bto\b|\band\b|\bthrough\b)\s*(?:US\$|[$€£])?\s*", re.IGNORECASE)
_WHOLE = re.compile(r"(?:between|from)?\s*\W?$", re.IGNORECASE)


def range_of(text: str) -> Range | None:
    """The range, if an expected text is one, such as "6-8 weeks"; None for any other text."""
    found = _ranges(text)
    return found[0][0] if len(found) == 1 and _WHOLE.fullmatch(found[0][1]) else None


def says_range(text: str, wanted: Range) -> bool:
    """Whether the first range of an answer is the wanted one."""
    found = _ranges(without_citations(text))
    return bool(found) and found[0][0] == wanted


def _ranges(text: str) -> list[tuple[Range, str]]:
    """Each ascending range of a text, with the text before it."""
    written = in_digits(close_up(text))
    found = numbers(written)
    pairs = [(one, other) for one, other in pairwise(found) if _joins(written, one, other)]
    return [((one.value, other.value), written[: one.span[0]]) for one, other in pairs]


def _joins(text: str, one: Number, other: Number) -> bool:
    between, before = text[one.span[1] : other.span[0]], text[: one.span[0]]
    rises = one.value < other.value
    joins_two = bool(re.search(r"\band\b", between)) and not re.search(r"\bbetween\s+\W?$", before, re.IGNORECASE)
    return rises and bool(_JOINED.fullmatch(between)) and not joins_two
