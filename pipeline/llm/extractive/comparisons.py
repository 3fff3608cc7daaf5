"""Comparisons in a question: the words before and behind an amount or a date that make a bound of it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from pipeline.llm.extractive.periods import Period, periods

# Tried in this order at the words that end where the amount begins; the longer phrase stands before the shorter.
_BEFORE: tuple[tuple[str, str], ...] = (
    (">=", r"at least|at a minimum|a minimum of|no (?:less|fewer|lower) than|not (?:less|fewer|lower) than"),
    (">=", r"not (?:under|below|before)|on or after|no earlier than|not earlier than|from|since"),
    (">=", r"starting(?: on| in| from)?|beginning(?: on| in)?|as of|minimum"),
    ("<=", r"at most|a maximum of|no (?:more|greater|higher|larger) than|not (?:more|greater|higher|larger) than"),
    ("<=", r"not (?:over|above|after|exceeding)|(?:do|does|did) not exceed|on or before|no later than|not later than"),
    ("<=", r"up to|until|till|through|not to exceed|by(?: the end of)?|maximum"),
    (">", r"(?:more|greater|higher|larger|bigger|later) than|over|above|exceed(?:s|ing|ed)?|in excess of|beyond|after"),
    (">", r"(?:upwards|north) of|past|top(?:s|ped|ping)"),
    ("<", r"(?:less|fewer|lower|smaller|cheaper|earlier) than|under|below|before|prior to|short of|beneath"),
    ("=", r"exactly|equal(?:s|ling)?(?: to)?|precisely|is|was|are|were|of|at|=|on|in|during|within|for|dated"),
)  # fmt: skip
_OPENERS = tuple(
    (operator, re.compile(rf"(?:^|(?<=[\s(,])){'(?:' + words + ')'}(?:\s+(?:the|a|an|about|than))?\s*$", re.IGNORECASE))
    for operator, words in _BEFORE
)
_ENDS = r"\b(?!\s+(?:than\b|[$€£\d]))"  # else it opens the next comparison
_MORE = rf"\s*(?:\+|(?:or|and) (?:more|above|over|higher|greater|later|after|up|upwards){_ENDS}|onwards?\b)"
_LESS = rf"\s*(?:or|and) (?:less|below|under|lower|fewer|earlier|before){_ENDS}"
_BEHIND = ((">=", re.compile(_MORE, re.IGNORECASE)), ("<=", re.compile(_LESS, re.IGNORECASE)))
_FROM = re.compile(r"\b(?:between|from|ranging from|ranges? (?:from|between))\s*$", re.IGNORECASE)
_TO = re.compile(r"\s*(?:and|to|through|until|till|up to|-|\u2013)\s*(?:the )?", re.IGNORECASE)
_AMOUNT = re.compile(
    r"(?<![\w.,/-])(?P<sign>[$€£])?\s?(?P<digits>\d(?:[\d,]*\d)?(?:\.\d+)?)"
    r"(?:\s?(?P<scale>k|thousand|m|million|bn|billion)\b|(?![\w/]|-\w|[.,]\d))",
    re.IGNORECASE,
)
_SCALE = {"k": 10**3, "thousand": 10**3, "m": 10**6, "million": 10**6, "bn": 10**9, "billion": 10**9}


@dataclass(frozen=True)
class Bound:
    """A comparison: `value` is an ISO day or a number, `start:end` its amount and `said:until` all its words."""

    operator: str
    value: str | float
    start: int
    end: int
    said: int
    until: int
    opened: bool  # whether words before or behind make it one
    money: bool = False


def date_bounds(question: str) -> list[Bound]:
    """What the question asks of dates. A period that is not a day is two bounds."""
    found: list[Bound] = []
    dates = periods(question)
    while dates:
        one, *dates = dates
        if dates and _joined(question, (one.start, one.end), (dates[0].start, dates[0].end)):
            last, *dates = dates
            said = _range_start(question, one.start)
            found += [
                Bound(">=", one.first.isoformat(), one.start, last.end, said, last.end, opened=True),
                Bound("<=", last.last.isoformat(), one.start, last.end, said, last.end, opened=True),
            ]
        else:
            found += _of_period(question, one)
    return found


def amount_bounds(question: str, taken: Sequence[tuple[int, int]]) -> list[Bound]:
    """What the question asks of numbers outside the spans that are taken."""
    matches = [
        match
        for match in _AMOUNT.finditer(question)
        if all(match.end() <= start or match.start() >= end for start, end in taken)
    ]
    found: list[Bound] = []
    while matches:
        one, *matches = matches
        span = (_begin(one), one.end())
        if matches and _joined(question, span, (_begin(matches[0]), matches[0].end())):
            last, *matches = matches
            said, money = _range_start(question, span[0]), _is_money(one) or _is_money(last)
            for operator, match in ((">=", one), ("<=", last)):
                found.append(Bound(operator, _number(match), span[0], last.end(), said, last.end(), True, money))
        else:
            operator, said, until, opened = _compared(question, span)
            found.append(Bound(operator, _number(one), *span, said, until, opened, _is_money(one)))
    return found


def _of_period(question: str, one: Period) -> list[Bound]:
    operator, said, until, opened = _compared(question, (one.start, one.end))

    def bound(operator: str, day: date) -> Bound:
        return Bound(operator, day.isoformat(), one.start, one.end, said, until, opened)

    if operator == "=":
        return [bound("=", one.first)] if one.is_day else [bound(">=", one.first), bound("<=", one.last)]
    return [bound(operator, one.first if operator in (">=", "<") else one.last)]


def _compared(question: str, span: tuple[int, int]) -> tuple[str, int, int, bool]:
    """(operator, start and end of all its words, whether there are any)."""
    for operator, pattern in _BEHIND:
        if behind := pattern.match(question, span[1]):
            return operator, span[0], behind.end(), True
    for operator, pattern in _OPENERS:
        if before := pattern.search(question[: span[0]]):
            return operator, before.start(), span[1], True
    return "=", span[0], span[1], False


def _joined(question: str, one: tuple[int, int], other: tuple[int, int]) -> bool:
    """Whether two amounts are the ends of a range: "between A and B", "from A to B", "A to B"."""
    between = _TO.fullmatch(question, one[1], other[0])
    if not between:
        return False
    return "and" not in between.group().lower() or "between" in question[: one[0]].lower()[-20:]


def _range_start(question: str, start: int) -> int:
    opened = _FROM.search(question[:start])
    return opened.start() if opened else start


def _begin(match: re.Match[str]) -> int:
    return match.start() + len(match.group()) - len(match.group().lstrip())


def _is_money(match: re.Match[str]) -> bool:
    return bool(match["sign"])


def _number(match: re.Match[str]) -> float:
    return float(match["digits"].replace(",", "")) * _SCALE.get((match["scale"] or "").lower(), 1)
