"""The rows of calibration.csv: how often answers of each stated confidence are right.

Only answered questions count: a refusal states no confidence in an answer. An answer counts with its score: one that is
partly right counts in part, one whose verdict is undecided as its guess.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import Any

from ragatta.eval.clusters import clusters
from ragatta.eval.statistics import Clusters, mean_interval
from ragatta.experiments.writing.summary import Run, Scored
from ragatta.pipeline.agents.trace import ALIGNMENT

LEVELS = ("high", "medium", "low")


def confidence_rows(run: Run) -> list[dict[str, Any]]:
    """A row for each confidence that any answer states, the highest first; none of a system outside, which states
    none."""
    found: dict[str, list[Scored]] = defaultdict(list)
    for row in run.rows:
        if row.entry.status == "answered" and not _from_outside(row):
            found[row.entry.record["confidence"]].append(row)
    together = clusters((row.question for row in run.rows), run.point.config.comparison.cluster)
    return [
        {"variation": run.point.label, "confidence": level, **_figures(found[level], together)}
        for level in LEVELS
        if level in found
    ]


def _figures(rows: Sequence[Scored], together: Clusters) -> dict[str, Any]:
    scores: dict[str, list[float]] = defaultdict(list)
    for row in rows:
        scores[row.question.id].append(row.scores["score"] or 0.0)
    right = mean_interval(scores, together)
    return {
        "questions": len(scores),
        "answers": len(rows),
        "undecided": sum(bool(row.undecided) for row in rows),
        "right": right.mean,
        "right_ci_low": right.low,
        "right_ci_high": right.high,
    }


def _from_outside(row: Scored) -> bool:
    return any(step["name"] == ALIGNMENT for step in row.entry.record["steps"])
