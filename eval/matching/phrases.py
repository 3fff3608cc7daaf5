"""Finds whole phrases in a text: list items, quotes, bare values.

A phrase matches after normalising, at word boundaries ("Roof Type" is not in "Roof Typed", "2%" not in "12%"). A phrase
that is a number matches that number. The longest phrase is matched first, so that "Roof Type" is not found inside "Roof
Type Factor Surcharge" if both are sought. See docs/scoring.md.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache

from ragatta.eval.matching.normalise import Loose, Normal, Span, key, loosened
from ragatta.eval.matching.numbers import Number, numbers, only_number

# Amounts in the forms of accounts: a negative one in brackets, "(5,164)", or with its sign behind, "608-"; full-width
# figures; thousands that a space groups, "6 276".
#
# Nothing on a page tells "(2)" from the number of a note, or "6 276" from two cells. So these forms count for gold
# values that are not on their page as they are worded.


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


def find_phrases(text: Normal, phrases: Iterable[str]) -> dict[str, list[Span]]:
    """The places of each phrase in `text.raw`; an empty list if there are none."""
    found: dict[str, list[Span]] = {}
    taken: list[Span] = []
    for phrase in sorted(set(phrases), key=_longest_first):
        found[phrase] = [place for place in _occurrences(text, phrase) if not touches(place, taken)]
        taken = sorted([*taken, *found[phrase]])
    return found


def touches(span: Span, places: Sequence[Span]) -> bool:
    """Whether a span overlaps one of the places, which must be sorted and disjoint."""
    at = bisect_left(places, (span[1], 0))
    return at > 0 and places[at - 1][1] > span[0]


def find_items(text: Normal, items: Sequence[str], beside: Iterable[str]) -> dict[str, list[Span]]:
    """The places of each item in `text.raw`, except inside a longer one of the items or of `beside`."""
    own = {key(item) for item in items}
    found = find_phrases(text, [*items, *(other for other in beside if key(other) not in own)])
    return {item: found[item] for item in items}


def find_loosely(text: Loose, items: Sequence[str], beside: Iterable[str]) -> dict[str, list[Span]]:
    """Like find_items, for items that a page has not as they are worded: footnote marks, hyphens within words and the
    forms of amounts make no difference."""
    forms = {item: loosened(item) for item in items}
    found = find_items(text, list(forms.values()), [loosened(other) for other in beside])
    sought = {item: amount(item) for item in items}
    return {
        item: found[form] or (amounts(text.raw, number) if (number := sought[item]) else [])
        for item, form in forms.items()
    }


@lru_cache(maxsize=4096)
def _longest_first(phrase: str) -> tuple[int, str]:
    return -len(key(phrase)), phrase


def _occurrences(text: Normal, phrase: str) -> list[Span]:
    sought = _parsed(phrase)
    if isinstance(sought, Number):
        return [number.span for number in _numbers_in(text.raw) if sought.same(number)]
    return [text.raw_span(start, end) for start, end in _whole_words(text.text, sought)]


@lru_cache(maxsize=4096)
def _parsed(phrase: str) -> Number | str:
    return only_number(phrase) or key(phrase)


@lru_cache(maxsize=256)
def _numbers_in(raw: str) -> Sequence[Number]:
    return numbers(raw)


def _whole_words(text: str, needle: str) -> Iterator[Span]:
    start = text.find(needle) if needle else -1
    while start >= 0:
        end = start + len(needle)
        if not _cut_before(text, start) and not _cut_after(text, end):
            yield start, end
        start = text.find(needle, start + 1)


def _cut_before(text: str, start: int) -> bool:
    """Whether a word or a number continues to the left of `start`."""
    if start == 0 or not _of_a_word(text[start]):
        return False
    before = text[start - 1]
    inside_number = text[start].isdecimal() and before in ".," and start > 1 and text[start - 2].isdecimal()
    return _of_a_word(before) or inside_number


def _cut_after(text: str, end: int) -> bool:
    """Whether a word or a number continues at `end`; a percent sign belongs to its number."""
    if end == len(text) or not _of_a_word(text[end - 1]):
        return False
    after = text[end]
    ends_in_digit = text[end - 1].isdecimal()
    inside_number = ends_in_digit and after in ".," and text[end + 1 : end + 2].isdecimal()
    return _of_a_word(after) or inside_number or (ends_in_digit and after == "%")


def _of_a_word(character: str) -> bool:
    """Letters and digits, except in scripts without spaces between words (East Asian ones)."""
    return (character.isalpha() or character.isdecimal()) and not "\u2e80" <= character <= "\ud7ff"
