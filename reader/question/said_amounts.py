"""Amounts as a question writes them: "$1,200", "1.2k", "7 grand", "nine thousand dollars", "half a million"."""

from __future__ import annotations

import re

_SCALE = {"k": 10**3, "grand": 10**3, "hundred": 100, "thousand": 10**3, "m": 10**6, "million": 10**6}
_SCALE |= {"bn": 10**9, "billion": 10**9}
_ONES = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"]
_TENS = ["ten", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]
_WORDS = {word: float(n) for n, word in enumerate(_ONES, 1)} | {word: 10.0 * n for n, word in enumerate(_TENS, 1)}
_WORDS |= {"fifteen": 15.0, "half a": 0.5, "a quarter of a": 0.25, "a": 1.0}
_LONGEST_FIRST = "|".join(sorted(_WORDS, key=len, reverse=True))
AMOUNT = re.compile(
    r"(?<![\w.,/-])(?:(?P<sign>[$€£])?\s?(?P<digits>\d(?:[\d,]*\d)?(?:\.\d+)?)"
    r"(?:\s?(?P<scale>k|grand|thousand|m|million|bn|billion)\b|(?![\w/]|-\w|[.,]\d))"
    rf"|(?P<word>{_LONGEST_FIRST})\s(?P<whole>hundred|thousand|grand|million|billion)\b)"
    r"(?P<money>\s(?:dollars|euros|pounds)\b)?",
    re.IGNORECASE,
)


def amount_of(match: re.Match[str]) -> float:
    """The number that a match of AMOUNT says."""
    if match["word"]:
        return _WORDS[match["word"].lower()] * _SCALE[match["whole"].lower()]
    return float(match["digits"].replace(",", "")) * _SCALE.get((match["scale"] or "").lower(), 1)


def is_money(match: re.Match[str]) -> bool:
    """Whether it says that it is money."""
    return bool(match["sign"] or match["money"]) or "grand" in (match["scale"] or match["whole"] or "").lower()
