"""One measure at several periods: "the change in rent from 2018 to 2019", "the average yield for 2018 and 2019"."""

from __future__ import annotations

import re
from dataclasses import dataclass

from reader.calculations import expressions
from reader.calculations.expressions import MOST, Calculation, Join, Sought, named
from reader.question.period_words import YEARS, read_periods, year_before, years_between

_LEAD = (
    r"^(?:.*, )?(?:please )?(?:calculate|compute|determine|find|give|state|derive|tell me|work out"
    r"|what (?:is|was|are|were|would be|will be|has been)|what|what's)?(?: (?:the|an?|its|their|our))* ?"
)
_HOW = r"(?:overall |net |annual |yearly |expected |year[- ]over[- ]year |absolute |total |average |nominal )*"
_PERCENT = r"(?:percent(?:age)?|per cent|%|relative|proportional)(?: (?:of|wise))?(?: the)?"
_UP = r"(?:change|increase|growth|rise|gain|variation|movement|jump)"
_DOWN = r"(?:decrease|decline|drop|fall|reduction)"
_GREW = r"(?:changed?|increased?|grow|grew|grown|rise|rose|risen|gone? up|went up|climb(?:ed)?|vary|varied|improved?)"
_FELL = r"(?:decreased?|declined?|drop(?:ped)?|fall|fell|fallen|shrink|shrank|gone? down|went down)"
_OF = r" (?:in|of|for|to) (?:the |its |their )?"
_X = r"(?P<x>\S.*)"
_BY_PERCENT = (
    rf"(?:.*, )?(?:by |to )?(?:what|how many|which) {_PERCENT} (?:did|does|has|have|had|do|was|were) (?P<x>\S.*?) "
)
_BY = r"(?:.*, )?(?:by )?how much (?:did|does|has|have|had|do) (?P<x>\S.*?) "
_ADDED = r"(?:total|sum|combined|cumulative|aggregate|overall)"
_ALTOGETHER = re.compile(
    r",? (?:altogether|in total|in all|combined|together|all told|taken together)\b", re.IGNORECASE
)
_APART = re.compile(r"\b(?:respectively|each|list)\b", re.IGNORECASE)
_SEVERAL = re.compile(r"^(?:.*, )?(?:what|which) (?:are|were)\b", re.IGNORECASE)
_QUARTERLY = re.compile(r"\bquarterly ", re.IGNORECASE)
_CLEAN = re.compile(
    r"^(?:(?:the|its|their|a|an|both|all|annual|yearly|year-end|value|values|amount|amounts|level|size) (?:of )?)+",
    re.IGNORECASE,
)
_TAIL = re.compile(
    r"(?:,|\b(?:in (?:thousands|millions|billions|percent|dollars|euros|pounds)|(?:prior|previous) year|year before"
    r"|in|of|for|as|at|be|by|the|both|compared (?:to|with)|years?|between|from|during|over"
    r"|(?:was|were|is|are) there|a|percentage|percent|terms))+$",
    re.IGNORECASE,
)
_YEAR_BEFORE = re.compile(
    r",? (?:(?:compared|relative) (?:to|with)|over|from|versus|on) (?:the |its )?"
    r"(?:(?:prior|previous|preceding|last) year|year before)(?:'s)?",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class _Form:
    """A way to ask, with the measure as `x`; how its figures are joined; and what the outcome is called."""

    words: re.Pattern[str]
    join: Join
    result: str
    of_all: bool = False  # of every period, not of the first and the last alone
    has_one: bool = False  # may name the later period alone


def _form(words: str, join: Join, result: str, of_all: bool = False, has_one: bool = False) -> _Form:
    return _Form(re.compile(words, re.IGNORECASE), join, result, of_all, has_one)


_RATE = r"(?:growth rate|rate of (?:growth|increase|change))"
_FORMS = (
    _form(
        rf"{_LEAD}{_HOW}(?:{_PERCENT} {_UP}|{_RATE}){_OF}{_X}",
        expressions.percent_change,
        "percentage change",
        False,
        True,
    ),
    _form(
        rf"{_LEAD}{_HOW}{_PERCENT} {_DOWN}{_OF}{_X}", expressions.percent_decrease, "percentage decrease", False, True
    ),
    _form(rf"{_BY_PERCENT}{_GREW}\b", expressions.percent_change, "percentage change", False, True),
    _form(rf"{_BY_PERCENT}{_FELL}\b", expressions.percent_decrease, "percentage decrease", False, True),
    _form(rf"{_BY}{_GREW}\b.*\bpercent", expressions.percent_change, "percentage change", False, True),
    _form(
        rf"{_LEAD}(?P<x>\S.*?) (?:{_RATE}|{_PERCENT} {_UP}|growth (?:in|as a) percent(?:age)?)$",
        expressions.percent_change,
        "percentage change",
    ),
    _form(rf"{_LEAD}{_HOW}{_UP}{_OF}{_X}", expressions.change, "change"),
    _form(rf"{_LEAD}{_HOW}{_DOWN}{_OF}{_X}", expressions.decrease, "decrease"),
    _form(rf"{_BY}{_GREW}\b", expressions.change, "change"),
    _form(rf"{_BY}{_FELL}\b", expressions.decrease, "decrease"),
    _form(rf"{_BY}differ", expressions.difference, "difference"),
    _form(
        rf"{_LEAD}{_HOW}difference(?: (?:in|of|for|between))(?: the| its| their)? {_X}",
        expressions.difference,
        "difference",
    ),
    _form(rf"{_LEAD}ratio of (?:the )?{_X}", expressions.quotient, "ratio"),
    _form(rf"{_LEAD}(?:average|mean) {_X}", expressions.average, "average", True),
    _form(rf"{_LEAD}(?P<x>\S.*?) on average", expressions.average, "average", True),
    _form(rf"{_LEAD}(?:sum of|{_ADDED} (?:amount|sum|value) of) (?:the )?{_X}", expressions.total, "total", True),
    _form(rf"{_LEAD}(?P<x>(?:{_ADDED}) \S.*)", expressions.total, "total", True),
)
_IN_ALL = _form(
    rf"(?:(?:.*, )?how (?:much|many) |{_LEAD})(?P<x>\S.*)", expressions.total, "total", True
)  # where it says "altogether"


def over_periods(question: str) -> Calculation | None:
    """The calculation of a measure over two to `MOST` periods, or by how many percent it changed to one of them from
    the year before; None where each period is asked for by itself, or nothing is calculated."""
    periods = read_periods(_YEAR_BEFORE.sub("", question))
    if not periods.names or periods.scattered or _APART.search(question):
        return None
    in_all = bool(_ALTOGETHER.search(periods.rest))
    rest = _ALTOGETHER.sub("", periods.rest).strip(" ,?.")
    for form in (*_FORMS, *([_IN_ALL] if in_all else [])):
        found = form.words.match(rest)
        if found is None or (form.result == "total" and not in_all and _SEVERAL.match(rest)):
            continue
        names = years_between(periods) if form.of_all else periods.names
        if len(names) == 1 and form.of_all and _QUARTERLY.search(found["x"]):
            names = tuple(f"{which} quarter of {names[0]}" for which in ("first", "second", "third", "fourth"))
        if len(names) == 1 and form.has_one:
            names = (year_before(names[0]), names[0])
        if not form.of_all and len(names) > 2:
            names = (names[0], names[-1])
        measure = _measure(found["x"])
        if 2 <= len(names) <= MOST and all(names) and measure and not YEARS.search(measure):
            return _calculation(measure, names, form)
    return None


def _measure(words: str) -> str:
    cleaned = _CLEAN.sub("", _QUARTERLY.sub("", words).strip(" ,.?"))
    while (shorter := _TAIL.sub("", cleaned).strip(" ,.?")) != cleaned:
        cleaned = shorter
    return cleaned


def _calculation(measure: str, periods: tuple[str, ...], form: _Form) -> Calculation:
    cells = tuple(Sought(measure, period) for period in periods)
    operands = tuple(cell.words for cell in cells)
    names = named(operands)
    return Calculation(operands, names, form.join(names), form.result, "", cells)
