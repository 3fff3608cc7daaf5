"""Numbers that stand in a text as numbers of their own.

"604" is in "$604." and in "604 dollars", but not in "1604", "604.5", "HO604", "C-604", "8.604.2" or the date
"6/04/2025". The currency sign says nothing ("$1,000" equals "1000"); a percent sign does: "5%" equals "5
percent" and is neither 5 nor 0.05. "k", "thousand", "million" and "billion" scale ("$750k" equals "750,000").
The decimal point is a point and the comma groups thousands. Source: design section 8.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Decimal

from eval.normalise import Span

_CURRENCY = r"(?:US\$|[$€£¥]|USD|EUR|GBP)"
_SCALES = {"k": 10**3, "thousand": 10**3, "million": 10**6, "billion": 10**9}
_DATE = r"(?<![\d/])\d{1,4}(?P<mark>[/.-])\d{1,2}(?P=mark)\d{2,4}(?![\d/])"
_NUMBER = re.compile(
    rf"(?=[-\u2212\u2013.\d$€£¥UEG])(?:{_DATE}|"  # what a match can begin with, for speed
    r"(?:(?<![^\s(\[=:,;|$€£¥])(?P<sign>[-\u2212\u2013]))?"
    rf"(?<![^\W\d][-\u2010\u2011])(?<![^\W_])(?:{_CURRENCY}\s?)?(?<!\d[.,])"
    r"(?P<digits>(?:\d{1,3}(?:,\d{3})+(?!\d)|\d+)(?:\.\d+)?|(?<![\w.\u2026])\.\d+)(?![.,]?\d)"
    r"(?:\s?(?P<scale>k|thousand|million|billion)\b)?+"
    r"(?P<percent>\s?(?:%|percent\b|per\scent\b|pct\b))?+"
    r"(?:(?<=%)|(?![^\W_])))",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Number:
    value: Decimal
    percent: bool
    span: Span  # in the text it was read from, with sign, currency and unit

    def same(self, other: Number, tolerance: float = 0.0) -> bool:
        """Equal up to `tolerance`, a share of this number's size; a percentage equals percentages only."""
        allowed = abs(self.value) * Decimal(str(tolerance))
        return self.percent == other.percent and abs(self.value - other.value) <= allowed


def numbers(text: str) -> list[Number]:
    """All numbers of their own, in the order in which they stand."""
    return [_number(match) for match in _NUMBER.finditer(text) if match["digits"]]


def only_number(text: str) -> Number | None:
    """The number that the whole text is, if it is one: "$604" yes, "604 rules" no."""
    stripped = text.strip().rstrip(".")
    found = numbers(stripped)
    return found[0] if len(found) == 1 and found[0].span == (0, len(stripped)) else None


def _number(match: re.Match[str]) -> Number:
    value = Decimal(match["digits"].replace(",", "")) * _SCALES.get((match["scale"] or "").lower(), 1)
    return Number(-value if match["sign"] else value, bool(match["percent"]), match.span())
