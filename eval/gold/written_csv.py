"""The CSV form: columns id, question, expected_output, or the names that other tools use. Cells are used unchanged."""

from __future__ import annotations

import csv
import re
from io import StringIO
from pathlib import Path
from typing import Any

from ragatta.eval.gold.inferred import inferred, without_bullet
from ragatta.eval.gold.records import GoldError, Record, read_text, refuse_nothing
from ragatta.eval.gold.written_jsonl import ALSO_CALLED, CONTEXTS, LEFT_OUT, passages
from ragatta.pipeline.plugins.registry import suggestion
from ragatta.pipeline.text.languages import ENGLISH

# "PDF Folder" says where the documents lay at the source; nothing here depends on it.
CSV_COLUMNS = ("id", "question", "expected_output", "PDF Folder", "kind", "split")
CALLED = {"id": "id", "question": "question", "expected_output": "expected"}  # the fields of these columns
COLUMN_OF = {other: name for name, field in CALLED.items() for other in (field, *ALSO_CALLED[field])}
SEPARATOR_LINE = re.compile(r'"?sep=(.)"?\r?\n', re.IGNORECASE)  # written by Excel and for it


def read_csv(path: Path, language: str = ENGLISH) -> list[Record]:
    """Columns id, question, expected_output; optionally kind and split. A missing kind is inferred from the expected
    output (inferred.py). Bullets before only some lines are a fault, unless the kind says that the cell is a text.
    Raises GoldError if the file is not such a CSV."""
    text = read_text(path)
    declared = SEPARATOR_LINE.match(text)
    text = text[declared.end() :] if declared else text
    reader = csv.reader(StringIO(text, newline=""), delimiter=declared[1] if declared else separator(text), strict=True)
    above = 1 if declared else 0  # lines that the reader does not count
    try:
        header = [_column(name) for name in next(reader, [])]
        _check_header(path, header)
        records = []
        line = above + reader.line_num + 1
        for row in reader:
            if any(cell.strip() for cell in row):
                records.append(_csv_record(f"{path}, line {line}", header, row, language))
            line = above + reader.line_num + 1
    except csv.Error as error:
        raise GoldError(
            [f"{path}, line {above + reader.line_num}: not CSV ({error}); quote cells, double quotes in them"]
        ) from error
    return records


def _column(name: str) -> str:
    """The column that a header's cell names, in any case and with spaces for underscores; else the cell."""
    known = COLUMN_OF | {column.lower().replace(" ", "_"): column for column in CSV_COLUMNS}
    known |= {name: name for name in (*CONTEXTS, *LEFT_OUT)}
    return known.get("_".join(name.lower().replace("_", " ").split()), name.strip())


def separator(text: str) -> str:
    """Comma, semicolon or tab: the most frequent one in the first line."""
    first = text.split("\n", 1)[0]
    return max(",;\t", key=first.count)


def _check_header(path: Path, header: list[str]) -> None:
    faults = [
        f"{path}: column {name!r} is missing; add it"
        for name in CSV_COLUMNS[:3]
        if name not in header and not (name == "id" and {*CONTEXTS} & {*header})
    ]
    faults += [
        f"{path}: unknown column {name!r}; {suggestion(name, CSV_COLUMNS)}"
        for name in header
        if name
        and name not in (*CSV_COLUMNS, *CONTEXTS, *LEFT_OUT)  # a column without a name may hold nothing: _csv_record
    ]
    faults += [f"{path}: column {name!r} is given twice; remove one" for name in CSV_COLUMNS if header.count(name) > 1]
    if faults:
        raise GoldError(faults)


def _csv_record(where: str, header: list[str], row: list[str], language: str) -> Record:
    if len(row) != len(header):
        fault = f"{where}: {len(row)} cells under {len(header)} columns; quote cells that hold a comma"
        return Record(where, {}, faults=[fault])
    if any(cell.strip() for name, cell in zip(header, row, strict=True) if not name):
        return Record(where, {}, faults=[f"{where}: a cell under a column without a name; name it or empty the cell"])
    cells = dict(zip(header, (cell.strip() for cell in row), strict=True))
    kind, expected = inferred(cells.get("kind", ""), cells["expected_output"], language)
    fields: dict[str, Any] = {"id": cells.get("id", ""), "question": cells["question"], "kind": kind}
    if expected:
        fields["expected"] = expected
    if cells.get("split"):
        fields["split"] = cells["split"]
    record = Record(where, fields, contexts=[text for name in CONTEXTS for text in passages(cells.get(name))])
    refuse_nothing(record, "expected_output")
    if plain := without_bullet(cells.get("kind", ""), cells["expected_output"]):
        fix = "begin every line of a list with a bullet, or write text in the kind column"
        record.fault("expected_output", f"{plain!r} has no bullet, other lines have; {fix}")
    return record
