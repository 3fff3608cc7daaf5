"""Calculations over the cells of one table: a measure at several periods ("the change in rent from 2018 to 2019"), or
two figures of one period ("what percentage of the fleet was idle trucks in 2016?")."""

from __future__ import annotations

import re
from dataclasses import dataclass

from ragatta.extensions.extractive.calculations.expressions import MOST, Calculation, SoughtCell, of_cells
from ragatta.extensions.extractive.question.period_words import YEARS, Periods, read_periods, year_before, years_between

_THE = r"(?:(?:the|an?|its|their|all) )?"
_LEAD = rf"(?:.*, )?(?:please )?(?:calculate |compute |find |give |what(?:'s| is| was| are| were| would be)? )?{_THE}"
_HOW = r"(?:overall |net |annual |expected |absolute |total )*"
_PERCENT = r"(?:percent(?:age)?|per cent|%)"
_UP = r"(?:change|increase|growth|rise|gain)"
_DOWN = r"(?:decrease|decline|drop|fall|reduction)"
_GREW = r"(?:changed?|increased?|grow|grew|rise|rose)"
_OF = rf" (?:in|of|for) {_THE}"
_SHARE = r"(?:percentage|percent|per cent|share|proportion)"
_IS = r"(?:is|was|are|were|did|does|came)"
_LINK = (
    r"(?:(?:due|attributable|related|allocated) to|(?:made up|composed|comprised|accounted|represented|generated)"
    r"(?: of| by| for| from)?|from|for|by)"
)
_TOTAL = re.compile(r"(?:total|overall|entire|whole|all|combined)\b", re.IGNORECASE)
_FALLS_DUE = re.compile(
    r"(?:currently |to be |expected to be )*(?:due|payable|paid|owed|received|maturing|expiring|scheduled)",
    re.IGNORECASE,
)
_YEAR_BEFORE = re.compile(
    r",? (?:compared (?:to|with)|over|from) (?:the |its )?(?:(?:prior|previous|last) year|year before)", re.IGNORECASE
)
_APART = re.compile(r"\b(?:respectively|each|list)\b|^(?:.*, )?(?:what|which) are\b", re.IGNORECASE)
_QUARTERLY = re.compile(r"\bquarterly ", re.IGNORECASE)
_CLEAN = re.compile(r"^(?:(?:the|its|their|an?|both|annual|values?|amounts?|level) (?:of )?)+", re.IGNORECASE)
_TAIL = re.compile(
    r"(?:,|\b(?:in (?:thousands|millions|billions)|in|of|for|as|at|by|the|both|years?|between|from|during|over|a"
    r"|percentage|percent))+$",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class _Form:
    """A phrasing for a named result: of a measure `x` at the first and the last period, at all periods (`of_all`), or
    at one period and the year before (`has_one`); or of two figures `a` and `b`, perhaps of a measure `m`."""

    words: re.Pattern[str]
    result: str
    of_all: bool = False
    has_one: bool = False


def _form(words: str, result: str, of_all: bool = False, has_one: bool = False) -> _Form:
    return _Form(re.compile(words, re.IGNORECASE), result, of_all, has_one)


_OVER = (
    _form(rf"{_LEAD}{_HOW}(?:{_PERCENT} {_UP}|growth rate){_OF}(?P<x>\S.*)", "percentage change", has_one=True),
    _form(rf"{_LEAD}{_HOW}{_PERCENT} {_DOWN}{_OF}(?P<x>\S.*)", "percentage decrease", has_one=True),
    _form(
        rf"(?:.*, )?(?:by )?what {_PERCENT} (?:did|has|have) (?P<x>\S.*?) {_GREW}\b", "percentage change", has_one=True
    ),
    _form(rf"{_LEAD}{_HOW}{_UP}{_OF}(?P<x>\S.*)", "change"),
    _form(rf"{_LEAD}{_HOW}{_DOWN}{_OF}(?P<x>\S.*)", "decrease"),
    _form(rf"(?:.*, )?(?:by )?how much (?:did|has|have) (?P<x>\S.*?) {_GREW}\b", "change"),
    _form(rf"{_LEAD}{_HOW}difference (?:in|of|for|between){_THE} (?P<x>\S.*)", "difference"),
    _form(rf"{_LEAD}(?:average|mean) (?P<x>\S.*)", "average", of_all=True),
    _form(rf"{_LEAD}(?P<x>(?:total|combined) \S.*)", "total", of_all=True),
)
_PARTS = (
    _form(
        rf"(?:.*, )?what (?:(?:is|was) the )?{_SHARE} of {_THE}(?P<b>\S.*?) {_IS}(?: {_LINK})*(?: {_THE}(?P<a>\S.*))?$",
        "percentage",
    ),
    _form(rf"{_LEAD}(?P<a>\S.*?),? as an? {_SHARE} of {_THE}(?P<b>\S.*)$", "percentage"),
    _form(
        rf"{_LEAD}{_SHARE}(?: [a-z]+)? of {_THE}(?P<a>\S.*?) (?:among|out of|within|relative to) {_THE}(?P<b>\S.*)$",
        "percentage",
    ),
    _form(rf"{_LEAD}difference in {_THE}(?P<m>\S.*?) between {_THE}(?P<a>\S.*) and {_THE}(?P<b>\S.*)$", "difference"),
    _form(rf"{_LEAD}difference between {_THE}(?P<a>\S.*) and {_THE}(?P<b>\S.*)$", "difference"),
    _form(rf"{_LEAD}(?:sum|total) of {_THE}(?P<a>\S.*) and {_THE}(?P<b>\S.*)$", "total"),
)


def of_periods(question: str) -> Calculation | None:
    """The calculation of a measure over two to `MOST` periods, or of its change in percent from the year before; else
    of two figures of one period, or of a share of a total."""
    periods = read_periods(_YEAR_BEFORE.sub("", question))
    if periods.scattered or _APART.search(question):
        return None
    return _over(periods) or _of_parts(periods)


def _over(periods: Periods) -> Calculation | None:
    for form in _OVER if periods.names else ():
        found = form.words.match(periods.rest)
        if found is None:
            continue
        names = years_between(periods) if form.of_all else periods.names
        if len(names) == 1 and form.of_all and _QUARTERLY.search(found["x"]):
            names = tuple(f"{which} quarter of {names[0]}" for which in ("first", "second", "third", "fourth"))
        if len(names) == 1 and form.has_one:
            names = (year_before(names[0]), names[0])
        names = names if form.of_all or len(names) < 2 else (names[0], names[-1])
        measure = _measure(found["x"])
        if 2 <= len(names) <= MOST and all(names) and measure and not YEARS.search(measure):
            return of_cells([SoughtCell(measure, name) for name in names], form.result)
    return None


def _of_parts(periods: Periods) -> Calculation | None:
    if len(periods.names) > 1 or not all(map(YEARS.search, periods.names)):
        return None
    for form in _PARTS:
        found = form.words.match(periods.rest)
        if found and (periods.names or (form.result == "percentage" and _TOTAL.match(found["b"]))):
            period, groups = "".join(periods.names), found.groupdict()
            first, second, both = ((groups.get(name) or "").strip(" ,.?") for name in "abm")
            if form.result == "percentage" and (not first or _FALLS_DUE.fullmatch(first)):  # "are due in 2018"
                whole = second if _TOTAL.match(second) else f"total {second}"
                return of_cells([SoughtCell(second, period), SoughtCell(whole)], form.result)
            return of_cells(
                [SoughtCell(first, period, both or second), SoughtCell(second, period, both or first)], form.result
            )
    return None


def _measure(words: str) -> str:
    cleaned = _CLEAN.sub("", _QUARTERLY.sub("", words).strip(" ,.?"))
    while (shorter := _TAIL.sub("", cleaned).strip(" ,.?")) != cleaned:
        cleaned = shorter
    return cleaned
