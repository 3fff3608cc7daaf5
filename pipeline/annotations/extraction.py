"""Reads values from labelled lines ("Net Weight: 1,234 kg") by the labels of a bucket's schema.

The text of a PDF has no layout, so a value may follow its label (after ":", "=", dots or a wide space), or be in the
next cell or below it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

from ragatta.pipeline.annotations.schema import Field
from ragatta.pipeline.annotations.values import NoSuchValue, Value, typed
from ragatta.pipeline.types import Page

_CELLS = re.compile(r"[ \u00a0]{2,}|\t+|(?:(?<!\s)\s++)?\|\s*")  # each run of blanks is tried once
_MARK = r"\s*(?::|：|=|\.{2,}|…)\s*"
_UNKNOWN = {"", "-", "–", "—", "n/a", "na", "not applicable", "unknown"}
_MOST_WORDS = 12  # of a figure or date with words behind it


def labelled(pages: Sequence[Page], fields: Sequence[Field]) -> dict[str, Value]:
    """The value of each field by its name: the first in a labelled line that can be read as the field's type. Other
    fields are left out."""
    found: dict[str, Value] = {}
    if not fields:
        return found
    wanted = tuple(fields)
    for page in pages:
        for field, raw in _stated(page.text.splitlines(), wanted):
            if field.name not in found and (value := read_value(raw, field)) is not None:
                found[field.name] = value
    return found


def read_value(raw: str, field: Field) -> Value | None:
    """The value that a printed text begins with, or None. Words after a figure ("$20 a year") or a date are left out; a
    figure after a figure is not, because it may be a range."""
    if raw.strip().casefold() in _UNKNOWN:
        return None
    words = raw.split()[:_MOST_WORDS] if field.type != "TEXT" else [raw]
    for count in range(len(words), 0, -1):
        left_out = " ".join(words[count:])
        if field.type != "DATE" and re.search(r"\d", left_out):
            return None
        try:
            return typed(" ".join(words[:count]).rstrip(",;"), field.type)
        except NoSuchValue:
            continue
    return None


def _stated(lines: Sequence[str], fields: tuple[Field, ...]) -> Iterator[tuple[Field, str]]:
    """Every field with the text in the place of its value."""
    rows = [[cell.strip() for cell in _CELLS.split(line.strip())] for line in lines if line.strip()]
    for at, cells in enumerate(rows):
        below = rows[at + 1] if at + 1 < len(rows) and not any(_is_labelled(c, fields) for c in rows[at + 1]) else []
        for column, cell in enumerate(cells):
            for field, raw in _heads(cell, fields):
                yield field, raw or _beside(cells, column, below, fields)


def _beside(cells: list[str], column: int, below: list[str], fields: tuple[Field, ...]) -> str:
    """The value of a label without text after it: in the next cell, else in the cell below if the columns are clear."""
    behind = cells[column + 1] if column + 1 < len(cells) else ""
    if behind and not _is_labelled(behind, fields):
        return behind
    if len(cells) == 1:
        return "  ".join(below)
    return below[column] if len(below) == len(cells) else ""


def _heads(cell: str, fields: tuple[Field, ...]) -> Iterator[tuple[Field, str]]:
    """The labels at the beginning of a cell, or throughout it ("No.: 7 Date: May 5, 2025"), each with the text after
    it."""
    heads = list(_pattern(fields).finditer(cell))
    if heads and heads[0].start() == 0:
        ends = [head.start() for head in heads[1:]] + [len(cell)]
        for head, end in zip(heads, ends, strict=True):
            yield _by_label(fields)[_plain(head["label"])], cell[head.end() : end].strip()
    elif field := _by_label(fields).get(_plain(cell)):
        yield field, ""
    elif (start := _start(fields).match(cell)) and (field := _by_label(fields)[_plain(start["label"])]).type != "TEXT":
        # A label and a figure with the space between them lost; of a text nothing would tell that it is a value.
        yield field, cell[start.end() :]


def _is_labelled(cell: str, fields: tuple[Field, ...]) -> bool:
    return any(True for _ in _heads(cell, fields))


@lru_cache(maxsize=64)
def _by_label(fields: tuple[Field, ...]) -> dict[str, Field]:
    return {_plain(label): field for field in reversed(fields) for label in field.printed()}


@lru_cache(maxsize=64)
def _pattern(fields: tuple[Field, ...]) -> re.Pattern[str]:
    return re.compile(rf"(?<!\S)(?P<label>{_any_label(fields)}){_MARK}", re.IGNORECASE)


@lru_cache(maxsize=64)
def _start(fields: tuple[Field, ...]) -> re.Pattern[str]:
    return re.compile(rf"(?P<label>{_any_label(fields)})\s+(?=[-(\d$€£]|[A-Z][a-z]+\.? \d)", re.IGNORECASE)


def _any_label(fields: tuple[Field, ...]) -> str:
    labels = sorted({label for field in fields for label in field.printed()}, key=len, reverse=True)
    return "|".join(r"\s+".join(map(re.escape, label.split())) for label in labels)


def _plain(label: str) -> str:
    return " ".join(label.split()).rstrip(":").casefold()
