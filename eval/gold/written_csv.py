"""The CSV form: columns id, question, expected_output, some of which have a second name. Cells are used unchanged."""

from __future__ import annotations

import csv
import re
from io import StringIO
from pathlib import Path
from typing import Any

from ragatta.eval.gold.inferred import inferred, without_bullet
from ragatta.eval.gold.records import GoldError, Record, read_text, refuse_nothing
from ragatta.eval.gold.shapes import ALSO_CALLED
from ragatta.pipeline.plugins.registry import suggestion

# "PDF Folder" says where the documents lay at the source; nothing here depends on it.
CSV_COLUMNS = ("id", "question", "expected_output", "PDF Folder", "kind", "split")
NEEDED = CSV_COLUMNS[:3]
CALLED = {"id": "id", "question": "question", "expected_output": "expected"}  # the fields of these columns
COLUMN_OF = {other: name for name, field in CALLED.items() for other in (field, *ALSO_CALLED[field])}
COLUMN_OF |= {column.lower().replace(" ", "_"): column for column in CSV_COLUMNS}
SEPARATOR_LINE = re.compile(r'"?sep=(.)"?\r?\n', re.IGNORECASE)  # written by Excel and for it


def csv_objects(path: Path) -> tuple[list[str], list[Record]]:
    """The header, and the rows by its names; a row of another length has only that fault. Raises GoldError if the file
    is not CSV."""
    text = read_text(path)
    declared = SEPARATOR_LINE.match(text)
    text = text[declared.end() :] if declared else text
    csv.field_size_limit(max(csv.field_size_limit(), len(text)))
    reader = csv.reader(StringIO(text, newline=""), delimiter=declared[1] if declared else separator(text), strict=True)
    above = 1 if declared else 0  # lines that the reader does not count
    try:
        header, rows = [name.strip() for name in next(reader, [])], list[tuple[str, list[str]]]()
        line = above + reader.line_num + 1
        for row in reader:
            if any(cell.strip() for cell in row):
                rows.append((f"{path}, line {line}", [cell.strip() for cell in row]))
            line = above + reader.line_num + 1
    except csv.Error as error:
        raise GoldError(
            [f"{path}, line {above + reader.line_num}: not CSV ({error}); quote cells, double quotes in them"]
        ) from error
    if header and not header[0] and all(row[0].isdecimal() for _, row in rows):  # the index of a data frame
        header, rows = header[1:], [(where, row[1:]) for where, row in rows]
    return header, [_row(where, header, row) for where, row in rows]


def separator(text: str) -> str:
    """Comma, semicolon or tab: the most frequent one in the first line."""
    first = text.split("\n", 1)[0]
    return max(",;\t", key=first.count)


def _row(where: str, header: list[str], row: list[str]) -> Record:
    row = row[: len(header)] if not any(row[len(header) :]) else row
    if len(row) != len(header):
        fault = f"{where}: {len(row)} cells under {len(header)} columns; quote cells that hold a comma"
        return Record(where, {}, faults=[fault])
    if any(cell for name, cell in zip(header, row, strict=True) if not name):
        return Record(where, {}, faults=[f"{where}: a cell under a column without a name; name it or empty the cell"])
    return Record(where, {name: cell for name, cell in zip(header, row, strict=True) if name})


def column(name: str) -> str:
    """The column that a header's cell names, in any case and with spaces for underscores; else the cell."""
    return COLUMN_OF.get("_".join(name.lower().replace("_", " ").split()), name)


def has_columns(header: list[str]) -> bool:
    """Whether rows can be read below it."""
    names = [column(name) for name in header]
    return all(names.count(name) == 1 for name in NEEDED)


def header_faults(path: Path, header: list[str]) -> list[str]:
    """What is wrong with the columns of a file in Ragatta's own form."""
    header = [column(name) for name in header]
    faults = [f"{path}: column {name!r} is missing; add it" for name in NEEDED if name not in header]
    faults += [
        f"{path}: unknown column {name!r}; {suggestion(name, CSV_COLUMNS)}"
        for name in header
        if name and name not in CSV_COLUMNS  # a column without a name may hold nothing: _row
    ]
    return faults + [
        f"{path}: column {name!r} is given twice; remove one" for name in CSV_COLUMNS if header.count(name) > 1
    ]


def csv_record(row: Record, language: str) -> Record:
    """The record of a row of such a file. A missing kind is inferred from the expected output (inferred.py). Bullets
    before only some lines are a fault, unless the kind says that the cell is a text."""
    if row.faults:
        return row
    cells = {column(name): cell for name, cell in row.fields.items()}
    kind, expected = inferred(cells.get("kind", ""), cells["expected_output"], language)
    fields: dict[str, Any] = {"id": cells["id"], "question": cells["question"], "kind": kind}
    if expected:
        fields["expected"] = expected
    if cells.get("split"):
        fields["split"] = cells["split"]
    record = Record(row.where, fields)
    refuse_nothing(record, "expected_output")
    if plain := without_bullet(cells.get("kind", ""), cells["expected_output"]):
        fix = "begin every line of a list with a bullet, or write text in the kind column"
        record.fault("expected_output", f"{plain!r} has no bullet, other lines have; {fix}")
    return record
