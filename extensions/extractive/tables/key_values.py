"""Finds values of a question that the found row lacks in their key column, and the sentence that says how to read a
table between its rows."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from ragatta.extensions.extractive.tables.grids import Name, ShownRow, ShownTable
from ragatta.extensions.extractive.tables.table_lookup import LookedUp
from ragatta.pipeline.tasks.answers import Passage
from ragatta.pipeline.tasks.binding import BoundValue
from ragatta.pipeline.text.mentions import Mention, bound, mentions, tokens
from ragatta.pipeline.text.nearest_keys import above, between, is_of
from ragatta.pipeline.text.sentences import passage_sentences

_BETWEEN = re.compile(
    r"\binterpolat\w+|\bbetween (?:the |these |those )?(?:two |neighbou?ring )?(?:rows|lines|values|entries)\b",
    re.IGNORECASE,
)


_OFF_ROWS = re.compile(
    r"\b(?:between|in-between|intermediate|not (?:shown|listed|displayed|printed|in the (?:table|schedule)))\b",
    re.IGNORECASE,
)
_OFF_ROWS_WORDS = frozenset(tokens("rule for a between those shown"))


def asks_between_rows(question: str) -> bool:
    """Whether a question says that its value is between two rows."""
    return _BETWEEN.search(question) is not None


def missed_key(
    case: str, found: LookedUp, known_values: Mapping[str, str], grids: Sequence[ShownTable]
) -> tuple[str, tuple[str, ...]] | None:
    """The key of the found row's table to which an amount of the case belongs, but which the row lacks: its name and
    the values in the table. None if there is no such key."""
    for grid, row in _places(found, grids):
        measured = [one for one in mentions(case) if one.required and one.quantities and not one.codes]
        known = [*measured, *bound(known_values)]
        met = {
            name for one in known for name in grid.keys if name in row.cells and one.met_by(row.cells[name], name[0])
        }
        for one in measured:
            if any(one.met_by(cell, name[0]) for name, cell in row.cells.items()):
                continue
            name = _key_of(one, grid)
            if name and name not in met:
                return name[0], _values(name, known, grid)
    return None


def _values(name: Name, known: Sequence[Mention], grid: ShownTable) -> tuple[str, ...]:
    """The key's values in the rows with most of the other values."""
    rows = [row for row in grid.rows if name in row.cells]
    others = [[(cell, own[0]) for own, cell in row.cells.items() if own != name] for row in rows]
    met = [sum(any(one.met_by(*cell) for cell in cells) for one in known) for cells in others]
    most = max(met)
    return tuple(dict.fromkeys(row.cells[name] for row, count in zip(rows, met, strict=True) if count == most))


def _places(cell: LookedUp, grids: Sequence[ShownTable]) -> list[tuple[ShownTable, ShownRow]]:
    """The found row and its table."""
    return [(g, row) for g in grids for row in g.rows if row.source == cell.source and row.text == cell.row][:1]


def _key_of(mention: Mention, grid: ShownTable) -> Name | None:
    """The key named near the amount; for money, else the only key with smaller and larger values."""
    named = [name for name in grid.keys if is_of(mention, name[0]) and _holds(grid, name, mention)]
    if named:
        return max(named, key=lambda name: mention.of(name[0]))
    money = [
        name
        for name in grid.keys
        if mention.quantities[0].unit == "$" and between(mention, _column(grid, name), name[0])
    ]
    return money[0] if len(money) == 1 else None


def _holds(grid: ShownTable, name: Name, mention: Mention) -> bool:
    """Whether most of a column's cells are amounts of the unit."""
    cells = _column(grid, name)
    return 2 * sum(above(mention, cell, name[0]) is not None for cell in cells) > len(cells)


def _column(grid: ShownTable, name: Name) -> list[str]:
    return [row.cells[name] for row in grid.rows if name in row.cells]


def stated_way(wanted: str, choices: Sequence[str], prose: Sequence[Passage]) -> BoundValue | None:
    """The first of the `choices` that a sentence about values between rows names; None if there is none."""
    named = frozenset(tokens(wanted)) - _OFF_ROWS_WORDS
    stating = [
        (passage.source, sentence)
        for passage in prose
        for sentence in passage_sentences(" ".join(passage.text.split()))
        if _OFF_ROWS.search(sentence) and named & frozenset(tokens(sentence))
    ]
    for choice in choices:
        for source, sentence in stating:
            if choice.casefold() in sentence.casefold():
                return BoundValue(value=choice, source=source, quote=sentence)
    return None
