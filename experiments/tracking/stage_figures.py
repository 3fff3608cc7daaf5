"""The figures of stages.csv, calls.csv and calibration.csv under the names that MLflow shows them by."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping

from ragatta.experiments.showing.results import SweepResult

LATENCIES = tuple(f"{time}_latency_{share}_s" for time in ("live", "replayed") for share in ("p50", "p95"))


def stage_figures(sweep: SweepResult, label: str) -> dict[str, float]:
    """`stages/<stage>/<latency>`, `calls/<stage>/<task>` (an answer), `confidence/<level>/right` and `answers` of a
    variation, and `<stage>_peak_mb` of indexing and asking. None of a sweep of before these tables."""
    found: dict[str, float] = defaultdict(float)
    for row in _rows(sweep, "stages.csv", label):
        if row["measured"] == "answers":
            found |= {f"stages/{row['stage']}/{name}": float(row[name]) for name in LATENCIES if row[name]}
        else:
            found[f"{row['stage']}_peak_mb"] = float(row["peak_mb"])
    for row in _rows(sweep, "calls.csv", label):  # a row a model
        found[f"calls/{row['stage']}/{row['task']}"] += float(row["calls_per_answer"])
    for row in _rows(sweep, "calibration.csv", label):
        found |= {f"confidence/{row['confidence']}/{name}": float(row[name]) for name in ("right", "answers")}
    return dict(found)


def _rows(sweep: SweepResult, name: str, label: str) -> Iterator[Mapping[str, str]]:
    return (row for row in sweep.later_table(name) if row["variation"] == label)
