"""Reads the dates of a question as periods: "March 5, 2025", "in March 2025", "the first quarter of 2025",
"2025-03-05"."""

from __future__ import annotations

import re
from calendar import monthrange
from dataclasses import dataclass
from datetime import date
from functools import lru_cache

_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
MONTH = (
    r"(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?"
    r"|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\b\.?"
)
YEAR = r"(?:19|20)\d\d(?![\w-]|[.,]\d|%)"
_ORDINAL = r"(?P<part>first|second|third|fourth|last|1st|2nd|3rd|4th)"
_FORMS = tuple(
    re.compile(form, re.IGNORECASE)
    for form in (
        r"(?<![\w-])(?P<year>(?:19|20)\d\d)-(?P<number>\d\d)-(?P<day>\d\d)(?![\w-])",
        r"(?<![\w/-])(?P<number>\d{1,2})/(?P<day>\d{1,2})/(?P<year>(?:19|20)\d\d)(?![\w/-])",
        rf"\b(?P<month>{MONTH}) (?P<day>\d{{1,2}})(?:st|nd|rd|th)?,? (?P<year>{YEAR})",
        rf"\b(?P<day>\d{{1,2}})(?:st|nd|rd|th)?(?: of)? (?P<month>{MONTH}),? (?P<year>{YEAR})",
        rf"\b(?:the )?{_ORDINAL} (?P<unit>quarter|half) of (?P<year>{YEAR})",
        rf"\bQ(?P<part>[1-4])(?P<unit>)(?: of)? (?P<year>{YEAR})",
        rf"\b(?P<month>{MONTH}),?(?: of)? (?P<year>{YEAR})",
        rf"(?<![\w$€£.,/-])(?P<year>{YEAR})",
        rf"\b(?P<month>{MONTH}) (?P<day>\d{{1,2}})(?:st|nd|rd|th)?\b(?![,\d])",  # the year is said behind it
        rf"\b(?P<month>{MONTH})(?= (?:and|to|through|until|till)\b)",
    )
)
_PARTS = {"first": 1, "second": 2, "third": 3, "fourth": 4, "last": -1}


@dataclass(frozen=True)
class Period:
    """The days from `first` to `last`, both included, which the question names at `start` to `end`."""

    start: int
    end: int
    first: date
    last: date

    @property
    def is_day(self) -> bool:
        return self.first == self.last


def periods(question: str) -> list[Period]:
    """Every date in the question, in order. A date without a year takes the year of the next date; without any year it
    does not count."""
    matches: list[re.Match[str]] = []
    for form in _FORMS:
        for match in form.finditer(question):
            if all(match.end() <= other.start() or match.start() >= other.end() for other in matches):
                matches.append(match)
    found: list[Period] = []
    year: int | None = None
    for match in sorted(matches, key=lambda match: match.start(), reverse=True):
        groups = match.groupdict()
        year = int(groups["year"]) if groups.get("year") else year
        if year is not None and (days := _days(groups, year)):
            found.append(Period(match.start(), match.end(), *days))
    return found[::-1]


def _days(groups: dict[str, str | None], year: int) -> tuple[date, date] | None:
    """First and last day; None if there is no such day."""
    try:
        if part := groups.get("part"):
            return _part_of(year, part, months=6 if (groups["unit"] or "").lower() == "half" else 3)
        month = _month(groups)
        if month is None:
            return date(year, 1, 1), date(year, 12, 31)
        if day := groups.get("day"):
            return date(year, month, int(day)), date(year, month, int(day))
        return date(year, month, 1), date(year, month, monthrange(year, month)[1])
    except ValueError:
        return None


def _month(groups: dict[str, str | None]) -> int | None:
    if number := groups.get("number"):
        return int(number)
    word = groups.get("month")
    return _MONTHS.index(word[:3].lower()) + 1 if word else None


def _part_of(year: int, part: str, months: int) -> tuple[date, date]:
    """The part-th quarter (3 months) or half (6) of a year. Raises ValueError where there is none."""
    number = int(part[0]) if part[0].isdigit() else _PARTS[part.lower()]
    last = 12 if number == -1 else number * months
    return date(year, last - months + 1, 1), date(year, last, monthrange(year, last)[1])


@lru_cache(maxsize=50_000)  # cells come again with every question
def days(text: str) -> frozenset[date]:
    """The days that a text states."""
    return frozenset(one.first for one in periods(text) if one.is_day) if any(map(str.isdigit, text)) else frozenset()


def without_days(text: str) -> str:
    """The text without its days."""
    for one in reversed(periods(text)):
        text = f"{text[: one.start]} {text[one.end :]}" if one.is_day else text
    return text
