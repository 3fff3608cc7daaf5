"""Days, however they are written: "8/18/25", "Aug. 18, 2025", "18 August 2025" and "2025-08-18" are one.

"8/18/25" is a month first, unless there is no such month.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from datetime import date
from functools import lru_cache

_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_MONTH = rf"(?P<{{}}>{'|'.join(_MONTHS)})[a-z]*\.?"
_DAY = re.compile(
    r"(?<![\w./-])(?:(?P<y1>\d{4})-(?P<m1>\d\d)-(?P<d1>\d\d)|(?P<m2>\d\d?)(?P<mark>[/.-])(?P<d2>\d\d?)(?P=mark)(?P<y2>\d{4}|\d\d)"
    rf"|{_MONTH.format('m3')} (?P<d3>\d\d?)(?:st|nd|rd|th)?,? (?P<y3>\d{{4}})"
    rf"|(?P<d4>\d\d?)(?:st|nd|rd|th)? {_MONTH.format('m4')},? (?P<y4>\d{{4}}))(?![\w/-]|\.\d)",
    re.IGNORECASE,
)
_CENTURY = 2000  # of a year of two digits


_OF_DATE = re.compile(rf"\b(?:date|day)s?\b(?: of| is| was| on|:)? (?={_DAY.pattern})", re.IGNORECASE)


@lru_cache(maxsize=50_000)  # cells come again with every question
def days(text: str) -> frozenset[date]:
    """The days that a text states."""
    return frozenset(day for match in _DAY.finditer(text) if (day := _day(match)) is not None)


def without_days(text: str) -> str:
    """The text without the days that it states."""
    return _DAY.sub(lambda match: match[0] if _day(match) is None else " ", text)


def given_dates(question: str) -> str:
    """The question without the word "date" where it gives the date: "a start date of 3/1/2025" asks for none."""
    return _OF_DATE.sub("", question)


def other_days(asked: Collection[date], cells: Iterable[str], over: str) -> list[str]:
    """Of the days that are asked for, those that a row with days of its own does not state, nor a title or file name
    over it; one between the row's first and last day is of its period."""
    stated = sorted(day for cell in cells for day in days(cell))
    if not stated:
        return []
    missed = (day for day in asked if day not in days(over) and not stated[0] <= day <= stated[-1])
    return [day.isoformat() for day in missed]


def _day(match: re.Match[str]) -> date | None:
    year, month, day = (next(filter(None, (match[f"{part}{n}"] for n in range(1, 5)))) for part in "ymd")
    of_year = int(year) + (_CENTURY if len(year) == 2 else 0)
    of_month = int(month) if month.isdigit() else _MONTHS.index(month[:3].lower()) + 1
    of_day = int(day)
    if of_month > 12 >= of_day:
        of_month, of_day = of_day, of_month
    try:
        return date(of_year, of_month, of_day)
    except ValueError:
        return None
