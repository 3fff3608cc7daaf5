"""Periods and days as the columns of tables name them: "2012", "Q3 2023", "Three Months Ended June 30, 2019"."""

from __future__ import annotations

import re

from ragatta.pipeline.text.calendar import MONTHS

YEAR = re.compile(r"\b(?:19|20)\d\d\b")
_MONTH = rf"(?:{'|'.join(MONTHS)}|(?:jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)\b\.?)"
_WORDS = (
    "for the as of at on in fiscal financial calendar first second third fourth three six nine twelve years? months? "
    r"quarters? half weeks? period ended ending end Q[1-4] [1-4]Q H[12] [369]M (?:1st|2nd|3rd|4th) "
    "zum am Geschäftsjahr Jahr Quartal Halbjahr Januar Februar März Mai Juni Juli Oktober Dezember "
    "exercice au trimestre semestre 1er janvier février mars avril mai juin juillet août septembre octobre novembre "
    "décembre"
)
PERIOD = re.compile(
    rf"(?:(?:{'|'.join(_WORDS.split())}|{_MONTH}|\d{{1,2}}(?:\.(?!\d))?)(?:[\s,]+|(?=$)))*?"
    r"(?:FY\s?|(?:\d\d\.){2})?(?P<year>(?:19|20)\d\d)(?P<to>[/–-](?:\d\d){1,2})?",
    re.IGNORECASE,
)
# A text that speaks of periods shorter than a year.
_SHORT = re.compile(
    r"\b(?:quarter(?:s|ly)?|(?:three|six|nine)[- ]months?|months ended|half[- ]years?|weeks ended|interim|10-Q|Q[1-4]"
    r"|H[12]|[369]M|Quartals?|Halbjahr\w*|Zwischenbericht|trimestr\w+|semestr\w+)\b",
    re.IGNORECASE,
)
_MONTHED = re.compile(rf"(?:\d{{1,2}}\.?\s)?{_MONTH}", re.IGNORECASE)


def year_of(column: str) -> int:
    """The year in which the one period or day that a column names ends; 0 of a column that names none, or more."""
    match = PERIOD.fullmatch(column)
    if not match:
        return 0
    return int(match["year"]) + bool(match["to"])


def is_bare(column: str) -> bool:
    """Whether a column is a year alone, which a shorter period that another line names may be of."""
    return bool(YEAR.fullmatch(column))


def is_of_a_day(column: str) -> bool:
    """Whether a column is a day, which may be one of a balance or the end of a period."""
    return bool(_MONTHED.match(column))


def kind(column: str) -> str:
    """What a column says of its period but the year: only columns of one kind are compared."""
    return " ".join(YEAR.sub("", re.sub(r"[/–-]\d{2,4}\b", "", column.casefold())).split())


def has_short(text: str) -> bool:
    """Whether a text speaks of quarters or other periods shorter than a year."""
    return bool(_SHORT.search(text))
