"""Matches the cells of a table with a question: which of its mentions and words are in title, column and row."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ragatta.extensions.extractive.question.periods import days
from ragatta.extensions.extractive.tables.grids import Name, ShownRow, ShownTable, is_figure
from ragatta.extensions.extractive.tables.wanted import TableQuestion
from ragatta.pipeline.text.mentions import Mention, tokens
from ragatta.pipeline.text.quantities import quantities

_NEAR = 0.3  # share of a column's name that a value's own phrase must say for another column's to count less
_SAID = 2 / 3  # share of a cell's words that a question must say to mean it


@dataclass(frozen=True)
class Match:
    """A cell, and the parts of the question that its address matches and lacks. `mark` is the sort key of a table's
    cells."""

    row: ShownRow
    column: Name
    value: str
    met: int  # mentions of the question
    beside: float  # how much of the columns' names stands beside the values that the columns meet, 0 to 1 a value
    bound: int  # values found before
    exact: int  # of both those met by a cell that states just the value
    coverage: float
    title: float  # the share of the innermost title's words that the question says
    phrased: bool  # whether the question says the column's whole name as a phrase of its own
    verbatim: bool  # whether it says that name as it stands anywhere
    measure: bool  # whether the column is one of those that the table is made to tell
    own: float  # the coverage of the column's own name
    excess: int  # words of the column's and of the row's names that the question does not say
    keys: frozenset[Name]  # the row's cells that a mention or a name of the question met
    unmet: tuple[str, ...]
    partial: bool  # a cell of the row that was taken for named was named only in part

    @property
    def mark(self) -> tuple[float, ...]:
        named = round(self.coverage, 6), self.measure, self.verbatim, round(self.own, 6)
        return self.met + self.bound, self.exact, self.phrased, *named, -self.excess


def matches(asked: TableQuestion, grid: ShownTable) -> list[Match]:
    """Every candidate cell: with a figure, and not in a column that a value of the question belongs to."""
    keys = _key_columns(asked, grid)
    over = frozenset(tokens(" ".join(grid.title))) | frozenset(tokens(grid.file.replace("_", " ")))
    found = []
    for row in grid.rows:
        met = {mention: row.cells[keys[mention]] for mention in keys if keys[mention] in row.cells}
        met = {mention: cell for mention, cell in met.items() if mention.met_by(cell, keys[mention][0])}
        label = _named_cells(asked, row, frozenset(keys.values()))
        taken = {*keys.values(), *label}
        columns = (name for name in grid.columns if name in row.cells and name not in taken)
        figures = [name for name in columns if is_figure(row.cells[name])]
        found += [_match(asked, grid, (row, column), (met, keys), label, over) for column in figures]
    return found


def _match(
    asked: TableQuestion,
    grid: ShownTable,
    place: tuple[ShownRow, Name],
    values: tuple[Mapping[Mention, str], Mapping[Mention, Name]],
    label: Mapping[Name, float],
    over: frozenset[str],
) -> Match:
    (row, column), (met, keys) = place, values
    title = " ".join(grid.title)
    several = (cell for cell in met.values() if len(quantities(cell)) > 1)  # "up to 15 ft, up to 50 hp"
    others = (column[0], title, *several, *(text for name in label for text in (name[0], row.cells[name])))
    quoted = [cell for cell in row.cells.values() if " " in cell and cell.casefold() in asked.folded]
    elsewhere = [
        m
        for m in asked.mentions
        if m not in met and (any(map(m.met_by, others)) or any(m.text in one for one in quoted))
    ]
    unmet = [m for m in asked.mentions if m not in met and m not in elsewhere and m.required]
    column_tokens = frozenset(tokens(column[0]))
    labels = [token for name in label for token in tokens(row.cells[name])]
    named = frozenset(label) | {name for name, cell in row.cells.items() if any(cell is one for one in met.values())}
    of_keys = frozenset(token for name in named for token in tokens(name[0]))
    of_met = frozenset(token for cell in met.values() for token in tokens(cell))
    matched = over | column_tokens | of_keys | of_met | frozenset(labels)
    lacking = [name for name in asked.names if not frozenset(tokens(name)) & matched and name not in matched]
    dated = any(asked.days & days(cell) for cell in row.cells.values())
    return Match(
        row,
        column,
        row.cells[column],
        met=sum(mention.required for mention in (*met, *elsewhere)),
        beside=sum(mention.of(keys[mention][0]) for mention in met if mention.required),
        bound=sum(not mention.required for mention in met) + dated,
        exact=sum(mention.met_by(cell, keys[mention][0]) == 2 for mention, cell in met.items())
        + sum(mention.met_by(column[0]) == 2 for mention in elsewhere),
        coverage=asked.coverage(matched),
        title=asked.share(grid.title[-1] if grid.title else ""),
        phrased=asked.phrases_whole(column[0]) and (column in grid.measures or not grid.crosses(column)),
        verbatim=asked.verbatim(column[0]),
        measure=column in grid.measures,
        own=asked.coverage(column_tokens) if _tells(column[0]) & asked.question_tokens.keys() else 0.0,
        excess=sum(token not in asked.question_tokens for token in (*column_tokens, *labels)),
        keys=named,
        unmet=(*(mention.text for mention in unmet), *sorted(lacking)),
        partial=any(share < 1 for share in label.values()),
    )


def _tells(column: str) -> frozenset[str]:
    """The words of a column's name before "per": "Rate" of "Rate per Box"."""
    before, per, _ = column.partition(" per ")
    return frozenset(tokens(before if per else column))


def _key_columns(asked: TableQuestion, grid: ShownTable) -> dict[Mention, Name]:
    """The column of each value: a column that contains it, preferably one named near it; none if another column with
    figures is named nearer. A number of tonnes belongs only to "Tonnes", and a known value only to a column of its
    name. If two values are equal in different units, the one as written counts."""
    found: dict[Mention, Name] = {}
    pairs = []
    holding = [n for n in grid.columns if any(quantities(cell) for row in grid.rows if (cell := row.cells.get(n)))]
    for mention in asked.mentions:
        named = [name for name in holding if name not in grid.measures and mention.only_of(name[0])]
        counting = [name for name in holding if name not in grid.measures and mention.counted in tokens(name[0])]
        for at, name in enumerate(grid.columns):
            cells = [row.cells[name] for row in grid.rows if name in row.cells]
            how = max((mention.met_by(cell, name[0]) for cell in cells), default=0)
            written = any(frozenset(tokens(mention.text)) <= frozenset(tokens(cell)) for cell in cells)
            nearest = max((mention.next_to(other) for other, _ in named), default=0.0)
            nearer = mention.next_to(name[0]) >= max(nearest, _NEAR)
            if (counting and name not in counting) or (mention.named and not mention.of(name[0])):
                continue
            if how and (not named or name in named or mention.codes or nearer):
                measured = mention.in_unit_of(name[0])
                pairs.append((measured, mention.of(name[0]), how, written, -at, mention, name))
    for *_, mention, name in sorted(pairs, key=lambda pair: pair[:5], reverse=True):
        if mention not in found and name not in found.values():
            found[mention] = name
    return found


def _named_cells(asked: TableQuestion, row: ShownRow, keys: frozenset[Name]) -> dict[Name, float]:
    """The cells of words that the question mentions, each with the share of its words."""
    found = {}
    for name, cell in row.cells.items():
        words = tokens(cell)
        if name in keys or not words or not any(word.isalpha() for word in words):
            continue
        share = sum(word in asked.question_tokens for word in words) / len(words)
        if share >= _SAID:
            found[name] = share
    return found
