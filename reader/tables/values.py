"""Values in tables: the one figure whose row and column meet every condition that the question names."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from pipeline.tasks.answers import WrittenAnswer
from pipeline.text.words import coverage, is_specific, terms
from reader.question.asked import Asked
from reader.tables.raw_text import Row, Table, column_from_right

_WHAT_IS = re.compile(r"what (?:is|was|are|were)\b", re.IGNORECASE)
_ENOUGH = 0.65  # share of the question's weighted terms that row, column and captions must hold
_SURE = 0.9  # the same, where the question asks for no type of figure
_ROW = 2 / 3  # share of the words heading a row that the question must name
_CLOSE = 0.05  # difference in share below which two figures are equally well supported


@dataclass(frozen=True)
class Found:
    """A figure and what it was found by. `met` are the terms that its row, column and captions hold."""

    value: str
    row: str
    source: int
    met: frozenset[str]
    share: float  # of the weighted terms that were asked for

    @property
    def support(self) -> tuple[int, float]:
        """Numbers and codes met count before words."""
        return sum(map(is_specific, self.met)), self.share


def value_answer(asked: Asked, tables: Sequence[Table]) -> WrittenAnswer | None:
    """The figure, if exactly one meets all that the question names; None otherwise."""
    if asked.type in ("date", "yes_no") or asked.absent or not (asked.is_numeric or _WHAT_IS.match(asked.question)):
        return None
    enough = _ENOUGH if asked.is_numeric else _SURE
    found = [
        hit
        for hit in look_up(tables, asked.weights, frozenset(asked.terms))
        if hit.share >= enough and asked.must <= hit.met and asked.accepts(hit.value)
    ]
    hit = only(found)
    if hit is None:
        return None
    text = f"{hit.value} ({hit.row}) [Source {hit.source}]"
    return WrittenAnswer(status="answered", text=text, value=hit.value, sources=[hit.source])


def look_up(tables: Sequence[Table], wanted: Mapping[str, float], conditions: frozenset[str]) -> list[Found]:
    """Per table the figure that the wanted terms and the conditions lead to, best covered first."""
    found = []
    for table in tables:
        rows = _rows(table, conditions)
        values = {(hit.value, hit.row): hit for row in rows if (hit := _figure(table, row, wanted, conditions))}
        if len({value for value, _ in values}) == 1:
            found.append(next(iter(values.values())))
    return sorted(found, key=lambda hit: hit.support, reverse=True)


def only(found: Sequence[Found]) -> Found | None:
    """The best supported hit (they come best first), if no other value is as well supported."""
    if not found:
        return None
    specifics, share = found[0].support
    best = [hit for hit in found if hit.support >= (specifics, share - _CLOSE)]
    return found[0] if len({hit.value for hit in best}) == 1 else None


def _rows(table: Table, conditions: frozenset[str]) -> list[Row]:
    """The rows that meet most of the conditions and name fewest other things; an only row needs none."""
    named = [row for row in table.rows if len(row.key & conditions) >= _ROW * len(row.key)]
    if len(table.rows) == 1:
        return named
    marks = [(len(row.names(conditions) & conditions), -len(row.key - conditions)) for row in named]
    best = max(marks, default=(0, 0))
    return [row for row, mark in zip(named, marks, strict=True) if mark == best] if best[0] else []


def _figure(table: Table, row: Row, wanted: Mapping[str, float], conditions: frozenset[str]) -> Found | None:
    """The figure of a row: its only one, or the one in the column that the question names."""
    asked = frozenset(wanted) | conditions
    values = row.values[len(row.leading(conditions)) :]
    if not values:
        return None
    column = (1, frozenset[str]()) if len(values) == 1 else _column(table, row, len(values), asked)
    if column is None:
        return None
    place, over = column
    met = (table.context | over | row.names(conditions) | frozenset(terms(table.file))) & asked
    return Found(values[-place], row.text, table.source, met, coverage(wanted, met))


def _column(table: Table, row: Row, figures: int, asked: frozenset[str]) -> tuple[int, frozenset[str]] | None:
    """The column that a header line names, counted from the right, and its asked terms.

    A header broken over several lines names no column: where it begins, nothing tells. A line with a word for every
    cell is taken as it stands; else the one that needs fewest cells of several words.
    """
    cells = bool(row.key) + len(row.values)
    found: dict[int, list[tuple[int, frozenset[str]]]] = {}
    for line in _single(table.header):
        place = column_from_right(line, asked, figures, cells)
        if place is None:
            continue
        shared = asked & frozenset(terms("_ " + line))
        over = frozenset(t for t in shared if column_from_right(line, frozenset({t}), figures, cells) == place)
        words = len(line.split())
        if words == cells or over == shared:  # one that holds other asked terms than its column's is a caption
            found.setdefault(-1 if words == cells else words - figures, []).append((place, over))
    best = found[min(found)] if found else []
    return best[0] if len({place for place, _ in best}) == 1 else None


def _single(above: Sequence[str]) -> Iterator[str]:
    """Each line that does not go on in a nearer one, as the words they share would show."""
    below: set[str] = set()
    for line in above:
        words = set(line.split())
        if not words & below:
            yield line
        below |= words
