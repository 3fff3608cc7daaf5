"""Amounts in the forms of accounts: a negative one in brackets, "(5,164)", or with its sign behind, "608-"; full-width
figures; thousands that a space groups, "6 276".

Nothing on a page tells "(2)" from the number of a note, or "6 276" from two cells. So these forms count for gold values
that are not on their page as they are worded."""

from __future__ import annotations

import re
from dataclasses import replace

from ragatta.eval.matching.normalise import Span
from ragatta.eval.matching.numbers import Number, numbers, only_number

_ASCII = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)}  # of full-width forms
_NEGATIVE = re.compile(r"\((?P<bracketed>[^()]*)\)(?P<percent>\s*%)?|(?P<signed>.*\S)[-\u2013\u2212]", re.DOTALL)
_SIGN_BEHIND = re.compile(r"[-\u2013\u2212](?!\w)")


def amount(text: str) -> Number | None:
    """The number, if the whole text is one in any of these forms."""
    plain = text.strip().translate(_ASCII)
    if found := _NEGATIVE.fullmatch(plain):
        inner = only_number((found["bracketed"] or found["signed"] or "") + (found["percent"] or ""))
        return replace(inner, value=-inner.value) if inner and inner.value > 0 else None
    return only_number(plain)


def amounts(text: str, sought: Number) -> list[Span]:
    """Where the text has the number in any of these forms."""
    plain = text.translate(_ASCII)
    found = [span for number in numbers(plain) for value, span in [_read(plain, number)] if sought.same(value)]
    size = sought.value.copy_abs()
    if sought.percent or sought.figure != sought.value or size != size.to_integral_value() or size < 1000:
        return found
    spaced = f"{size.to_integral_value():,f}".replace(",", "[ \u00a0\u2009\u202f]")
    sign = "[-\u2013\u2212]" if sought.value < 0 else ""
    return found or [match.span() for match in re.finditer(rf"(?<![\w.,]){sign}{spaced}(?!\w|[.,]\d)", plain)]


def _read(text: str, number: Number) -> tuple[Number, Span]:
    start, end = number.span
    if text[max(start - 1, 0) : start] == "(" and text[end : end + 1] == ")" and number.value > 0:
        percent = re.match(r"\s*%", text[end + 1 :])
        end += 1 + (percent.end() if percent else 0)
        return replace(number, value=-number.value, percent=number.percent or bool(percent)), (start - 1, end)
    if number.value > 0 and (behind := _SIGN_BEHIND.match(text, end)):
        return replace(number, value=-number.value), (start, behind.end())
    return number, number.span
