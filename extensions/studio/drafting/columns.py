"""The headers of a table: which columns a question can ask for, and what their names say of the figures below them."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ragatta.eval.matching.numbers import only_number
from ragatta.extensions.studio.drafting.facts import can_name
from ragatta.extensions.studio.drafting.periods import is_bare, year_of
from ragatta.extensions.studio.drafting.reading import Document
from ragatta.extensions.studio.drafting.scales import (
    has_bare_unit,
    has_own_scale,
    unit_of,
    without_scale,
)
from ragatta.extensions.studio.drafting.wording import be
from ragatta.pipeline.tables.model import Table, counted
from ragatta.pipeline.text.words import terms

# Words that name no row by themselves, in whatever table.
GENERIC = frozenset(
    terms(
        "total totals subtotal other others net gross average sum all none basic diluted thereafter amount amounts "
        "value values number percent item items year years date note notes change changes variance"
    )
)
LONGEST_COLUMN = 7
PREPOSITION = re.compile(r"(?:upon|per|by|of|in|at|for|from|to|with|under|on|after|before|until|than)\b", re.IGNORECASE)
# "(m)", "(l)" and "m²" are units.
FOOTNOTE = re.compile(r"\s*(?:\((?:\d{1,2}|[a-f])\)|\[\d+\]|[*†‡]+)$|(?:\s|(?<=[^\W\d]{4}))[¹²³⁴-⁹]+\)?$|^[-–•]\s+")
# First columns whose rows are what is measured, while the other columns are of what.
_ATTRIBUTES = """
    parameter characteristic specification quantity metric measure measurement indicator
    kennzahl merkmal eigenschaft kenngröße caractéristique grandeur indicateur paramètre
"""
ATTRIBUTES = frozenset(terms(_ATTRIBUTES))
# A column of the units of its rows.
_UNITS = "unit units einheit einheiten unité unités unidad unidades unità eenheid unidade"
UNIT = frozenset(_UNITS.split())
# Columns of the bounds of what their rows measure, and what questions call them; those of no bound give the value.
BOUNDS = {
    "min": "minimum", "minimum": "minimum", "mín": "minimum", "typ": "typical", "typical": "typical",
    "nom": "nominal", "nominal": "nominal", "max": "maximum", "maximum": "maximum", "máx": "maximum",
}  # fmt: skip
_VALUES = "value result wert ergebnis valeur résultat valor resultado valore risultato waarde"
VALUES = frozenset(_VALUES.split())


def headers(table: Table) -> list[str]:
    """The headers, a period without the scale beside it. A title over the first two columns is no name of the
    first."""
    columns = [bare(column) for column in table.columns]
    for at, column in enumerate(columns):
        period = without_scale(column)
        columns[at] = period if year_of(period) else column
    return ["", *columns[1:]] if len(columns) > 1 and columns[0] == columns[1] else columns


def names_what_is_measured(header: str, labels: Sequence[str], units: bool) -> bool:
    """Whether the rows of a table are properties, such as "Weight (kg)". `units`: whether a column has their units."""
    with_units = sum(bool(unit_of(label)) for label in labels)
    return bool({*terms(header)} & ATTRIBUTES or (not units and 2 * with_units >= len(labels) > 1))


def are_alike(columns: Sequence[str]) -> bool:
    """Whether columns share a word, as those of things of one kind do: "Well 1", "Well 2". Other names say themselves
    what they count: "Action level", "Samples taken"."""
    return len(columns) > 1 and bool(frozenset.intersection(*(frozenset(terms(one)) for one in columns)))


def may_count(column: str) -> bool:
    """Whether a column may count what it names, "Samples taken", so that the unit of its row may not be its own."""
    return be(column.split()[0]) == "are" and not {*terms(column)} & {*terms(_VALUES)}


def has_units_of(columns: Sequence[str], units: int, at: int) -> bool:
    """Whether a column of units is that of another column: of one before it, or where there is none, of those behind
    it; not of one that has its own."""
    return (at < units or units == 1) and not (unit_of(columns[at]) or has_own_unit(columns[at]))


def holds_units(at: int, table: Table) -> bool:
    """Whether a header was read as one with that of a column of units: "Test method Unit", over words."""
    before, _, last = bare(table.columns[at]).rpartition(" ")
    joined = before and last.istitle() and last.casefold() in UNIT and not PREPOSITION.match(before.split()[-1])
    return bool(joined) and not any(only_number(row.cells[at]) for row in table.rows if at < len(row.cells))


def is_bound(column: str, measured: bool) -> bool:
    """Whether a column gives a bound, or where the rows are what is `measured`, the value."""
    return column.casefold() in BOUNDS or (measured and column.casefold() in VALUES)


def is_asked_for(
    at: int, columns: Sequence[str], table: Table, document: Document, is_short: bool, measured: bool
) -> bool:
    """Whether a column has a whole name of its own: a period, or words that the page prints one after the other, which
    are not the beginning of another header (then both may be one that was torn)."""
    column = columns[at]
    if columns.count(column) > 1 or year_of(columns[0]) or column.casefold() in UNIT:
        return False
    if year_of(column):  # "2009" beside "2009 excluding options" may be either
        return not is_bare(column) or (sum(column in other for other in columns) == 1 and not is_short)
    torn = any(other.startswith(f"{column} ") or column.startswith(f"{other} ") for other in columns if other)
    named = is_bound(column, measured) or is_name(column)
    return not torn and named and is_printed(column, table, document)


def is_printed(column: str, table: Table, document: Document) -> bool:
    """Whether a page of a table has a header's words one after the other: else it is joined of several, or of rows."""
    return any(counted(column) in counted(document.texts.get(page, "")) for page in {row.page for row in table.rows})


def bare(label: str) -> str:
    """The name of a row or column without marks of footnotes and bullets."""
    return FOOTNOTE.sub("", FOOTNOTE.sub("", " ".join(label.split()))).rstrip(" :.")


def is_name(column: str) -> bool:
    """Whether a header names by itself what is below it."""
    return (
        can_name(column, LONGEST_COLUMN)
        and column[0].isupper()
        and not PREPOSITION.match(column)
        and ":" not in column
        and bool({*terms(column)} - GENERIC)
        and not re.fullmatch(r"\w+ed", column)  # "Estimated": of what?
    )


def has_own_unit(header: str) -> bool:
    """Whether a header states the unit or scale of its figures, in brackets or at its end."""
    return has_own_scale(header) or has_bare_unit(header)
