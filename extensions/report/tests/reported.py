"""What the report says of a sweep that is written for it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from ragatta.experiments.results.reading import open_sweep
from ragatta.extensions.report.contents import contents
from ragatta.extensions.report.corpora import Reading
from standins.sweeps import Sweep

Contents = dict[str, Any]


def report(sweep: Sweep, folder: Path) -> Contents:
    if not folder.exists():
        sweep.write(folder)
    return contents(open_sweep(str(folder)), lambda _: Reading(sweep.corpus))


def rising(labels: str, step: int) -> dict[tuple[str, str, int], float]:
    """Of 24 questions the first variation has eight right, each next one `step` more."""
    return {(v, f"Q_{q}", 0): float(q <= 8 + step * n) for n, v in enumerate(labels) for q in range(1, 25)}
