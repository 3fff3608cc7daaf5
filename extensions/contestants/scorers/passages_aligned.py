"""The share of a system's passages that were found in the PDFs. The others are counted, and never guessed.

Below 1, evidence and page recall may be too low: what stands in a passage that was not found does not count.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from ragatta.eval.metrics import Metric
from ragatta.eval.scorers import Given, Scorer
from ragatta.eval.trace import all_steps, details


@dataclass(frozen=True)
class PassagesAligned(Scorer):
    metrics: ClassVar[tuple[Metric, ...]] = (
        Metric(
            "passages_aligned",
            "share of the passages of a system outside that were found in the documents",
            applies_to="systems outside that return passages",
            place=140,
        ),
    )

    def score(self, given: Given) -> dict[str, float | None]:
        """None for an architecture that searches by itself, and where there are no passages."""
        if given.answer.status == "failed":
            return {}
        recorded = [one for passages in details(all_steps(given.answer), "passages") for one in passages or ()]
        return {"passages_aligned": sum(bool(one["stands_on"]) for one in recorded) / len(recorded)} if recorded else {}
