"""Finders of tables on the pages of a PDF: Ragatta's own, and pdfplumber with two settings.

pdfplumber is installed for this benchmark alone: `pip install pdfplumber`.
"""

from __future__ import annotations

import logging
import time
from collections import defaultdict
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from typing import Any

from benchmarks.table_scores import Cells, PageTable
from ragatta.experiments.faults import Fault
from ragatta.pipeline.tables.document import read_tables

OURS, RULED, BEST = "ours", "pdfplumber, default", "pdfplumber, text where nothing is ruled"
# Of the thresholds tried on one dataset of `filings` (1 to 15 words; snap, join and intersection tolerances change
# nothing) this one finds most rows; pdfplumber's own is 3.
TEXT = {"vertical_strategy": "text", "horizontal_strategy": "text", "min_words_vertical": 6}


@dataclass
class Finding:
    """The tables that one finder found in one document, and the seconds of processor time that it took."""

    tables: list[PageTable] = field(default_factory=list)
    seconds: float = 0.0


def find_all(path: Path) -> dict[str, Finding]:
    """What each finder finds in a document."""
    return {OURS: ours(path), **pdfplumber(path)}


def ours(path: Path) -> Finding:
    begun = time.process_time()
    found = []
    for table in filter(None, read_tables(path)):
        pages: dict[int, list[Cells]] = defaultdict(list)
        for row in table.rows:
            pages[row.page].append(row.cells)
        found += [PageTable(page, tuple(rows), table.columns) for page, rows in pages.items()]
    return Finding(found, time.process_time() - begun)


def pdfplumber(path: Path) -> dict[str, Finding]:
    """With each setting. A page's characters are read once, and their time counts for both."""
    ruled, best = Finding(), Finding()
    logging.getLogger("pdfminer").setLevel(logging.ERROR)  # it warns of every odd font
    with _pdfplumber().open(path) as pdf:
        for page in pdf.pages:
            begun = time.process_time()
            own = _tables(page, {})
            seconds = time.process_time() - begun
            ruled.tables += own
            ruled.seconds += seconds
            best.tables += [table for table in own if _is_one(table)] or _tables(page, TEXT)
            best.seconds += time.process_time() - begun
            page.close()
    return {RULED: ruled, BEST: best}


def _tables(page: Any, settings: dict[str, Any]) -> list[PageTable]:
    rows = ([tuple(cell or "" for cell in row) for row in table] for table in page.extract_tables(settings))
    return [PageTable(page.page_number, tuple(table)) for table in rows]


def _is_one(table: PageTable) -> bool:
    """Whether it is more than a box around text: a row has text in two columns."""
    return any(sum(map(bool, row)) > 1 for row in table.rows)


def _pdfplumber() -> Any:
    try:
        return import_module("pdfplumber")
    except ModuleNotFoundError as missing:
        raise Fault("pdfplumber is not installed; pip install pdfplumber") from missing
