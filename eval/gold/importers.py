"""Reads questions files, by file name extension."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from ragatta.eval.gold.records import GoldError, Record
from ragatta.eval.gold.written_csv import read_csv
from ragatta.eval.gold.written_jsonl import read_json, read_jsonl
from ragatta.eval.gold.written_yaml import read_yaml
from ragatta.pipeline.text.languages import ENGLISH

READERS: dict[str, Callable[[Path, str], list[Record]]] = {
    ".yaml": lambda path, _: read_yaml(path),
    ".yml": lambda path, _: read_yaml(path),
    ".csv": read_csv,
    ".jsonl": read_jsonl,
    ".json": read_json,
}


def read_records(path: Path, language: str = ENGLISH) -> list[Record]:
    """The records of a questions file: YAML, CSV, JSONL or JSON; `language` is that of records that name none. Raises
    GoldError if it cannot be read."""
    if path.suffix.lower() not in READERS:
        raise GoldError([f"{path}: gold questions are a .yaml, .csv, .jsonl or .json file; rename or convert it"])
    records = READERS[path.suffix.lower()](path, language)
    if not records:
        raise GoldError([f"{path}: no questions in it; add one"])
    return records
