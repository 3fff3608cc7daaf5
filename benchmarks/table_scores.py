"""How well a finder's tables agree with the tables that a page shows."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations

Cells = tuple[str, ...]
MOST_HEADER_ROWS = 4
_BLANK = re.compile(r"_{3,}")  # to be filled in: no text


@dataclass(frozen=True)
class PageTable:
    """The rows of one table on one page. `columns`: the names that the finder tells apart; None where it tells none,
    and the header is among the rows."""

    page: int
    rows: tuple[Cells, ...]
    columns: Cells | None = None


@dataclass(frozen=True)
class Score:
    """Of one printed table on its page: the shares of its rows and cells that were found, and whether one found table
    holds half of its rows, and whether its columns are named; None where the page names none."""

    rows: float
    cells: float
    found: bool
    named: bool | None


def normalised(text: str) -> str:
    return " ".join(_BLANK.sub("", text).split()).replace("- ", "-")  # a line may end in a hyphen


def score(columns: Cells, rows: Sequence[Cells], found: Sequence[PageTable]) -> Score:
    """One printed table against the tables found on its page. A row is right if its cells are, each in its column;
    columns that are empty in all rows count on neither side. A header among the rows costs nothing."""
    shown = _without_empty_columns([_cells(row) for row in rows])
    most_rows: Counter[int] = Counter()
    most_cells: Counter[int] = Counter()
    is_found = False
    for table in found:
        body = _without_empty_columns([_cells(row) for row in table.rows])
        whole = _without_empty_columns(
            [_cells(row) for row in (*table.rows, *([table.columns] if table.columns else []))]
        )
        versions = [_hits(shown, other) for other in (body, whole, [_cells(row) for row in table.rows])]
        versions += [_hits([_cells(row) for row in rows], other) for other in (body, whole)]
        hits = max(versions, key=lambda each: (sum(right for right, _ in each), sum(cells for _, cells in each)))
        is_found = is_found or sum(right for right, _ in hits) >= len(rows) / 2
        for at, (right, cells) in enumerate(hits):
            most_rows[at] = max(most_rows[at], right)
            most_cells[at] = max(most_cells[at], cells)
    filled = sum(bool(cell) for row in shown for cell in row)
    named = any(_names(_cells(columns), shown, table) for table in found) if any(columns) else None
    return Score(most_rows.total() / len(rows), most_cells.total() / filled, is_found, named)


def _cells(row: Iterable[str]) -> Cells:
    return tuple(map(normalised, row))


def _without_empty_columns(rows: Sequence[Cells]) -> list[Cells]:
    width = max(map(len, rows), default=0)
    kept = [at for at in range(width) if any(at < len(row) and row[at] for row in rows)]
    return [tuple(row[at] for at in kept if at < len(row)) for row in rows]


def _hits(shown: Sequence[Cells], found: Sequence[Cells]) -> list[tuple[int, int]]:
    """For each shown row whether it was found as it is, and how many of its filled cells were: found rows are aligned
    in order, so that most cells are right."""
    left = Counter(found)
    hits = []
    for row in shown:
        is_right = left[row] > 0
        left[row] -= is_right
        hits.append((int(is_right), sum(map(bool, row)) if is_right else 0))
    if all(right for right, _ in hits) or not found:
        return hits
    return [max(hit, (hit[0], cells)) for hit, cells in zip(hits, _aligned(shown, found), strict=True)]


def _aligned(shown: Sequence[Cells], found: Sequence[Cells]) -> list[int]:
    same = [[sum(a == b != "" for a, b in zip(row, other, strict=False)) for other in found] for row in shown]
    best = [[0] * (len(found) + 1) for _ in range(len(shown) + 1)]
    for i, row in enumerate(same, 1):
        above, here = best[i - 1], best[i]
        for j, cells in enumerate(row, 1):
            here[j] = max(above[j], here[j - 1], above[j - 1] + cells)
    hits, i, j = [0] * len(shown), len(shown), len(found)
    while i and j:
        if best[i][j] == best[i - 1][j]:
            i -= 1
        elif best[i][j] == best[i][j - 1]:
            j -= 1
        else:
            i, j = i - 1, j - 1
            hits[i] = same[i][j]
    return hits


def _names(columns: Cells, shown: Sequence[Cells], table: PageTable) -> bool:
    """Whether the table names its columns as the page does: as told apart, or as some rows that follow one another."""
    if table.columns is not None:
        return _cells(table.columns) == columns
    rows = _without_empty_columns([_cells(row) for row in table.rows])
    first = next((at for at, row in enumerate(rows) if row in shown), min(len(rows), 2 * MOST_HEADER_ROWS))
    spans = (span for span in combinations(range(first + 1), 2) if span[1] - span[0] <= MOST_HEADER_ROWS)
    return any(_joined(rows[begin:end]) == columns for begin, end in spans)


def _joined(rows: Sequence[Cells]) -> Cells:
    return tuple(" ".join(filter(None, cells)) for cells in zip(*rows, strict=False))
