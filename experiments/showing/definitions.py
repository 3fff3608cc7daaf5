"""What each metric measures, in a sentence with its source: for readers of the report. docs/scoring.md says more."""

from __future__ import annotations

from collections.abc import Iterable

from ragatta.eval.scorers import declared


def definitions(metrics: Iterable[str], cutoff: int) -> dict[str, str]:
    """Of the metrics that scorers declare."""
    known = declared()
    return {name: known[name].described(cutoff) for name in metrics if name in known}
