"""Finds the words of a question that name periods: "for the years 2018 and 2019", "between March and May 2020"."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import pairwise

from ragatta.extensions.extractive.question.periods import MONTH, YEAR

_ORDINAL = r"(?:first|second|third|fourth|last|1st|2nd|3rd|4th)"
_SPAN = r"(?:quarter|half|term|season|month|week|day|year)"
_OF_A_YEAR = rf"(?:{_ORDINAL} {_SPAN}|Q[1-4])"
_CALLED = rf"(?:(?:[a-z]+ )?(?:{_SPAN}|period)s?,?(?: end(?:ed|ing)?)?(?: on)? |fy ?|(?:fiscal|financial|calendar) )"
_YEARS = rf"{YEAR}(?:/\d\d(?!\d))?"
_DAY = r"(?: \d{1,2}(?:st|nd|rd|th)?(?!\d))"
_ONE = (
    rf"(?:(?:the )?(?:{_OF_A_YEAR} (?:of )?(?:the )?)?{_CALLED}?(?:{MONTH}{_DAY}?,? )?(?:of )?{_YEARS}"
    rf"|(?:the )?{_OF_A_YEAR}|{MONTH}{_DAY}?)"
)
_JOINT = (
    r"(?:,? (?:and|to|through|thru|until|till|versus|vs\.?|over|or|compared (?:to|with)|relative to|against|plus)|,"
    r"| ?[-–] ?)\s*(?:(?:that (?:of|in)|in|for|the end of|at|the) )*"
)
_CLAUSE = re.compile(
    r"(?:(?:,? \(?|^)(?P<frame>over|during|for|in|between|from|at|as of|of|across|through|by|since)\b)?"
    r"(?: (?:both|the|all|each|end|beginning|of|period|combined|as|time|range|from))*(?:^| )"
    rf"(?P<all>{_ONE}(?:{_JOINT}{_ONE})*)(?: {_SPAN}s?\b)?\)?",
    re.IGNORECASE,
)
_PERIOD = re.compile(_ONE, re.IGNORECASE)
_TO = re.compile(r"\s*(?:to|through|thru|until|till|[-–])\s*(?:the )?", re.IGNORECASE)
YEARS = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")  # as tables write them: "3/31/2012", "2012A"
_BARE_MONTH = re.compile(MONTH, re.IGNORECASE)
_NOISE = re.compile(rf"^(?:the )?(?!(?:the )?{_OF_A_YEAR}){_CALLED}(?=.*\d)|^the ", re.IGNORECASE)


@dataclass(frozen=True)
class Periods:
    """The periods in a question, in order of time or, where it says "from", as it names them, and the question without
    them. `is_range`: all between are meant. `scattered`: they are apart, each possibly for something else."""

    names: tuple[str, ...]
    rest: str
    is_range: bool = False
    scattered: bool = False


def read_periods(question: str) -> Periods:
    """All distinct periods that the question names."""
    text = " ".join(question.split()).replace(" ,", ",")
    names: list[str] = []
    directed = is_range = False
    kept, at, most = "", 0, 0
    for clause in _CLAUSE.finditer(text):
        found, joints = _listed(clause["all"])
        if not joints and _BARE_MONTH.fullmatch(found[0]):
            continue  # "may", or "for May" of a thing that comes every May
        spans = bool(joints) and bool(_TO.fullmatch(joints[-1].strip()))
        directed |= spans and (clause["frame"] or "").lower() == "from"
        is_range |= spans and len(found) == 2
        names += found
        most = max(most, len(set(found)))
        kept, at = f"{kept}{text[at : clause.start()]} ", clause.end()
    rest = " ".join(f"{kept}{text[at:]}".split()).strip(" ,.?")
    shared = tuple(dict.fromkeys(_with_years(names)))
    years = [YEARS.search(name) for name in shared]
    if not directed and all(years):
        order = sorted(range(len(shared)), key=lambda one: int(years[one][0]))  # type: ignore[index]
        shared = tuple(shared[one] for one in order)
    return Periods(shared, rest, is_range, len(shared) > most)


def years_between(periods: Periods) -> tuple[str, ...]:
    """Every year of a range of years: "2010 to 2012" are three; the periods themselves if they are no range."""
    if not periods.is_range or not all(YEARS.fullmatch(name) for name in periods.names):
        return periods.names
    first, last = sorted(map(int, periods.names))
    return tuple(map(str, range(first, last + 1)))


def year_before(period: str) -> str:
    """The same period a year earlier; "" if it has no year."""
    found = YEARS.search(period)
    return f"{period[: found.start()]}{int(found[0]) - 1}{period[found.end() :]}" if found else ""


def _listed(words: str) -> tuple[list[str], list[str]]:
    """The periods of a list, and the words between them."""
    matches = list(_PERIOD.finditer(words))
    joints = [words[one.end() : after.start()] for one, after in pairwise(matches)]
    return [_NOISE.sub("", match.group()).strip(" ,") for match in matches], joints


def _with_years(names: list[str]) -> list[str]:
    """A period without a year takes that of the next one that has one: "March and May 2020"."""
    shared, year = list[str](), ""
    for name in reversed(names):
        found = YEARS.search(name)
        year = found[0] if found else year
        shared.append(name if found or not year else f"{name} {year}")
    return shared[::-1]
