"""Comparisons in a question: the words before and behind an amount or a date that make a bound of it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from reader.question.periods import Period, periods
from reader.question.said_amounts import AMOUNT, amount_of, is_money

# Tried in this order at the words that end where the amount begins; the longer phrase stands before the shorter.
_BEFORE: tuple[tuple[str, str], ...] = (
    ("!=", r"!=|<>|≠|other than|different from|except(?: for| in| on)?|not equal to"),
    (">=", r">=|≥"),
    ("<=", r"<=|≤"),
    (">", r">"),
    ("<", r"<"),
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
    (
        operator,
        re.compile(
            rf"(?:^|(?<=[\s(,])|(?=[<>=!≤≥≠])){'(?:' + words + ')'}(?:\s+(?:the|a|an|about|than))?\s*$", re.IGNORECASE
        ),
    )
    for operator, words in _BEFORE
)
_ENDS = r"\b(?!\s+(?:than\b|[$€£\d]))"  # else it opens the next comparison
_MORE = rf"\s*(?:\+|(?:or|and) (?:more|above|over|higher|greater|later|after|up|upwards){_ENDS}|onwards?\b)"
_LESS = rf"\s*(?:or|and) (?:less|below|under|lower|fewer|earlier|before){_ENDS}"
_BEHIND = ((">=", re.compile(_MORE, re.IGNORECASE)), ("<=", re.compile(_LESS, re.IGNORECASE)))
# "orders from 2024" are of that year; "valid from 2024", "a date from 2024" and "from 2024 on" leave the end open.
_OF_PERIOD = re.compile(
    r"(?:^|\b(?!(?:effective|valid|active|available|applicable|force|due|date|start\w*|begin\w*|began|runs?|running"
    r"|appl(?:y|ies|ied))\b)[\w’'-]+\s+)from\s+(?:the\s+)?$",
    re.IGNORECASE,
)
_ONWARDS = re.compile(r",?\s+(?:on(?=\W*$|,|\s+(?:and|or|with)\b)|forwards?\b)", re.IGNORECASE)
_FROM = re.compile(r"\b(?:between|from|ranging from|ranges? (?:from|between))\s*$", re.IGNORECASE)
_TO = re.compile(r"\s*(?:and|to|through|until|till|up to|-|\u2013)\s*(?:the )?", re.IGNORECASE)
_OPPOSITE = {">": "<=", ">=": "<", "<": ">=", "<=": ">", "=": "!=", "!=": "="}
UNREAD = "?"  # the operator of a bound that is said, but in no way that is understood or that conditions can express
_DENIED = re.compile(
    r"(?:\b(?:not|never|neither|nor|without|cannot)\b|n['’]t\b)(?:\s+(?!(?:and|or|but|that|which|who|with|only)\b)[\w-]+){0,5}\s*$"
    r"|\bno\s+(?:[\w-]+\s+){0,2}$",
    re.IGNORECASE,
)
_EDGE = re.compile(r"(?:\bthe\s+)?\b(?P<edge>end|close|beginning|start)\s+of\s+(?:the\s+(?:year\s+)?)?$", re.IGNORECASE)
_ON_EDGE = re.compile(r"(?:the\s+)?(?:end|close|beginning|start)\s+of\b", re.IGNORECASE)
_VAGUE = re.compile(
    r"(?:\b(?:early|late|mid|middle|around|about|circa|roughly|approximately|nearly|almost|spring|summer|autumn|fall"
    r"|winter|weeks?|days?|months?|weekend)\b|~)[\s-]*(?:of|in)?\s*(?:the\s+)?$",
    re.IGNORECASE,
)
_ALSO = re.compile(r"\s*(?:,\s*(?:and|or)?|and|or|&)\s*(?:in|during|from|of)?\s*(?:either\s+)?", re.IGNORECASE)


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
    begins: int = -1  # where the negation before it begins, if there is one

    @property
    def span(self) -> tuple[int, int]:
        """All that is said for it, its negation too."""
        return (self.begins if self.begins >= 0 else self.said, self.until)


def date_bounds(question: str) -> list[Bound]:
    """What the question asks of dates. A period that is not a day is two bounds; "in 2021 or 2022" is one period, and
    periods that do not touch are unread."""
    found: list[Bound] = []
    dates = [_edge(question, one) for one in periods(question)]
    while dates:
        one, *dates = dates
        if dates and _joined(question, (one.start, one.end), (dates[0].start, dates[0].end)):
            last, *dates = dates
            said = _range_start(question, one.start)
            found += _range(question, (one.start, last.end, said), one.first.isoformat(), last.last.isoformat())
            continue
        together, dates = _together(question, one, dates)
        found += _of_period(question, together) if together else []
        if together is None:
            found.append(Bound(UNREAD, one.first.isoformat(), one.start, one.end, one.start, one.end, opened=True))
    return found


def amount_bounds(question: str, taken: Sequence[tuple[int, int]]) -> list[Bound]:
    """What the question asks of numbers outside the spans that are taken."""
    matches = [
        match
        for match in AMOUNT.finditer(question)
        if all(match.end() <= start or match.start() >= end for start, end in taken)
    ]
    found: list[Bound] = []
    while matches:
        one, *matches = matches
        span = (_begin(one), one.end())
        if matches and _joined(question, span, (_begin(matches[0]), matches[0].end())):
            last, *matches = matches
            said, money = _range_start(question, span[0]), is_money(one) or is_money(last)
            found += _range(question, (span[0], last.end(), said), amount_of(one), amount_of(last), money)
        else:
            operator, said, until, opened = _compared(question, span)
            begins = _negation(question, said)
            found.append(Bound(operator, amount_of(one), *span, said, until, opened, is_money(one), begins))
    return found


def _range(
    question: str, place: tuple[int, int, int], first: str | float, last: str | float, money: bool = False
) -> list[Bound]:
    """Both ends of a range at `place` = (start, end, said). What lies outside of a range is no pair of bounds."""
    start, end, said = place
    if denied := _DENIED.search(question[:said]):
        return [Bound(UNREAD, first, start, end, denied.start(), end, True, money)]
    ends = ((">=", first), ("<=", last))
    return [Bound(operator, value, start, end, said, end, True, money) for operator, value in ends]


def _edge(question: str, one: Period) -> Period:
    """ "the end of March" is its last day, "the beginning of 2023" its first."""
    edge = _EDGE.search(question[: one.start])
    if not edge or one.is_day:
        return one
    day = one.last if edge["edge"].lower() in ("end", "close") else one.first
    return Period(edge.start(), one.end, day, day)


def _together(question: str, one: Period, others: list[Period]) -> tuple[Period | None, list[Period]]:
    """The period with those that are said beside it ("in 2021 or 2022, 2023") as one, and the other periods. None
    where they do not touch: then all of them are one condition that no range says."""
    touches = True
    while others and _ALSO.fullmatch(question, one.end, others[0].start):
        if _DENIED.search(question[: one.start]) or _compared(question, (one.start, one.end))[0] != "=":
            break
        other, *others = others
        touches = touches and one.last + timedelta(days=1) == other.first
        one = Period(one.start, other.end, one.first, other.last)
    return (one if touches else None), others


def _of_period(question: str, one: Period) -> list[Bound]:
    operator, said, until, opened = _compared(question, (one.start, one.end))
    begins = _negation(question, said)
    of_period = _OF_PERIOD.search(question[: one.start]) and not _ONWARDS.match(question, one.end)
    if of_period and until == one.end and not one.is_day:
        operator = {">=": "=", "<": "!="}.get(operator, operator)

    def bound(operator: str, day: date) -> Bound:
        return Bound(operator, day.isoformat(), one.start, one.end, said, until, opened, begins=begins)

    on_edge = bool(_ON_EDGE.match(question, one.start))
    if _VAGUE.search(question[: one.start]) or (on_edge and operator in ("=", "!=")):
        return [bound(UNREAD, one.first)]
    if operator == "=":
        return [bound("=", one.first)] if one.is_day else [bound(">=", one.first), bound("<=", one.last)]
    if operator == "!=":  # what lies outside of a period is no pair of bounds
        return [bound("!=" if one.is_day else UNREAD, one.first)]
    return [bound(operator, one.first if operator in (">=", "<") else one.last)]


def _compared(question: str, span: tuple[int, int]) -> tuple[str, int, int, bool]:
    """(operator, start and end of all its words, whether there are any). A negation before them makes the opposite of
    it: "not signed before 2023" is at or after."""
    for operator, pattern in _BEHIND:
        if behind := pattern.match(question, span[1]):
            return _unless_denied(question, operator, span[0], behind.end())
    for operator, pattern in _OPENERS:
        if before := pattern.search(question[: span[0]]):
            return _unless_denied(question, operator, before.start(), span[1])
    return "=", span[0], span[1], False


def _unless_denied(question: str, operator: str, said: int, until: int) -> tuple[str, int, int, bool]:
    return (_OPPOSITE[operator] if _negation(question, said) >= 0 else operator), said, until, True


def _negation(question: str, said: int) -> int:
    denied = _DENIED.search(question[:said])
    return denied.start() if denied else -1


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
