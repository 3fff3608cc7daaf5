"""CUAD's labels as they are published: for each contract and type of clause the words that lawyers marked."""

from __future__ import annotations

import ast
import csv
import json
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import yaml

HERE = Path(__file__).parent
DERIVED = "evidence_pages_derived.jsonl"
PagesSaid = Mapping[tuple[str, str], Mapping[str, int]]  # (contract, category) → beginning of a clause → page, from 1


@dataclass(frozen=True)
class Label:
    """What a contract says of one category: the marked spans (none: it is absent), and the answer that the lawyers put
    into a common form, which is "Yes", "No", a date, a name, or empty."""

    category: str
    spans: tuple[str, ...]
    answer: str


@dataclass(frozen=True)
class Contract:
    file: str
    labels: tuple[Label, ...]


@lru_cache(maxsize=1)
def categories() -> dict[str, dict[str, str]]:
    """The 41 categories by their column, each with its two questions: `present` and `clause`."""
    read: dict[str, dict[str, str]] = yaml.safe_load((HERE / "categories.yaml").read_text(encoding="utf-8"))
    return read


def read_contracts(path: Path) -> list[Contract]:
    """The rows of master_clauses.csv. The column behind a category's holds its answer. Raises ValueError where a
    category's column is missing or a cell is no list."""
    with path.open(encoding="utf-8-sig", newline="") as stream:
        rows = list(csv.reader(stream))
    columns = {name.strip(): at for at, name in enumerate(rows[0])} if rows else {}
    if missing := [name for name in categories() if name not in columns]:
        raise ValueError(f"no column {missing[0]!r}")
    name_at = columns.get("pdf_file", columns["Filename"])
    return [
        Contract(row[name_at], tuple(_label(name, row[columns[name]], row[columns[name] + 1]) for name in categories()))
        for row in rows[1:]
    ]


def read_pages_said(path: Path) -> PagesSaid:
    """The page of each clause's beginning, counted from 1 (the file counts from 0); none where there is no such
    file."""
    said: dict[tuple[str, str], dict[str, int]] = defaultdict(dict)
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    for row in map(json.loads, filter(str.strip, lines)):
        said[row["pdf_file"], row["category"]][row["clause"]] = row["page_index"] + 1
    return said


def _label(category: str, cell: str, answer: str) -> Label:
    spans = ast.literal_eval(cell) if cell.strip() else []
    if not isinstance(spans, list):
        raise ValueError(f"{category}: {cell[:40]!r} is no list")
    return Label(
        category, tuple(dict.fromkeys(str(span).strip() for span in spans if str(span).strip())), answer.strip()
    )
