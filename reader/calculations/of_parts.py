"""Two figures of one period: a part of a whole, a difference, a sum, a ratio. "What percentage of the fleet was idle
trucks in 2016?" """

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from reader.calculations import expressions
from reader.calculations.expressions import Calculation, Join, Sought, named
from reader.calculations.named_quantities import QUANTITY
from reader.question.period_words import YEARS, Periods, read_periods

_THE = r"(?:(?:the|an?|its|their|all) )?"
_LEAD = (
    r"(?:.*, )?(?:please )?"
    r"(?:calculate |compute |determine |find |give |state |work out |what (?:is|was|are|were|would be) )?"
    rf"{_THE}"
)
_SHARE = r"(?:percentage|percent|per cent|%|share|proportion|fraction|portion)"
_IS = r"(?:is|are|was|were|did|does|do|has|have|had|came|comes?|went|goes?|will be|would be|relates?|related|pertains?)"
_LINK = (
    r"(?:(?:due|attributable|related|allocated|devoted|owed|tied|linked|given|paid) to|spent on"
    r"|(?:made up|composed|comprised|accounted|represented|contributed|generated|earned|caused|covered|taken|held|used)"
    r"(?: up)?(?: of| by| for| from| in)?|from|for|in|by|to|associated with)"
)
_FORMS_A = r"(?:make up|made up|represent(?:ed)?|account(?:ed)? for|constitutes?d?|contributed?|form(?:ed)?|comprised?)"
_TOTAL = re.compile(r"^(?:the )?(?:total|overall|entire|whole|all|combined)\b", re.IGNORECASE)
_FALLS_DUE = re.compile(
    r"(?:currently |to be |scheduled to be |expected to be |that is |that are )*"
    r"(?:due|payable|paid|owed|received|receivable|maturing|expiring|falling due|to fall due|collected|scheduled"
    r"|expected)"
    r"(?: to be (?:paid|due))?",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class _Form:
    """A way to ask for two figures `a` and `b`, perhaps both of a measure `m`. `bare`: says without a period, too, that
    there is something to calculate, if `b` is a total."""

    words: re.Pattern[str]
    join: Join
    result: str
    bare: bool = False


def _form(words: str, join: Join, result: str, bare: bool = False) -> _Form:
    return _Form(re.compile(words, re.IGNORECASE), join, result, bare)


_FORMS = (
    _form(
        rf"(?:.*, )?what (?:(?:is|was) the )?{_SHARE} of {_THE}(?P<b>\S.*?) (?:did|does|do|is|was) {_THE}(?P<a>\S.*?)"
        rf" {_FORMS_A}$",
        expressions.share,
        "percentage",
        True,
    ),
    _form(
        rf"(?:.*, )?what (?:(?:is|was) the )?{_SHARE} of {_THE}(?P<b>\S.*?) {_IS}(?: {_LINK})*(?: {_THE}(?P<a>\S.*))?$",
        expressions.share,
        "percentage",
        True,
    ),
    _form(
        rf"{_LEAD}(?P<a>\S.*?),? as (?:an? |what )?{_SHARE} of {_THE}(?P<b>\S.*)$",
        expressions.share,
        "percentage",
        True,
    ),
    _form(
        rf"(?:.*, )?what {_SHARE} (?:is|was|are|were) {_THE}(?P<a>\S.*?) of {_THE}(?P<b>\S.*)$",
        expressions.share,
        "percentage",
    ),
    _form(
        rf"{_LEAD}{_SHARE}(?: (?:share|constitution|composition|contribution))? of {_THE}(?P<a>\S.*?)"
        r" (?:among|out of|over|within|relative to|(?:in|to)(?= (?:the )?(?:total|overall|entire)\b)) "
        rf"{_THE}(?P<b>\S.*)$",
        expressions.share,
        "percentage",
        True,
    ),
    _form(rf"{_LEAD}(?P<a>\S.*?),? as a multiple of {_THE}(?P<b>\S.*)$", expressions.quotient, "multiple", True),
    _form(
        rf"{_LEAD}difference in {_THE}(?P<m>\S.*?) between {_THE}(?P<a>\S.*) and {_THE}(?P<b>\S.*)$",
        expressions.difference,
        "difference",
    ),
    _form(rf"{_LEAD}difference between {_THE}(?P<a>\S.*) and {_THE}(?P<b>\S.*)$", expressions.difference, "difference"),
    _form(
        r"(?:.*, )?(?:by )?how much (?:more|higher|larger|greater|bigger|lower|less|smaller|cheaper)"
        rf" (?:is|was|were|are) {_THE}(?P<a>\S.*?) (?:than|compared to|versus) {_THE}(?P<b>\S.*)$",
        expressions.difference,
        "difference",
    ),
    _form(
        rf"{_LEAD}(?:sum|total|combined total|combined amount) of {_THE}(?P<a>\S.*) and {_THE}(?P<b>\S.*)$",
        expressions.total,
        "total",
    ),
    _form(rf"{_LEAD}average of {_THE}(?P<a>\S.*) and {_THE}(?P<b>\S.*)$", expressions.average, "average"),
    _form(
        rf"{_LEAD}combined (?P<m>\S.*?) (?:of|from|for) {_THE}(?P<a>\S.*) and {_THE}(?P<b>\S.*)$",
        expressions.total,
        "total",
    ),
)


def of_parts(question: str) -> Calculation | None:
    """The calculation of two figures of the one period that the question names; a share may also be of what is called
    a total, without one. None where it asks for nothing of the kind."""
    periods = read_periods(question)
    if len(periods.names) > 1 or not all(map(YEARS.search, periods.names)):
        return None
    for form in _FORMS:
        found = form.words.match(periods.rest)
        if found is None or not (periods.names or (form.bare and _TOTAL.match(found["b"]))):
            continue
        cells = _cells(found, periods, form.result)
        if all(cell.measure and cell.words for cell in cells):
            return _calculation(cells, form)
    return None


def _cells(found: re.Match[str], periods: Periods, result: str) -> tuple[Sought, Sought]:
    period = periods.names[0] if periods.names else ""
    said = found.groupdict()
    first, second, both = ((said.get(name) or "").strip(" ,.?") for name in "abm")
    if not first or _FALLS_DUE.fullmatch(first):  # "are due in 2018": of the whole what falls to that period
        whole = second if _TOTAL.match(second) else f"total {second}"
        return Sought(second, period), Sought(whole)
    head = second.split()[1:] if result in ("difference", "total", "average") else []  # "the low and the high price"
    if head and " " not in first and QUANTITY.fullmatch(head[-1]) and not QUANTITY.search(first):
        first = f"{first} {' '.join(head)}"
    return Sought(first, period, both or second), Sought(second, period, both or first)


def _calculation(cells: Sequence[Sought], form: _Form) -> Calculation:
    operands = tuple(cell.words for cell in cells)
    names = named(operands)
    return Calculation(operands, names, form.join(names), form.result, "", tuple(cells))
