"""Parses values for comparison: amounts to numbers, dates to ISO days, text to single spaces.

Extraction ("Effective Date: March 5, 2025") and filters ("1k", "03/05/2025") use the same parser, so stored and
requested values match.
"""

from __future__ import annotations

import re
from datetime import date, datetime, timedelta
from typing import Any
from unicodedata import normalize

from ragatta.pipeline.annotations.schema import Type
from ragatta.pipeline.text.numbers import SCALES

Value = str | int | float
MOST_CHARACTERS = 1000  # of a text value; SQLite's own limit for a LIKE pattern is 50,000 bytes
MOST_INTEGER = 2**63 - 1  # SQLite's

_NUMBER = re.compile(
    r"(?:[$€£¥]\s?(?=\())?(?P<open>\()?(?P<sign>[-+\u2212])?\s*(?:[$€£¥]|(?:USD|EUR|GBP|CHF|US\$)\b)?\s*(?P<inner>[-\u2212])?"
    r"(?P<digits>\d{1,3}(?:[,\u00a0\u202f']\d{3})+|\d+)?(?P<fraction>\.\d+)?"
    rf"\s*(?P<scale>{'|'.join(sorted(SCALES, key=len, reverse=True))})?"
    r"\s*(?:%|[$€£]|(?:USD|EUR|GBP|CHF|dollars?|euros?|percent)\b)?(?(open)\))",
    re.IGNORECASE,
)
_DATES = (
    "%Y-%m-%d", "%Y/%m/%d", "%Y.%m.%d", "%m/%d/%Y", "%m-%d-%Y", "%m/%d/%y", "%d.%m.%Y", "%d/%m/%Y",
    "%B %d %Y", "%b %d %Y", "%d %B %Y", "%d %b %Y", "%d-%b-%Y", "%d-%B-%Y", "%d-%b-%y",
)  # fmt: skip
_YEAR = re.compile(r"(?P<year>(?:1[5-9]|20|21)\d\d)")
_MONTH = ("%Y-%m", "%Y/%m", "%m/%Y", "%B %Y", "%b %Y", "%Y %B", "%Y %b")
_TIME = re.compile(r"[T ]\d{1,2}:\d\d(?::\d\d(?:\.\d+)?)?\s*(?:Z|[+-]\d\d:?\d\d|[AaPp]\.?[Mm]\.?)?$")
_WEEKDAY = re.compile(r"^(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?\.?,?\s+", re.IGNORECASE)


class NoSuchValue(ValueError):
    """The given value is not of the field's type."""


def typed(raw: Any, kind: Type) -> Value:
    """A raw value converted to the type: str for TEXT and DATE, int or float for numbers. Raises NoSuchValue."""
    if kind == "DATE":
        return day(raw)
    if kind == "TEXT":
        return text(raw)
    value = number(raw)
    if kind == "REAL":
        return float(value)
    if value != int(value):
        raise NoSuchValue("must be an integer")
    return int(value)


def text(raw: Any) -> str:
    """The text with single spaces, and none at the ends."""
    if isinstance(raw, bool) or not isinstance(raw, str | int | float | date):
        raise NoSuchValue("must be text")
    found = " ".join(str(raw).split())
    if not found:
        raise NoSuchValue("is empty")
    if len(found) > MOST_CHARACTERS:
        raise NoSuchValue(f"is longer than {MOST_CHARACTERS} characters")
    if any("\ud800" <= character <= "\udfff" or character < " " for character in found):
        raise NoSuchValue("contains characters that are not text")
    return found


def folded(value: str) -> str:
    """A text for comparison, regardless of case (in any alphabet) and of the encoding of accents."""
    return normalize("NFC", normalize("NFC", value).casefold())


def number(raw: Any) -> int | float:
    """ "$1,234.50", "1k", "(200)", "$(200)", "-3", "12%" or a number. A percentage is the figure before the sign."""
    if isinstance(raw, bool) or not isinstance(raw, str | int | float):
        raise NoSuchValue("must be a number")
    value = _read_number(raw) if isinstance(raw, str) else raw
    if not -MOST_INTEGER <= value <= MOST_INTEGER:  # nan is neither
        raise NoSuchValue("must be a finite number")
    return value


def _read_number(raw: str) -> int | float:
    match = _NUMBER.fullmatch(raw.strip()) if len(raw) <= 100 else None
    if not match or not (match["digits"] or match["fraction"]):
        raise NoSuchValue("must be a number")
    digits = re.sub(r"\D", "", match["digits"] or "0")
    plain = float(digits + match["fraction"]) if match["fraction"] else int(digits)
    negative = any(match[part] and match[part] != "+" for part in ("open", "sign", "inner"))  # "(-5)" is one too
    value = plain * SCALES.get((match["scale"] or "").lower(), 1)
    return -value if negative else value


def day(raw: Any) -> str:
    """An ISO day, from the usual forms; "03/05/2025" begins with the month, unless there is no such month. Raises
    NoSuchValue."""
    if isinstance(raw, date):
        raw = raw.isoformat()[:10]
    if isinstance(raw, str) and len(raw) <= 60 and (found := _parsed(_plain_date(raw), _DATES)):
        return found.date().isoformat()
    raise NoSuchValue("must be a date such as 2025-03-31")


def period(raw: Any) -> tuple[str, str] | None:
    """The first day of a year or month ("2025", "March 2025", "2025-03") and the first day after it; None for
    anything else."""
    if isinstance(raw, int) and not isinstance(raw, bool) and 1500 <= raw <= 2199:
        raw = str(raw)
    if not isinstance(raw, str) or len(raw) > 60:
        return None
    plain = _plain_date(raw)
    if year := _YEAR.fullmatch(plain):
        first = int(year["year"])
        return f"{first}-01-01", f"{first + 1}-01-01"
    if month := _parsed(plain, _MONTH):
        return f"{month:%Y-%m}-01", f"{(month.replace(day=28) + timedelta(days=4)).replace(day=1):%Y-%m-%d}"
    return None


def _plain_date(raw: str) -> str:
    """The text without weekday, time of day, commas, full stops after a month and endings such as "th"."""
    plain = _TIME.sub("", _WEEKDAY.sub("", " ".join(raw.split())))
    plain = re.sub(r"(?<=\d)(?:st|nd|rd|th)\b(?: of\b)?", "", plain, flags=re.IGNORECASE)
    plain = re.sub(r"(?<=[A-Za-z])\.|,", " ", plain)
    return re.sub(r"\bSept\b", "Sep", " ".join(plain.split()), flags=re.IGNORECASE)


def _parsed(plain: str, forms: tuple[str, ...]) -> datetime | None:
    for form in forms:
        try:
            found = datetime.strptime(plain, form)
        except ValueError:
            continue
        if 1500 <= found.year <= 2199:
            return found
    return None
