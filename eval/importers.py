"""Reads questions files, by file name extension."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from ragatta.eval.records import GoldError, Record
from ragatta.eval.written_csv import read_csv
from ragatta.eval.written_jsonl import read_jsonl
from ragatta.eval.written_yaml import read_yaml

READERS: dict[str, Callable[[Path], list[Record]]] = {
    ".yaml": read_yaml,
    ".yml": read_yaml,
    ".csv": read_csv,
    ".jsonl": read_jsonl,
}


def read_records(path: Path) -> list[Record]:
    """The records of a questions file: YAML, CSV or JSONL. Raises GoldError if it cannot be read."""
    if path.suffix.lower() not in READERS:
        raise GoldError([f"{path}: gold questions are a .yaml, a .csv or a .jsonl file; rename or convert it"])
    records = READERS[path.suffix.lower()](path)
    if not records:
        raise GoldError([f"{path}: no questions in it; add one"])
    return records
