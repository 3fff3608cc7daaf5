"""Tables of words: the prose in ruled columns is read down each column.

A wrapped cell may be several rows; down the column its lines form a paragraph.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ragatta.pipeline.tables.row_text import read
from ragatta.pipeline.tasks.answers import Passage

_WORDS = 3  # a cell of so many words, in the mean, is written rather than filled in


def worded(passages: Sequence[Passage]) -> list[Passage]:
    """The columns of words in passages with table rows, one passage per column."""
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
    """The cells as lines of text; a capital letter at the beginning starts a new sentence."""
    ends = [
        not cell[-1:].isalnum() or not after[:1].isupper() for cell, after in zip(cells, [*cells[1:], ""], strict=True)
    ]
    return "\n".join(cell if ended else f"{cell}." for cell, ended in zip(cells, ends, strict=True))


def _is_worded(cells: Sequence[str]) -> bool:
    return sum(len([word for word in cell.split() if word.isalpha()]) for cell in cells) >= _WORDS * len(cells)
