"""Tables in raw text: rows under header lines, and the column that a header name stands over.

A header has lost its columns: "Small Extra Large Large" over three figures. Its words are laid out over the
columns in every possible way; a column counts as found only if each way puts the name in the same place.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, takewhile
from math import comb

from pipeline.text.words import is_specific, stem, terms
from reader.prose import structure
from reader.prose.structure import Line

_ABOVE, _BELOW = 8, 2  # how many short lines around the rows may be headers and captions
_SHORT = 110  # characters of a line that may be one
_MOST_LAYOUTS = 400


@dataclass(frozen=True)
class Row:
    key: frozenset[str]  # terms of its leading words
    values: tuple[str, ...]  # its figures
    text: str

    def leading(self, conditions: frozenset[str]) -> tuple[str, ...]:
        """The first figures that the question names: what the row is found by, not what is asked for."""
        return tuple(takewhile(lambda value: frozenset(terms(value)) & conditions, self.values))

    def names(self, conditions: frozenset[str]) -> frozenset[str]:
        return self.key | frozenset(terms(" ".join(self.leading(conditions))))


@dataclass(frozen=True)
class Table:
    rows: tuple[Row, ...]
    header: tuple[str, ...]  # lines above, the nearest first
    context: frozenset[str]  # terms of header, captions and heading, without numbers that may be one column's only
    source: int
    file: str


def read_tables(lines: Sequence[Line]) -> list[Table]:
    """Every run of rows with the short lines above and below it."""
    return [_table(lines, first, last) for first, last in _runs(lines)]


def _runs(lines: Sequence[Line]) -> Iterator[tuple[int, int]]:
    first: int | None = None
    for position, line in enumerate([*lines, None]):
        goes_on = line is not None and line.kind == "row" and (first is None or line.source == lines[first].source)
        if first is not None and not goes_on:
            yield first, position
            first = None
        if line is not None and line.kind == "row" and first is None:
            first = position


def _table(lines: Sequence[Line], first: int, last: int) -> Table:
    source, file = lines[first].source, lines[first].file
    above = _captions(lines[max(0, first - _ABOVE) : first][::-1], source)
    below = _captions(lines[last : last + _BELOW], source)
    heading = next((line.text for line in reversed(lines[:first]) if _heads(line, source)), "")
    context = frozenset[str]().union(*(_common(line) for line in (heading, *above, *below)))
    rows = tuple(_row(line.text) for line in lines[first:last])
    return Table(rows, tuple(above), context, source, file)


def _common(line: str) -> frozenset[str]:
    """What a line over a table says of all its figures: "2019 2018" says neither, "May 2019" says both its terms."""
    found = frozenset(terms("_ " + line))
    shapes = Counter(len(term) for term in found if is_specific(term))
    return frozenset(term for term in found if not is_specific(term) or shapes[len(term)] == 1)


def _heads(line: Line, source: int) -> bool:
    return line.source == source and (line.kind == "heading" or (line.kind == "labelled" and bool(line.noun)))


def _captions(lines: Sequence[Line], source: int) -> list[str]:
    found: list[str] = []
    for line in lines:
        if line.source != source or line.kind in ("row", "bullet", "contents") or len(line.text) > _SHORT:
            break
        if line.kind != "furniture" and not line.text.endswith("."):
            found.append(line.text)
    return found


def _row(text: str) -> Row:
    key, values = structure.cells(text)
    return Row(frozenset(terms("_ " + key)), values, text)


def column_from_right(header: str, wanted: frozenset[str], figures: int, cells: int) -> int | None:
    """Which figure, counted from the row's end (1 is the last), stands under the column that `wanted` names.

    `figures` are the row's cells that may be meant, `cells` all of them with its leading name. None where the
    header does not hold the name, or where more than one column may be meant.
    """
    words = [word.strip(",:*") for word in header.split()]
    if len(words) < figures or not _stems(tuple(words)) & wanted:
        return None
    if len(words) == cells:
        return _agreed([tuple(range(1, len(words)))], words, wanted, figures)
    return _agreed(_layouts(tuple(word.lower() for word in words), figures), words, wanted, figures)


@lru_cache(maxsize=1024)
def _layouts(words: tuple[str, ...], columns: int) -> list[tuple[int, ...]]:
    """Every way to cut the words into that many columns, as cut positions; none where there are too many.

    A word that the header repeats cannot name a column alone: a reader could not tell the two apart.
    """
    if comb(len(words) - 1, columns - 1) > _MOST_LAYOUTS:
        return []
    repeated = {word for word, count in Counter(words).items() if count > 1}
    found = []
    for cuts in combinations(range(1, len(words)), columns - 1):
        spans = zip((0, *cuts), (*cuts, len(words)), strict=True)
        if not any(end - start == 1 and words[start] in repeated for start, end in spans):
            found.append(cuts)
    return found


def _agreed(
    layouts: Sequence[tuple[int, ...]], words: Sequence[str], wanted: frozenset[str], figures: int
) -> int | None:
    columns = {_column(cuts, words, wanted, figures) for cuts in layouts}
    return columns.pop() if len(columns) == 1 else None


def _column(cuts: tuple[int, ...], words: Sequence[str], wanted: frozenset[str], figures: int) -> int | None:
    """The one column over a figure that holds most wanted words and fewest others, counted from the right."""
    marks = []
    for start, end in zip((0, *cuts), (*cuts, len(words)), strict=True):
        found = _stems(tuple(words[start:end]))
        marks.append((len(found & wanted), -len(found - wanted)))
    marks = marks[-figures:]
    best = max(marks)
    if best[0] == 0 or marks.count(best) > 1:
        return None
    return len(marks) - marks.index(best)


@lru_cache(maxsize=4096)
def _stems(words: tuple[str, ...]) -> frozenset[str]:
    return frozenset(terms(" ".join(words))) | frozenset(stem(word.lower()) for word in words)
