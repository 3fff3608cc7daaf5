"""Compares the number in an answer with the gold's: whether a figure states the right number, and by which rule.

`exact`: the same value, up to `tolerance`. The others can be switched off one by one (`scoring.number_rules`):

- `scale`: a bare figure is in the scale that the question or the right number names ("1577" in USD millions);
- `share`: a percentage is a share: 79.8% is 0.798, and 39.7 is 39.7% if the question asks for a percentage;
- `unit`: the same in another unit of one dimension: 90 minutes are 1.5 hours. Units of two dimensions never agree;
- `sign`: words give the sign: "decreased by 5.2%" is -5.2%, and 5.2% if the question asks for a decrease;
- `rounding`: a figure with more digits rounds to the right number, at that number's precision. Zeros at its end count,
  unless the question names a scale ("$8.70" in USD billions is 8.7);
- `calculation`: if the question asks for a calculation, the last place may differ by one, or the value by 0.1%, because
  the operands may have been rounded; the right number must have decimals and three significant digits;
- `coarser`: a figure with fewer digits, if the right number rounds to it, it keeps three significant digits, and it is
  written with a scale word ("$32.8 billion") or as approximate.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal

from ragatta.eval.answers.figures import AnswerFigure
from ragatta.eval.answers.units import UNITS, asked_scale, asked_unit, asks_percent, kind_of, unit_of
from ragatta.eval.matching.numbers import Number, is_whole

RULES = ("scale", "share", "unit", "sign", "rounding", "calculation", "coarser")
SIGNIFICANT = 3  # digits that a rounded figure must keep
INTERMEDIATE = Decimal("0.001")  # a share: what rounding the operands of a calculation can do to its result
_CALCULATED = re.compile(r"\b(?:round(?:ed|ing)?|decimal places?|calculat\w+|comput\w+|defined? as)\b", re.IGNORECASE)
_ROUNDED = re.compile(r"\b(?:round\w*|decimal|nearest)\b", re.IGNORECASE)
_PER_ASKED = re.compile(r"\bper\s+(\w+)", re.IGNORECASE)
_PER = re.compile(r"\W*\b(?:per|an?|each|/)\s*(\w+)", re.IGNORECASE)
_FALLS = re.compile(
    r"\b(?:decreas|declin|drop|fell|fall|reduc|shr[aiu]nk|lower|down|loss|lost|lose|contract|worsen|shed|slid|slip|sank|sink|tumbl|plung|dip)\w*",
    re.IGNORECASE,
)
_RISES = re.compile(r"\b(?:increas|gr[eo]w|rose|ris(?:e|ing)|gain|up|higher|improv|climb)\w*", re.IGNORECASE)
_FALLS_BEHIND = re.compile(r"\s*(?:%|percent)?\s*(?:decrease|decline|drop|reduction|loss|lower|fall)", re.IGNORECASE)


@dataclass(frozen=True)
class Reading:
    """One interpretation of a figure and the right number in the same unit; `rule` says which."""

    value: Decimal
    target: Decimal
    rule: str


def rule_of(
    figure: AnswerFigure, right: Number, question: str, tolerance: float = 0.0, rules: Collection[str] = RULES
) -> str:
    """The rule by which the figure states the right number, "" if it does not. `tolerance` is a
    share of that number's size."""
    if _per_another(figure, question):
        return ""
    if right.currency and figure.number.currency and right.currency != figure.number.currency:
        return ""
    for reading in _readings(figure, right, question):
        found = _equality(reading, figure, right, question, tolerance)
        by = reading.rule if found == "exact" and reading.rule else found
        if found and {reading.rule, found} <= {"", "exact", *rules}:
            return by
    return ""


def _readings(figure: AnswerFigure, right: Number, question: str) -> Iterator[Reading]:
    """All ways to compare the two, the most literal first."""
    unit = kind_of(figure).unit
    if right.percent and unit and UNITS[unit][0] == "points":
        yield Reading(figure.number.value * UNITS[unit][1], right.value, "unit")
        return
    if unit and {UNITS[unit][0], *_dimension(right)} == {"celsius", "fahrenheit"}:
        celsius = (figure.number.value - 32) * 5 / 9
        degrees = celsius if UNITS[unit][0] == "fahrenheit" else figure.number.value * 9 / 5 + 32
        yield Reading(round(degrees, -_exponent(right.figure)), right.value, "unit")
        return
    sizes = _unit_sizes(figure, right, question)
    if sizes is None:
        return
    given, wanted = sizes
    for value, target, rule in _scaled(figure.number, right, question):
        by = rule or ("unit" if given != wanted else "")
        yield from _signed(Reading(value * given / wanted, target, by), figure, question)


def _dimension(number: Number) -> list[str]:
    unit = unit_of(number.unit)
    return [UNITS[unit][0]] if unit else []


def _scaled(number: Number, right: Number, question: str) -> Iterator[tuple[Decimal, Decimal, str]]:
    """(the figure's value, the right value, rule), in full or as bare figures in a named scale."""
    scale = asked_scale(question)
    target = right.value if right.figure != right.value else right.figure * scale
    values = [(number.value, "")]
    if number.figure == number.value and not number.percent:
        own = right.value / right.figure if right.figure else Decimal(1)
        values += [(number.value * by, "scale") for by in {Decimal(scale), own} - {Decimal(1)}]
    for value, rule in values:
        if right.percent == number.percent:
            yield value, target, rule
        elif right.currency or number.currency:
            continue
        else:  # a bare figure beside a percentage
            if asks_percent(question):
                yield value, target, "share"
            yield value * 100 if right.percent else value / 100, target, "share"


def _signed(reading: Reading, figure: AnswerFigure, question: str) -> Iterator[Reading]:
    """The comparisons with the sign that the words around the figure give."""
    clause = re.split(r"[;:]\s", figure.before)[-1][-80:]
    falls = bool(_FALLS.search(clause) or _FALLS_BEHIND.match(figure.behind))
    fall_asked = bool(_FALLS.search(question))
    if falls and reading.value > 0 and not fall_asked and (reading.target < 0 or _RISES.search(question)):
        yield Reading(-reading.value, reading.target, "sign")
        return
    if fall_asked and not falls and _RISES.search(clause) and reading.target > 0:
        return
    yield reading
    turned = Reading(-reading.value, reading.target, "sign")
    if reading.value < 0 < reading.target and fall_asked and not _RISES.search(clause):
        yield turned
    if reading.target < 0 < reading.value and (falls or figure.in_brackets):
        yield turned


def _equality(reading: Reading, figure: AnswerFigure, right: Number, question: str, tolerance: float) -> str:
    value, target = reading.value, reading.target
    if abs(value - target) <= abs(target) * Decimal(str(tolerance)):
        return "exact"
    if (value < 0) != (target < 0) or not right.figure or not value:
        return ""
    step = _last_place(right, question) * abs(target / right.figure)
    precision = Decimal(1).scaleb(_exponent(figure.number.figure)) * abs(value / figure.number.figure)
    significant = significant_digits(right.figure)
    # A right number of one or two digits, such as 5, is not rounded unless it shows decimals or the question says so.
    is_precise = (
        not is_whole(right.figure)
        or significant >= SIGNIFICANT
        or _ROUNDED.search(question)
        or asked_scale(question) > 1
    )
    if precision < step and is_precise and _rounded(value, step) == abs(target):
        return "rounding"
    is_calculated = _CALCULATED.search(question) and not is_whole(right.figure) and significant >= SIGNIFICANT
    if is_calculated and abs(abs(value) - abs(target)) <= max(step, abs(target) * INTERMEDIATE):
        return "calculation"
    may = figure.number.figure != figure.number.value or figure.is_approximate
    is_coarser = may and precision > step and significant_digits(figure.number.figure) >= SIGNIFICANT
    return "coarser" if is_coarser and _rounded(target, precision) == abs(value) else ""


def is_calculated(question: str) -> bool:
    """Whether the question asks for a calculation."""
    return bool(_CALCULATED.search(question))


def _rounded(value: Decimal, step: Decimal) -> Decimal:
    return (abs(value) / step).quantize(Decimal(1), ROUND_HALF_UP) * step


def _last_place(right: Number, question: str) -> Decimal:
    """The precision of a right number: 0.01 for 0.66, 0.1 for 8.70 if the question asks for billions."""
    figure = right.figure
    if asked_scale(question) > 1 or figure == figure.to_integral_value():
        figure = figure.normalize()
    return Decimal(1).scaleb(min(0, _exponent(figure)))


def _exponent(figure: Decimal) -> int:
    return int(figure.as_tuple().exponent)


def significant_digits(figure: Decimal) -> int:
    return len(figure.normalize().as_tuple().digits)


def _per_another(figure: AnswerFigure, question: str) -> bool:
    """Whether the figure is a rate per another unit than the question asks for: per kilogram instead of per tonne."""
    asked, given = _PER_ASKED.search(question), _PER.match(figure.behind)
    one, other = (unit_of(found[1]) if found else "" for found in (asked, given))
    return bool(one and other) and UNITS[one] != UNITS[other]


def _unit_sizes(figure: AnswerFigure, right: Number, question: str) -> tuple[Decimal, Decimal] | None:
    """The sizes of the figure's unit and of the wanted one; the same if one of them is not named, None if their
    dimensions differ. Not their ratio: that of a day and a week has no end in decimals."""
    wanted, given = unit_of(right.unit) or asked_unit(question), kind_of(figure).unit
    if not wanted or not given:
        return Decimal(1), Decimal(1)
    (dimension, size), (other, other_size) = UNITS[wanted], UNITS[given]
    return (other_size, size) if dimension == other else None
