"""Finds comparisons in a question: words around an amount or a date that make it a bound."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from ragatta.extensions.extractive.question.periods import Period, periods
from ragatta.pipeline.text.quantities import Quantity, quantities

_DATES: tuple[tuple[str, re.Pattern[str]], ...] = tuple(
    (operator, re.compile(rf"(?:^|(?<=[\s(,]))(?:{words})(?:\s+the)?\s*$", re.IGNORECASE))
    for operator, words in (
        ("!=", r"!=|other than|except(?: for| in| on)?|not (?:in|on|during|from)"),
        (">=", r">=|≥|at least|(?:not |no )(?:before|earlier than)|on or after|since|starting(?: on| in)?|as of"),
        ("<=", r"<=|≤|at most|(?:not |no )(?:after|later than)|on or before|up to|until|through|by(?: the end of)?"),
        (">", r">|(?:later|newer) than|after|past"),
        ("<", r"<|(?:earlier|older) than|before|prior to"),
        ("=", r"of|at|=|on|in|during|within|for|dated|from|is|was"),
    )
)
_LATER = re.compile(r"\s*(?:(?:or|and) (?:later|after)|onwards?)\b", re.IGNORECASE)
_EARLIER = re.compile(r"\s*(?:or|and) (?:earlier|before)\b", re.IGNORECASE)
# All words that may stand between what is compared and its amount.
_OPENED = re.compile(
    r"(?:(?:\b(?:at|least|most|an?|no|not|more|less|fewer|higher|lower|greater|larger|smaller|cheaper|than|of|over|under"
    r"|above|below|exceed(?:s|ing)?|beyond|between|from|up|to|minimum|maximum|exactly)\b|[<>=≤≥])\s*)+$",
    re.IGNORECASE,
)
_CLOSED = re.compile(r"\s*(?:\+|(?:or|and) (?:more|above|over|higher|up|less|below|under|lower)\b)", re.IGNORECASE)
_DENIED = re.compile(r"(?:\bother than|\bexcept(?: for)?|\bnot|n['’]t\b)(?:\s+[a-z]+){0,2}\s*$", re.IGNORECASE)
_FROM = re.compile(r"\b(?:between|from)\s*$", re.IGNORECASE)
_TO = re.compile(r"\s*(?:and|to|through|until|till|-|\u2013)\s*(?:the )?", re.IGNORECASE)
UNREAD = "?"  # the operator of a bound that is said, but in no way that conditions can express
_VAGUE = re.compile(
    r"\b(?:early|late|mid|middle|around|about|roughly|approximately|nearly)\b[\s-]*(?:of|in)?\s*$", re.I
)


@dataclass(frozen=True)
class Bound:
    """A comparison: `value` is an ISO day or a number, `span` covers all its words. `opened`: words make it a
    comparison."""

    operator: str
    value: str | float
    span: tuple[int, int]
    opened: bool
    money: bool = False


def date_bounds(question: str) -> list[Bound]:
    """The question's comparisons of dates. A period longer than a day gives two bounds."""
    found: list[Bound] = []
    dates = periods(question)
    while dates:
        first, *dates = dates
        joint = _TO.fullmatch(question, first.end, dates[0].start) if dates else None
        opened = _FROM.search(question[: first.start])
        if joint and (opened or "and" not in joint.group().lower()):
            last, *dates = dates
            span = (opened.start() if opened else first.start, last.end)
            found += [Bound(">=", first.first.isoformat(), span, True), Bound("<=", last.last.isoformat(), span, True)]
        else:
            found += _of_period(question, first)
    return found


def amount_bounds(question: str, taken: Sequence[tuple[int, int]]) -> list[Bound]:
    """The question's comparisons of numbers outside the taken spans."""
    apart = "".join(" " if any(start <= at < end for start, end in taken) else c for at, c in enumerate(question))
    return [bound for one in quantities(apart) for bound in _of_amount(question, one)]


def _of_amount(question: str, quantity: Quantity) -> list[Bound]:
    start, end = quantity.span
    opened, closed = _OPENED.search(question[:start]), _CLOSED.match(question, end)
    span = (opened.start() if opened else start, closed.end() if closed else end)
    money = quantity.unit == "$"
    denied = _DENIED.search(question[: span[0]])
    if denied:
        span = (denied.start(), span[1])
    if not quantity.is_range:
        return [Bound("!=" if denied else "=", float(quantity.low), span, bool(opened) or bool(denied), money)]
    if denied:
        return [Bound(UNREAD, float(quantity.high), span, True, money)]
    ends = [(">" if quantity.low_open else ">=", quantity.low)] if quantity.low.is_finite() else []
    ends += [("<" if quantity.high_open else "<=", quantity.high)] if quantity.high.is_finite() else []
    return [Bound(operator, float(value), span, True, money) for operator, value in ends]


def _of_period(question: str, period: Period) -> list[Bound]:
    before, behind = (
        question[: period.start],
        _LATER.match(question, period.end) or _EARLIER.match(question, period.end),
    )
    operator, start = "=", period.start
    for operator_of, words in _DATES:
        if opened := words.search(before):
            operator, start = operator_of, opened.start()
            break
    if behind:
        operator = ">=" if behind.re is _LATER else "<="
    span = (start, behind.end() if behind else period.end)

    def bound(operator: str, day: date) -> Bound:
        return Bound(operator, day.isoformat(), span, start < period.start or bool(behind))

    if _VAGUE.search(before) or (operator == "!=" and not period.is_day):
        return [bound(UNREAD, period.first)]
    if operator == "=" and not period.is_day:
        return [bound(">=", period.first), bound("<=", period.last)]
    return [bound(operator, period.first if operator in (">=", "<", "=", "!=") else period.last)]
