"""Dates and times of day in one form: "2016-03-14" and "Mar 14th, 2016" are "14 March 2016", "9:40 p.m." is "21:40"."""

from __future__ import annotations

import re

MONTHS = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
)  # fmt: skip
_SHORT = {month[:3].lower(): month for month in MONTHS} | {"sept": "September"}
DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_DAYS = {day[:3].lower(): day for day in DAYS} | {"tues": "Tuesday", "thur": "Thursday", "thurs": "Thursday"}
_NAME = rf"(?P<month>{'|'.join((*MONTHS, *_SHORT))})\.?"
_DAY = r"(?P<day>\d{1,2})(?:st|nd|rd|th)?"
_YEAR = r"(?P<year>(?:1[5-9]|20)\d\d)"
_WRITTEN = (
    re.compile(rf"\b{_NAME}\s+{_DAY}\b(?:,?\s+{_YEAR}\b)?", re.IGNORECASE),
    re.compile(rf"\b{_DAY}[\s-]+(?:of\s+)?{_NAME}(?!\w)(?:,?[\s-]+{_YEAR}\b)?", re.IGNORECASE),
)
_FIGURES = (
    re.compile(
        rf"(?<![\d/.-]){_YEAR}(?P<mark>[-/])(?P<month>\d\d)(?P=mark)(?P<day>\d\d)(?:T[\d:]{{4,8}}Z?)?(?![\d/-])"
    ),
    re.compile(rf"(?<![\d/.-])(?P<day>\d{{1,2}})\.(?P<month>\d{{1,2}})\.{_YEAR}(?!\d)"),
)
_SLASHED = re.compile(r"(?<![\d/.-])(?P<one>\d{1,2})/(?P<other>\d{1,2})/(?P<year>(?:1[5-9]|20)?\d\d)(?![\d/])")
_MONTH_OF_YEAR = re.compile(rf"(?<![\d/.-])(?P<month>0?[1-9]|1[0-2])/{_YEAR}(?![\d/])")
_HALF_DAY = re.compile(
    r"\b(?P<hour>1[0-2]|0?[1-9])(?:[:.](?P<minute>[0-5]\d))?\s?(?P<half>[ap])\.?\s?m\b\.?", re.IGNORECASE
)
_DATE = re.compile(rf"\b\d{{1,2}} (?:{'|'.join(MONTHS)}) {_YEAR}\b")
_CLOCK = re.compile(r"(?:[01]?\d|2[0-3]):[0-5]\d")
_HOUR = re.compile(r"\b(?P<hour>[01]?\d|2[0-3])[:.](?P<minute>[0-5]\d)(?:\s?(?:h|hrs?|hours|o'clock)\b)")


def in_one_form(text: str) -> str:
    """The text with its dates and times rewritten, the rest unchanged."""
    if not any(character.isdigit() for character in text):
        return text
    for pattern in (*_FIGURES, *_WRITTEN):
        text = pattern.sub(_date, text)
    text = _MONTH_OF_YEAR.sub(
        lambda match: f"{MONTHS[int(match['month']) - 1]} {match['year']}", _SLASHED.sub(_slashed, text)
    )
    return _HOUR.sub(r"\g<hour>:\g<minute>", _HALF_DAY.sub(_time, text))


def dates(text: str) -> list[str]:
    """The dates of a text that name day, month and year, each in the one form."""
    return [match[0] for match in _DATE.finditer(in_one_form(text))]


def is_date(text: str) -> bool:
    """Whether the whole text is such a date."""
    return bool(_DATE.fullmatch(in_one_form(text).strip(" .")))


def is_clock(text: str) -> bool:
    """Whether the whole text is a time of day, such as "22:47"."""
    return bool(_CLOCK.fullmatch(in_one_form(text).strip()))


def named(word: str) -> str:
    """The full name of an abbreviated month or weekday; any other word unchanged."""
    return {**_SHORT, **_DAYS}.get(word.lower().rstrip("."), word) if len(word) < 6 else word


def _date(match: re.Match[str]) -> str:
    named, day = match["month"], int(match["day"])
    number = int(named) if named.isdigit() else 0
    if not 1 <= day <= 31 or (named.isdigit() and not 1 <= number <= 12) or named == "may":
        return match[0]
    name = MONTHS[number - 1] if number else _SHORT[named[:3].lower()]
    return f"{day} {name} {match['year'] or ''}".rstrip()


def _slashed(match: re.Match[str]) -> str:
    """03/31/2026 and 31/03/2026, but not 03/04/2026, which is either of two days."""
    one, other, year = int(match["one"]), int(match["other"]), match["year"]
    day, month = max(one, other), min(one, other)
    if not (1 <= month <= 12 < day <= 31 or 1 <= one == other <= 12):
        return match[0]
    return f"{day} {MONTHS[month - 1]} {year if len(year) == 4 else f'20{year}'}"


def _time(match: re.Match[str]) -> str:
    return f"{int(match['hour']) % 12 + 12 * (match['half'] in 'pP')}:{match['minute'] or '00'}"
