"""The window of a table: instead of neighbours, the row groups whose rows match the query's values best.

A long table becomes many similar chunks, so a search finds one of them by chance, and the right row may be pages away.
But the query contains the row's keys. Source: none; docs/documents.md has the measurements.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence

from ragatta.pipeline.tables.row_text import Pair, read
from ragatta.pipeline.text.mentions import Mention, mentions, tokens
from ragatta.pipeline.text.nearest_keys import between, is_of
from ragatta.pipeline.types import Chunk, Hit

RowsOf = Callable[[str], Sequence[Chunk]]  # a table's id → its row groups, in the document's order

_BARE_DECIMAL = re.compile(r"\d*\.\d+")  # a measure: no row is looked up by one


def expand(hits: Sequence[Hit], size: int, query: str, rows_of: RowsOf) -> list[Hit]:
    """The hits, and up to `size` further row groups of each of their tables: those whose best row matches the query
    best, and none without a match. A further row group has rank 0, the score and similarity of the table's best hit,
    and is found by the window."""
    best: dict[str, Hit] = {}
    for hit in hits:
        if hit.chunk.table:
            best.setdefault(hit.chunk.table, hit)
    there = {hit.chunk.id for hit in hits}
    fitness = Fitness(query)
    found = []
    for table, hit in best.items():
        rows = rows_of(table)
        fits = zip(fitness.of_table(rows), rows, strict=True)
        others = [(fit, chunk) for fit, chunk in fits if chunk.id not in there]
        fitting = sorted((pair for pair in others if pair[0] > 0), key=lambda pair: -pair[0])
        found += [Hit(chunk, hit.score, hit.similarity, rank=0, found_by="window") for _, chunk in fitting[:size]]
    return found


def in_order(ranked: Sequence[Hit], brought: Sequence[Hit]) -> list[Hit]:
    """Both together, every chunk once, ordered as in retrieval/window.py: documents by their best hits, chunks by their
    place in the document."""
    documents = list(dict.fromkeys(hit.chunk.source_file for hit in ranked))
    every = {hit.chunk.id: hit for hit in (*brought, *reversed(ranked))}
    return sorted(every.values(), key=lambda hit: (documents.index(hit.chunk.source_file), hit.chunk.chunk_index))


def one_a_table(ranking: Iterable[int], table_of: Callable[[int], str], count: int) -> list[int]:
    """The first `count` chunks of the ranking, with only the first row group of each table, so that a long table does
    not fill the ranking; the window adds the row groups that match."""
    kept: list[int] = []
    seen: set[str] = set()
    for at in ranking:
        table = table_of(at)
        if table not in seen:
            kept.append(at)
        if table:
            seen.add(table)
        if len(kept) == count:
            break
    return kept


class Fitness:
    """Scores how well rows match a query: values of the query in a row's cells (more if the column's name is near the
    value) and names. If a key lacks the value, the rows with the next lower and the next higher value match."""

    def __init__(self, query: str) -> None:
        self._mentions = mentions(query)
        self._query_tokens = frozenset(tokens(query))
        self._met: dict[tuple[int, Pair], int] = {}

    def of(self, chunk: Chunk) -> float:
        """The score of the best row of a row group."""
        return self.of_table([chunk])[0]

    def of_table(self, chunks: Sequence[Chunk]) -> list[float]:
        """The score of the best row of each row group of one table."""
        groups = [read(chunk.text) for chunk in chunks]
        next_to = self._next([row for group in groups if group for row in group.rows])
        return [max((self._row(row, next_to) for row in group.rows), default=0.0) if group else 0.0 for group in groups]

    def _row(self, row: Sequence[Pair], next_to: frozenset[Pair]) -> float:
        cells = [(name, cell) for name, cell in row if not _BARE_DECIMAL.fullmatch(cell)]
        values = sum(
            max((self._meets(at, one, (name, cell)) * (1 + one.of(name)) for name, cell in cells), default=0.0)
            for at, one in enumerate(self._mentions)
        )
        values += sum(1.0 for cell in cells if cell in next_to)
        return values + sum(len(words) for _, cell in cells if (words := self._named(cell)))

    def _next(self, rows: Sequence[Sequence[Pair]]) -> frozenset[Pair]:
        """For amounts of the query that the table does not list: the cells with the next lower and higher amount."""
        found: set[Pair] = set()
        names = list(dict.fromkeys(name for row in rows for name, _ in row))
        for at, one in enumerate(self._mentions):
            for name in names if one.required and one.quantities and not one.codes else ():
                if is_of(one, name) or one.quantities[0].unit == "$":
                    both = between(one, self._cells(name, at, rows), name)
                    found |= {(name, both.below), (name, both.above)} if both else set()
        return frozenset(found)

    def _cells(self, name: str, but: int, rows: Sequence[Sequence[Pair]]) -> list[str]:
        """A column's cells in the rows that match most of the query's values, not counting one of them."""
        others = [(at, one) for at, one in enumerate(self._mentions) if at != but]
        met: dict[str, int] = {}
        for row in rows:
            values = [cell for own, cell in row if own == name]
            if values and not _BARE_DECIMAL.fullmatch(values[0]):
                cells = [pair for pair in row if pair[0] != name and not _BARE_DECIMAL.fullmatch(pair[1])]
                count = sum(any(self._meets(at, one, pair) for pair in cells) for at, one in others)
                met[values[0]] = max(count, met.get(values[0], 0))
        most = max(met.values(), default=0)
        return [cell for cell, count in met.items() if count == most]

    def _meets(self, at: int, mention: Mention, pair: Pair) -> float:
        if (at, pair) not in self._met:
            name, cell = pair
            self._met[at, pair] = mention.met_by(cell, name)
        return self._met[at, pair]

    def _named(self, cell: str) -> frozenset[str]:
        """The words of a cell if the query contains all of them."""
        words = frozenset(word for word in tokens(cell) if word.isalpha())
        return words if words <= self._query_tokens else frozenset()
