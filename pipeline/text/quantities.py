"""Reads amounts, ranges of amounts and codes into a normal form for comparison.

"$750,000", "750,000", "750K" and "$.75M" are the same amount; "2%" and "2" are not. "5 - 10", "10+", "under 5",
"$100,000 to $199,999" and "less than 2,500" are ranges. "AB3", "AB-3" and "AB 00 03" are the same code: its letters,
and its digits without leading zeros. The only units here are the percent sign and the currency sign.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache
from operator import itemgetter

from ragatta.pipeline.text.numbers import SCALE, SCALES

Span = tuple[int, int]

INFINITY = Decimal("Infinity")
_AMOUNT = re.compile(
    r"(?<![\w.,/])(?<![A-Za-z]-)(?P<minus>(?<![\w-])[-−](?=[$€£\d]))?(?P<currency>[$€£]\s?)?"
    r"(?P<digits>\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?|\.\d+)"
    rf"{SCALE}(?P<percent>\s?(?:%|percent\b|per cent\b))?(?!/?\w|[.,]\d)",
    re.IGNORECASE,
)
_UNIT = r"(?:[\s-]*[A-Za-z]{2,12}\.?){0,2}?"
_TO = re.compile(rf"{_UNIT}\s*(?:-|–|—|to|through|thru|(?P<and>and))\s*", re.IGNORECASE)
_BETWEEN = re.compile(r"\bbetween\s+$", re.IGNORECASE)
_LESS = r"(?:less|fewer|lower|smaller|shorter|younger|lighter|closer|nearer|newer|earlier|slower|cheaper)"
_MORE = r"(?:more|greater|higher|larger|bigger|longer|taller|older|farther|further|heavier|later|faster)"
_AT_MOST = rf"\bup\s+to|\bat\s+most|\b(?:no|not)\s+(?:{_MORE}\s+than|over|above|beyond|exceeding)|\bmaximum|<\s?=|≤"
_UNDER = rf"\b{_LESS}\s+than|\bunder|\bbelow|<"
_BEFORE = tuple(
    (how, re.compile(rf"(?:{words})\s*(?:an?\s+|of\s+)?$", re.IGNORECASE))
    for how, words in (
        ("at least", rf"\bat\s+least|\b(?:no|not)\s+(?:{_LESS}\s+than|under|below)|\bminimum|>\s?=|≥"),
        ("at most", _AT_MOST),
        ("over", rf"\b{_MORE}\s+than|\bover|\babove|\bbeyond|\bexceed(?:s|ing)|>"),
        ("under", _UNDER),
    )
)
# What stands between the two bounds of one range: "at least 5 kg but less than", and no further words.
_AND_TO = re.compile(
    rf"{_UNIT}(?:\s+or\s+(?:{_MORE}|over|above))?[\s,]*(?:and|but|to|-|–)\s+(?:(?:is|are|also|still|with|of|it\s+is|they\s+are)\s+)*"
    rf"(?:{_AT_MOST}|{_UNDER})?\s*(?:an?\s+|of\s+)?",
    re.IGNORECASE,
)
_BEHIND = tuple(
    (how, re.compile(rf"{_UNIT}\s*(?:{words})", re.IGNORECASE))
    for how, words in (
        (
            "at least",
            r"\+|(?:or|and|&)\s+(?:more|over|above|older|greater|up|higher|later|newer|longer|beyond)\b(?!\s+t(?:o|han)\b)",
        ),
        (
            "at most",
            r"(?:or|and|&)\s+(?:less|fewer|under|below|younger|lower|earlier|smaller|closer)\b(?!\s+t(?:o|han)\b)",
        ),  # "and up to 5", "or less than 5": of the next
    )
)
_CODE = re.compile(
    r"(?<![\w$€£.,])(?:(?P<letters>[A-Z]{1,4})"
    r"(?:[- ]?(?P<filled>\d{2}(?: \d{2})+)|-?(?P<number>\d{1,6}))(?P<tail>[A-Z]?)"
    r"|(?P<ahead>\d{1,4})(?P<behind>[A-Z]{1,2}))(?!\w|[.,]\d)"
)
_SPACED = re.compile(r"(?<![\w$€£.,])(?P<letters>[A-Z]{2,3}) (?P<number>\d{1,4})(?![\w%]|[.,]\d)")


@dataclass(frozen=True, slots=True)
class Quantity:
    """An amount (`low` equals `high`) or a range of amounts; an open end is not part of the range. `unit` is "%",
    "$" for any currency sign, or ""."""

    low: Decimal
    high: Decimal
    unit: str
    span: Span
    low_open: bool = False
    high_open: bool = False

    @property
    def is_range(self) -> bool:
        return self.low != self.high

    def same(self, other: Quantity) -> bool:
        """Whether both state the same. Texts do not tell whether the ends of a range are included, so that is
        ignored."""
        return self._units_agree(other) and (self.low, self.high) == (other.low, other.high)

    def holds(self, other: Quantity) -> bool:
        """Whether the other one is within this range."""
        above = other.low > self.low or (other.low == self.low and (not self.low_open or other.low_open))
        below = other.high < self.high or (other.high == self.high and (not self.high_open or other.high_open))
        bounded = INFINITY not in (self.high, -self.low)  # "11+" holds no sum of money
        agree = self._units_agree(other) if bounded else self.unit == other.unit
        return self.is_range and agree and above and below

    def _units_agree(self, other: Quantity) -> bool:
        return self.unit == other.unit or {self.unit, other.unit} == {"", "$"}


@lru_cache(maxsize=50_000)  # cells come again with every question
def quantities(text: str) -> tuple[Quantity, ...]:
    """The amounts and ranges of a text in order, except parts of dates, codes and words."""
    taken = [span for _, span in _codes(text)]
    amounts = [match for match in _AMOUNT.finditer(text) if not _within(match.span("digits"), taken)]
    found: list[Quantity] = []
    at = 0
    while at < len(amounts):
        joined = _range(text, amounts, at)
        found += [joined] if joined else [_bounded(text, amounts, at)]
        at += 2 if joined else 1
    return tuple(_met_in_the_middle(text, found))


@lru_cache(maxsize=50_000)
def codes(text: str) -> frozenset[str]:
    """The codes of a text in normal form: "AB3" for "AB-3", "AB 3" and "AB 00 03"."""
    taken = [span for _, span in _codes(text)]
    spaced = [match for match in _SPACED.finditer(text) if not _within(match.span(), taken)]
    spaced_codes = {_normal(match["letters"], match["number"]) for match in spaced}
    return frozenset({code for code, _ in _codes(text)} | spaced_codes)


@lru_cache(maxsize=50_000)
def _codes(text: str) -> tuple[tuple[str, Span], ...]:
    found = []
    for match in _CODE.finditer(text):
        if match["behind"] == "K":
            continue  # "750K" is an amount
        if match["ahead"]:
            found.append((f"{int(match['ahead'])}{match['behind']}", match.span()))
        elif match["filled"] or not _is_serial(match["letters"], match["number"]):
            number = match["filled"] or match["number"]
            found.append((_normal(match["letters"], number) + match["tail"], match.span()))
    return tuple(found)


def _is_serial(letters: str, number: str) -> bool:
    """An identifier of one item among thousands, such as "A12345", is not a code."""
    return len(letters) == 1 and len(number) > 4


def _normal(letters: str, numbers: str) -> str:
    return letters + (numbers.replace(" ", "").lstrip("0") or "0")


def _range(text: str, amounts: list[re.Match[str]], at: int) -> Quantity | None:
    """The range that an amount and the next one state: "61-80", "$100,000 to $199,999", "between 5 and 10"."""
    if at + 1 == len(amounts):
        return None
    first, last = amounts[at], amounts[at + 1]
    joint = _TO.fullmatch(text, first.end(), last.start())
    if joint is None or (joint["and"] and not _BETWEEN.search(text, amounts[at - 1].end() if at else 0, first.start())):
        return None
    low, high, unit = _value(first), _value(last), _unit(last) or _unit(first)
    return Quantity(low, high, unit, (first.start(), last.end())) if low < high else None


def _bounded(text: str, amounts: list[re.Match[str]], at: int) -> Quantity:
    """An amount, or a range if the words around it make it one: "under 5", "10 or more"."""
    match = amounts[at]
    value, unit, span = _value(match), _unit(match), match.span()
    before = text[amounts[at - 1].end() if at else 0 : match.start()]
    how = next((how for how, words in _BEFORE if words.search(before)), "")
    how = how or next((how for how, words in _BEHIND if words.match(text, match.end())), "")
    if how in ("at least", "over"):
        return Quantity(value, INFINITY, unit, span, low_open=how == "over")
    if how:
        return Quantity(-INFINITY, value, unit, span, high_open=how == "under")
    return Quantity(value, value, unit, span)


def _met_in_the_middle(text: str, bounds: list[Quantity]) -> list[Quantity]:
    """Joins the two bounds of one range: "at least 5 but less than 10", "1,000 feet to less than 2,500 feet"."""
    joined: list[Quantity] = []
    for one in bounds:
        last = joined[-1] if joined else None
        ends = last is not None and last.low < one.high and one.low == -INFINITY and last.low != -INFINITY
        ends = ends and last is not None and (last.unit == one.unit or not (last.unit and one.unit))
        if last is not None and ends and _AND_TO.fullmatch(text[last.span[1] : one.span[0]]):
            low_open = last.low_open and last.is_range
            span = (last.span[0], one.span[1])
            joined[-1] = Quantity(last.low, one.high, one.unit or last.unit, span, low_open, one.high_open)
        else:
            joined.append(one)
    return joined


def _value(match: re.Match[str]) -> Decimal:
    value = Decimal(match["digits"].replace(",", "")) * SCALES.get((match["scale"] or "").lower(), 1)
    return -value if match["minus"] else value


def _unit(match: re.Match[str]) -> str:
    return "%" if match["percent"] else "$" if match["currency"] else ""


def _within(span: Span, taken: list[Span]) -> bool:
    """Whether it overlaps one of the spans, which are in order and apart."""
    at = bisect_left(taken, span[1], key=itemgetter(0)) - 1  # the last one that begins before its end
    return at >= 0 and span[0] < taken[at][1]
