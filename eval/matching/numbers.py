"""Finds the numbers of a text that are not part of a longer number, a word or a code, and compares numbers.

"604" is in "$604." and in "604 dollars", but not in "1604", "604.5", "HO604", "C-604", "8.604.2", the date "6/04/2025"
or the code "2024-604" (a hyphen makes a range only upwards, as in "2-5"). The currency sign is ignored ("$1,000" equals
"1000"); the percent sign is not: "5%" equals "5 percent" and is neither 5 nor 0.05. "k", "thousand", "million" and
"billion" scale ("$750k" equals "750,000"); if such a number is expected, its bare figure is right too ("750", as under
the heading "in thousands"). The decimal sign is a point; commas and non-breaking spaces (U+00A0, U+2009, U+202F) group
thousands. Brackets are no sign. See docs/scoring.md.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from decimal import Decimal

from ragatta.eval.matching.normalise import Span
from ragatta.pipeline.text.numbers import SCALES

_CURRENCY = r"(?:US\$|[$€£¥₹]|USD|EUR|GBP)"
_SIGNS = {"USD": "$", "US$": "$", "EUR": "€", "GBP": "£", "JPY": "¥", "INR": "₹"}
_CODE = re.compile(r"(?<!\w)(?:CHF|SEK|NOK|DKK|JPY|INR)\s?\Z")  # looked for behind a number's beginning, for speed
_DATE = r"(?<![\d/])\d{1,4}(?P<mark>[/.-])\d{1,2}(?P=mark)\d{2,4}(?![\d/])"
_BETWEEN_THOUSANDS = r"[,\u00a0\u2009\u202f]"
_THOUSANDS = rf"\d{{1,3}}(?P<group>{_BETWEEN_THOUSANDS})\d{{3}}(?:(?P=group)\d{{3}})*(?!\d)"
_NUMBER = re.compile(
    rf"(?=[-\u2212\u2013.\d$€£¥₹UEG])(?:{_DATE}|"  # what a match can begin with, for speed
    r"(?:(?<![^\s(\[=:,;|$€£¥₹])(?P<sign>[-\u2212\u2013]))?"
    rf"(?<![^\W\d][-\u2010\u2011])(?<![^\W_])(?:(?P<currency>{_CURRENCY})\s?)?(?<!\d[.,])"
    rf"(?P<digits>(?:{_THOUSANDS}|\d+)(?:\.\d+)?|(?<![\w.\u2026])\.\d+)(?![.,]?\d)"
    r"(?:\s*(?P<scale>k|thousand|million|mn|billion|bn|trillion)\b)?+"
    r"(?P<percent>\s*(?:%|percent\b|per\s+cent\b|pct\b))?+"
    r"(?:(?<=%)|(?![^\W_])))",
    re.IGNORECASE,
)
_UNIT = re.compile(r"[ -]?(?P<unit>(?:percentage|basis) points?|square \w+|km/h|m/s|[A-Za-z°µ]+[²³]?)")
_HYPHENS = ("-", "\u2010", "\u2011")
_SPACED_THOUSANDS = re.compile(r"(?<![\w.,])(?<!\w-)[1-9]\d{0,2}(?: +\d{3})+(?!\w)")


def is_whole(value: Decimal) -> bool:
    """Whether it has no fraction; of any number of digits, for which the remainder is not defined."""
    return value == value.to_integral_value()


@dataclass(frozen=True)
class Number:
    value: Decimal
    percent: bool
    span: Span  # in the text it was read from, with sign, currency and unit
    figure: Decimal  # the value without its scale word: 750 of "750 thousand"
    currency: str = ""  # its sign, "$" of "USD 5"
    unit: str = ""  # the word behind it, "hours"

    def same(self, other: Number, tolerance: float = 0.0) -> bool:
        """Whether both are equal up to `tolerance`, a share of this number's size; a percentage equals only
        percentages."""
        allowed = abs(self.value) * Decimal(str(tolerance))
        return self.percent == other.percent and abs(self.value - other.value) <= allowed

    def answered_by(self, other: Number, tolerance: float = 0.0) -> bool:
        """Whether the other one states this number, in full or as the bare figure of a table in its scale."""
        bare = self.figure != self.value and other.figure == other.value
        return self.same(other, tolerance) or (bare and self.unscaled.same(other, tolerance))

    @property
    def unscaled(self) -> Number:
        """The printed number without its scale word."""
        return replace(self, value=self.figure)

    @property
    def canonical(self) -> str:
        """The normal notation: "-1200.5", "5%"."""
        return f"{self.value.normalize():f}{'%' * self.percent}"


def numbers(text: str) -> list[Number]:
    """All separate numbers, in order."""
    runs: list[list[re.Match[str]]] = []  # each of numbers that hyphens join
    for match in _NUMBER.finditer(text):
        if runs and text[runs[-1][-1].end() : match.start()] in _HYPHENS:
            runs[-1].append(match)
        else:
            runs.append([match])
    return [_number(match) for run in runs if not _is_code(run, text) for match in run]


def stated_numbers(text: str) -> list[Number]:
    """The numbers of a sentence, where an ordinary space groups thousands as well ("1 604"). Not for pages, where
    spaces separate the cells of a table. Spans point into `close_up(text)`."""
    return numbers(close_up(text))


def close_up(text: str) -> str:
    """The text without the ordinary spaces that group thousands: "1 604" becomes "1604"."""
    return _SPACED_THOUSANDS.sub(lambda match: match[0].replace(" ", ""), text)


def only_number(text: str) -> Number | None:
    """The number, if the whole text is one: "$604" yes, "604 rules" no."""
    stripped = text.strip().rstrip(".")
    found = numbers(stripped)
    return found[0] if len(found) == 1 and found[0].span == (0, len(stripped)) else None


def _is_code(run: list[re.Match[str]], text: str) -> bool:
    """Whether the run contains a date, continues as something else ("C-2-604"), or consists of bare numbers that are no
    range ("2024-604", "1-2-3")."""
    if not all(match["digits"] for match in run):
        return True
    start = run[0].start()
    if text[max(start - 1, 0) : start] in _HYPHENS and text[max(start - 2, 0) : start - 1].isalnum():
        return True
    if not all(match[0].isdecimal() for match in run):
        return False
    return len(run) > 2 or (len(run) == 2 and Decimal(run[1][0]) < Decimal(run[0][0]))


def _number(match: re.Match[str]) -> Number:
    figure = Decimal(re.sub(_BETWEEN_THOUSANDS, "", match["digits"])) * (-1 if match["sign"] else 1)
    scale = SCALES.get((match["scale"] or "").lower(), 1)
    start, end = match.span()
    code = _CODE.search(match.string, max(0, start - 5), start)
    written = code[0].strip() if code else (match["currency"] or "").upper()
    currency = _SIGNS.get(written, written)
    behind = _UNIT.match(match.string, end)
    span = (code.start() if code else start, end)
    return Number(figure * scale, bool(match["percent"]), span, figure, currency, behind["unit"] if behind else "")
