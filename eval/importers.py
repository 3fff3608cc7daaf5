"""Questions files by their ending, and the CSV form: columns id, question, expected_output. A cell is taken
as written.
"""

from __future__ import annotations

import csv
from collections.abc import Callable
from io import StringIO
from pathlib import Path
from typing import Any

from eval.numbers import close_up, only_number
from eval.records import ITEMS_OR_TEXT, GoldError, Record, read_text
from eval.written_yaml import read_yaml
from pipeline.techniques import suggestion

_BULLETS = ("* ", "- ", "• ")
# "PDF Folder" says where the documents lay at the source; nothing here depends on it.
CSV_COLUMNS = ("id", "question", "expected_output", "PDF Folder", "kind", "split")


def read_records(path: Path) -> list[Record]:
    """The records of a questions file, YAML or CSV by its ending. Raises GoldError if it cannot be read."""
    readers: dict[str, Callable[[Path], list[Record]]] = {
        ".yaml": read_yaml,
        ".yml": read_yaml,
        ".csv": read_csv,
    }
    if path.suffix.lower() not in readers:
        raise GoldError([f"{path}: gold questions are a .yaml or a .csv file; rename or convert it"])
    records = readers[path.suffix.lower()](path)
    if not records:
        raise GoldError([f"{path}: no questions in it; add one"])
    return records


def read_csv(path: Path) -> list[Record]:
    """Columns id, question, expected_output; optionally kind and split. Without a kind it follows from the
    expected output: lines that begin with a bullet are a list, an amount or number is a number, yes or no a
    yes_no. A lone "- 5.2%" is a negative number. Bullets before some lines alone are a fault, unless the kind
    says that the whole is a text."""
    text = read_text(path)
    reader = csv.reader(StringIO(text, newline=""), delimiter=_separator(text), strict=True)
    try:
        names = {name.lower(): name for name in CSV_COLUMNS}
        header = [names.get(column.strip().lower(), column.strip()) for column in next(reader, [])]
        _check_header(path, header)
        records = []
        line = reader.line_num + 1
        for row in reader:
            if any(cell.strip() for cell in row):
                records.append(_csv_record(f"{path}, line {line}", header, row))
            line = reader.line_num + 1
    except csv.Error as error:
        raise GoldError(
            [f"{path}, line {reader.line_num}: not CSV ({error}); quote cells, double quotes in them"]
        ) from error
    return records


def _separator(text: str) -> str:
    """Comma, or what spreadsheets of other languages write: the one that the first line holds most of."""
    first = text.split("\n", 1)[0]
    return max(",;\t", key=first.count)


def _check_header(path: Path, header: list[str]) -> None:
    faults = [f"{path}: column {name!r} is missing; add it" for name in CSV_COLUMNS[:3] if name not in header]
    faults += [
        f"{path}: unknown column {name!r}; {suggestion(name, CSV_COLUMNS)}"
        for name in header
        if name not in CSV_COLUMNS
    ]
    faults += [
        f"{path}: column {name!r} stands there twice; remove one" for name in CSV_COLUMNS if header.count(name) > 1
    ]
    if faults:
        raise GoldError(faults)


def _csv_record(where: str, header: list[str], row: list[str]) -> Record:
    if len(row) != len(header):
        fault = f"{where}: {len(row)} cells under {len(header)} columns; quote cells that hold a comma"
        return Record(where, {}, faults=[fault])
    cells = dict(zip(header, (cell.strip() for cell in row), strict=True))
    kind, text = cells.get("kind", ""), cells["expected_output"]
    expected: list[str] | str = _expected(text) if kind in ("", "list", *ITEMS_OR_TEXT) else text
    if not kind and (amount := _negative(text)):
        expected = amount
    fields: dict[str, Any] = {"id": cells["id"], "question": cells["question"]}
    fields["kind"] = kind or _kind(expected)
    if expected:
        fields["expected"] = expected
    if cells.get("split"):
        fields["split"] = cells["split"]
    record = Record(where, fields)
    if isinstance(expected, str) and kind in ("", "list") and (plain := _without_bullet(text)):
        fix = "begin every line of a list with a bullet, or write text in the kind column"
        record.fault("expected_output", f"{plain!r} has no bullet, other lines have; {fix}")
    return record


def _expected(text: str) -> list[str] | str:
    """The items if every line has a bullet, else the text."""
    lines = _lines(text)
    if lines and all(line.startswith(_BULLETS) for line in lines):
        return [line[2:].strip() for line in lines]
    return text


def _negative(text: str) -> str:
    """The negative number that a lone "- 5.2%" is; empty if it is something else."""
    amount = "-" + text.removeprefix("- ").strip()
    return amount if text.startswith("- ") and only_number(close_up(amount)) else ""


def _without_bullet(text: str) -> str:
    """The first line without a bullet, where another has one; else empty."""
    bulleted = [line.startswith(_BULLETS) for line in _lines(text)]
    return _lines(text)[bulleted.index(False)] if any(bulleted) and not all(bulleted) else ""


def _lines(text: str) -> list[str]:
    return [line.strip() for line in text.splitlines() if line.strip()]


def _kind(expected: list[str] | str) -> str:
    if isinstance(expected, list):
        return "list"
    if only_number(close_up(expected)):
        return "number"
    return "yes_no" if expected.lower().rstrip(".") in ("yes", "no") else "text"
