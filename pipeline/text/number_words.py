"""Turns a question's large and fractional numbers in words into the figures that documents print: "half a million
dollars" is "$500,000", "two and a half miles" are "2.5 miles". Small counts ("two rooms") stay, because a cell may have
them in words."""

from __future__ import annotations

import re
from decimal import Decimal

from ragatta.pipeline.text.numbers import LARGE, plain

ONES = [
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
    "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
]  # fmt: skip
_TENS = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]
SMALL = {word: n for n, word in enumerate(ONES)} | {word: 10 * n for n, word in enumerate(_TENS, 2)}
_PARTS = {"half": Decimal("0.5"), "quarter": Decimal("0.25"), "three quarters": Decimal("0.75")}

_WORD = "|".join(sorted(SMALL.keys() - {"zero"}, key=len, reverse=True))
_SCALE = "|".join(LARGE)
_MONEY = r"(?P<money>[ -]dollars?\b)?"
_MORE = rf"(?:{_WORD}|hundred|{_SCALE})\b"
# "three hundred and fifty thousand", of which no "one hundred and two hundred", which are two.
_AND = rf"(?<=hundred) and (?:{_WORD})\b(?![ -]hundred)"
_AND += rf"|(?<=thousand|.million) and (?:{_WORD})\b(?![ -](?:hundred|{_SCALE}))"
_BEGIN = rf"(?<![\d.,$€£-])\b(?P<number>(?:\d{{1,3}}|an?|{_WORD})"
_END = rf"(?<=[a-z]))\b{_MONEY}(?![ -]{_MORE})"
# "a thousand-dollar", "15 thousand": whatever has hundred, thousand or more in it; between two "and" joins nothing.
_MANY, _MANY_BETWEEN = (
    re.compile(rf"{_BEGIN}(?:[ -]{_MORE}{joined})*{_END}", re.IGNORECASE) for joined in (f"|{_AND}", "")
)
_BETWEEN = re.compile(r"\b(?:between|from)\b", re.IGNORECASE)
_PART = re.compile(
    rf"\b(?:an? )?(?P<part>half|quarter|three[ -]quarters)[ -](?:of )?(?:an? )?(?P<scale>{_SCALE})\b{_MONEY}",
    re.IGNORECASE,
)
_AND_A_HALF = re.compile(rf"\b(?P<number>\d{{1,15}}|{_WORD}) and an? (?P<part>half|quarter)\b(?= [a-z])", re.IGNORECASE)
_DIGITS = {word: n for word, n in SMALL.items() if n < 10}
_POINT = re.compile(
    rf"(?<!\bat )\b(?P<number>zero|{_WORD}) point (?P<digits>(?:{'|'.join(_DIGITS)})(?: (?:{'|'.join(_DIGITS)}))*)\b",
    re.IGNORECASE,
)
_HALF_A = re.compile(
    r"\b(?:an? )?half(?: an?|-| of an?)? ?(?=(?:mile|foot|yard|acre|inch|kilomet(?:er|re)|ton)s?\b)", re.IGNORECASE
)


def in_figures(question: str) -> str:
    """The question with such numbers in figures; unchanged if it has none."""
    text = _PART.sub(lambda m: _printed(_part(m) * LARGE[m["scale"].lower()], m["money"]), question)
    text = _AND_A_HALF.sub(lambda m: plain(_value(m["number"]) + _part(m)), text)
    text = _POINT.sub(lambda m: f"{_value(m['number'])}.{''.join(str(_DIGITS[one]) for one in _digits(m))}", text)
    many = _MANY_BETWEEN if _BETWEEN.search(text) else _MANY
    text = many.sub(lambda m: _printed(_value(m["number"]), m["money"]) if _is_large(m["number"]) else m.group(), text)
    return _HALF_A.sub("0.5 ", text)


def _is_large(number: str) -> bool:
    return re.search(rf"\b(?:hundred|{_SCALE})\b", number, re.IGNORECASE) is not None


def _value(number: str) -> Decimal:
    """ "Hundred" multiplies the number before it; "thousand" and larger words multiply everything since the previous
    such word."""
    total, group = 0, 0
    for word in re.findall(r"[a-z]+|\d+", number.lower()):
        if word == "hundred":
            group = max(group, 1) * 100
        elif word in LARGE:
            total, group = total + max(group, 1) * LARGE[word], 0
        elif word != "and":
            group += int(word) if word.isdigit() else SMALL.get(word, 1)
    return Decimal(total + group)


def _digits(match: re.Match[str]) -> list[str]:
    return match["digits"].lower().split()


def _part(match: re.Match[str]) -> Decimal:
    return _PARTS[match["part"].lower().replace("-", " ")]


def _printed(value: Decimal, money: str | None) -> str:
    return f"{'$' * bool(money)}{plain(value)}"
