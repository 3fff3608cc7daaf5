"""Tables of words: what is written in ruled columns is prose, and is read down each column.

A cell whose text wraps may come as several rows; down the column its lines follow one another as in a paragraph.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ragatta.pipeline.tables.row_text import read
from ragatta.pipeline.tasks.answers import Passage

_WORDS = 3  # a cell of so many words, in the mean, is written rather than filled in


def worded(passages: Sequence[Passage]) -> list[Passage]:
    """Of the passages that show rows of a table, the columns of words: one passage a column."""
    found: list[Passage] = []
    for passage in passages:
        group = read(passage.text)
        if group is None:
            continue
        columns: dict[str, list[str]] = {}
        for row in group.rows:
            for name, cell in row:
                columns.setdefault(name, []).append(cell)
        found += [replace(passage, text=_running(cells)) for cells in columns.values() if _is_worded(cells)]
    return found


def _running(cells: Sequence[str]) -> str:
    """The cells as lines of text: one that begins with a capital begins anew, so the one before it ends."""
    ends = [
        not cell[-1:].isalnum() or not after[:1].isupper() for cell, after in zip(cells, [*cells[1:], ""], strict=True)
    ]
    return "\n".join(cell if ended else f"{cell}." for cell, ended in zip(cells, ends, strict=True))


def _is_worded(cells: Sequence[str]) -> bool:
    return sum(len([word for word in cell.split() if word.isalpha()]) for cell in cells) >= _WORDS * len(cells)
