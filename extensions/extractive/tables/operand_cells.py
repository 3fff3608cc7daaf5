"""Finds the cells of a calculation's operands: one measure at several periods, or several measures at one.

A cell is identified by its row, its column, its section's heading and the table's title. Operands come from one table
if possible, those of one measure from one line.
"""

from __future__ import annotations

import re
from calendar import month_name
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from ragatta.extensions.extractive.calculations.expressions import SoughtCell
from ragatta.extensions.extractive.question.period_words import YEARS
from ragatta.extensions.extractive.tables.grids import Name, ShownRow, ShownTable, is_figure, read_grids
from ragatta.pipeline.tasks.answers import Passage
from ragatta.pipeline.text.mentions import tokens
from ragatta.pipeline.text.words import STOP

_LEAST = 0.5  # share of a measure's words that the cell's address must say
_ABOVE = 0.9  # what a word counts for that only stands above the cell
_NAMED_ONLY = 0.6  # of a score what does not hang on how much else the address names
_CLOSE = 0.04  # difference in score below which two cells fit equally well
_FINER, _TOTAL, _OTHER_FORM = 0.1, 0.05, 0.3
# What an operand may be called besides its name.
_OPTIONAL = frozenset(
    tokens("total value amount number figure level sum price year end ended fiscal period thousand million")
)
_VAGUE = _OPTIONAL | frozenset(tokens("balance"))  # what a table of anything may call its figures
_MONTHS = frozenset(token for name in month_name for token in tokens(name))
_RATES = frozenset(tokens("percent percentage rate margin share ratio yield proportion"))


@dataclass(frozen=True)
class Cell:
    """The `value` as printed, the line of its `row`, its `source` passage, and whether it is the only candidate."""

    value: str
    row: str
    source: int
    certain: bool


@dataclass(frozen=True)
class _Place:
    """A cell with a figure. `line` are the words of its address without the period's."""

    grid: int
    row: ShownRow
    column: Name
    own: frozenset[str]
    above: frozenset[str]
    years: frozenset[str]
    nameless: bool

    @property
    def value(self) -> str:
        return self.row.cells[self.column]


@dataclass(frozen=True)
class _Fit:
    place: _Place
    score: float
    whole_measure: bool  # whether the address says all words of the measure, and these tell one from others
    line: frozenset[str]


@dataclass(frozen=True)
class _Choice:
    """The cell of each operand, or None."""

    fits: tuple[_Fit | None, ...]
    alone: bool = True  # no other choice is as good

    @property
    def score(self) -> float:
        return sum(fit.score for fit in self.fits if fit)

    @property
    def found(self) -> int:
        return sum(fit is not None for fit in self.fits)

    @property
    def values(self) -> tuple[str, ...]:
        return tuple(re.sub(r"[$€£\s]", "", fit.place.value) if fit else "" for fit in self.fits)


def find_cells(sought: Sequence[SoughtCell], passages: Sequence[Passage]) -> dict[str, Cell]:
    """The cells of the operands among the passages' tables, by the operands' words, without operands that have none.
    They are uncertain if a word of a measure is missing, if other cells match as well, or if not all are in one
    table."""
    places = [place for number, grid in enumerate(read_grids(passages)) for place in _places(number, grid)]
    choices = [choice for number in {place.grid for place in places} for choice in _choices(sought, places, number)]
    if not choices:
        return {}
    choices.sort(key=lambda one: (one.found, one.score), reverse=True)
    best = choices[0]
    rivals = [one for one in choices[1:] if one.found == best.found and one.score >= best.score - _CLOSE * best.found]
    sure = best.found == len(sought) and best.alone and all(one.values == best.values for one in rivals)
    return {one.words: _cell(fit, sure) for one, fit in zip(sought, best.fits, strict=True) if fit}


def _cell(fit: _Fit, sure: bool) -> Cell:
    place = fit.place
    return Cell(place.value, place.row.text, place.row.source, sure and fit.whole_measure and not place.nameless)


def _places(number: int, grid: ShownTable) -> Iterator[_Place]:
    """Every figure of the table with its address."""
    title = frozenset(tokens(" ".join(grid.title)))
    section = frozenset[str]()
    for row in grid.rows:
        figures = [name for name, cell in row.cells.items() if is_figure(cell)]
        dated = [name for name in figures if name == grid.columns[0] and YEARS.fullmatch(row.cells[name])]
        figures = [name for name in figures if name not in dated]
        label = " ".join(cell for name, cell in row.cells.items() if name not in figures)
        words = frozenset(tokens(label))
        if not figures:
            section = words
            continue
        under = section
        section = section if "total" not in words else frozenset()  # what comes behind it is of the next section
        for name in figures:
            text = f"{label} {name[0]}"
            tokens_here = frozenset(tokens(text))
            nameless = not name[0] and len(figures) > 1
            yield _Place(number, row, name, tokens_here, title | under, _years(text), nameless)


def _choices(sought: Sequence[SoughtCell], places: Sequence[_Place], grid: int) -> Iterator[_Choice]:
    """The possible operands from one table: a line for one measure, else the best cell for each."""
    inside = [place for place in places if place.grid == grid]
    fits = [[fit for place in inside if (fit := _fit(one, place)) is not None] for one in sought]
    if len({one.measure for one in sought}) == 1:
        for line in dict.fromkeys(fit.line for found in fits for fit in found):
            yield from _of([[fit for fit in found if fit.line == line] for found in fits])
    else:
        yield from _of(fits)


def _of(fits: Sequence[Sequence[_Fit]]) -> Iterator[_Choice]:
    """The best cell for each operand, without using a cell twice."""
    best = [max(found, key=lambda fit: fit.score, default=None) for found in fits]
    taken = [fit.place for fit in best if fit]
    if any(one is other for one, other in combinations(taken, 2)):
        return
    choice = _Choice(tuple(best))
    rivalled = any(
        other.score >= fit.score - _CLOSE and other.place.value != fit.place.value
        for fit, found in zip(best, fits, strict=True)
        if fit
        for other in found
    )
    yield replace(choice, alone=not rivalled)


def _fit(sought: SoughtCell, place: _Place) -> _Fit | None:
    """How well a cell fits an operand; None if it has another period or too few words of the measure."""
    period = frozenset(tokens(sought.period))
    years = _years(sought.period)
    finer = frozenset(word for word in period - _OPTIONAL if not YEARS.fullmatch(word))
    if not _of_period(years, finer, place):
        return None
    measure_tokens = frozenset(tokens(sought.measure))
    core = (measure_tokens - _OPTIONAL - STOP) or measure_tokens
    line = frozenset(word for word in place.own - period if word not in STOP and not word.isdigit())
    line -= _MONTHS if years else frozenset()  # "Balance, March 31, 2012" goes on in "Balance, April 1, 2013"
    known = core & place.own
    above = (core - known) & place.above
    recall = (len(known) + _ABOVE * len(above)) / len(core)
    if recall < _LEAST:
        return None
    named = line - _OPTIONAL
    precise = len(named & (core | finer)) / len(named) if named else 0.5
    score = recall * (_NAMED_ONLY + (1 - _NAMED_ONLY) * precise)
    score += _FINER * len(finer & place.own) / len(finer) if finer else 0
    score += _TOTAL * (("total" in measure_tokens) == ("total" in line))
    if place.value.rstrip(") ").endswith("%") and not measure_tokens & _RATES:
        score -= _OTHER_FORM
    whole_measure = len(known) + len(above) == len(core) and not core <= _VAGUE
    return _Fit(place, score, whole_measure, line)


def _of_period(years: frozenset[str], finer: frozenset[str], place: _Place) -> bool:
    """Whether the cell's address has the period; without any period, the only year above it counts."""
    if not years:
        return finer <= place.own
    years_here = place.years or frozenset(word for word in place.above if YEARS.fullmatch(word))
    return years <= years_here and (len(years_here) == len(years) or bool(place.years))


def _years(text: str) -> frozenset[str]:
    return frozenset(YEARS.findall(text))
