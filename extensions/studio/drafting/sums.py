"""Which rows of a table are the sum of those above them."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal

from ragatta.eval.matching.numbers import only_number
from ragatta.pipeline.tables.model import Table

FEWEST = 3  # rows of a sum: two may add up by chance


def sums(table: Table, column: int) -> Iterator[tuple[int, list[int]]]:
    """Each row whose figure in a column the rows right above it add up to, with these from the last to the first."""
    figures = [only_number(figure(row.cells[column])) if column < len(row.cells) else None for row in table.rows]
    for last, total in enumerate(figures):
        added, rows = Decimal(0), list[int]()
        for at in range(last - 1 if total else -1, -1, -1):
            one = figures[at]
            if one is None:
                break
            added += one.value
            rows.append(at)
            if total and added == total.value and len(rows) >= FEWEST:
                yield last, rows
                break


def figure(cell: str) -> str:
    """A cell without the space behind its dollar sign."""
    return cell.replace("$ ", "$").strip()
