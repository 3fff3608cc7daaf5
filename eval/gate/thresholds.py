"""The thresholds of the regression gate: how far a result may drop, and how sure the test must be.

`margin`, `kind_margin`, `context_growth`, `tolerance` and `critical` are keys of expected.yaml; the levels hold for
every gate. docs/regression-gate.md says how they were chosen.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

LEAST = 0.01  # a smaller drop of a mean is none, however sure it is
LEVEL = 0.001  # of the one-sided sign-flip test; rounding on another machine moves questions both ways
MEAN_LEVEL = 0.05  # of the two-sided test of a mean that dropped by more than its margin
KIND_LEVEL = 0.01  # of a kind: there are many kinds
DOUBTFUL_LEVEL, LARGE = 0.1, 0.1  # up to this p value, or beyond this drop, such a mean is at least inconclusive
KIND_DOUBTFUL_LEVEL = 0.1  # of a kind by the one-sided test: of a few questions any drop is large
KIND_QUESTIONS = 8  # a kind with fewer is part of the whole alone
LEAST_LOST = 6  # questions, the fewest whose loss a mean's test can show: 2 of 2^6 sign patterns are as far out
FEW = (
    30  # questions: of fewer no mean shows a drop of LEAST_LOST / FEW, so each is guarded by itself where none is named
)


@dataclass(frozen=True)
class Limits:
    """How far a metric in [0, 1] may drop before the gate reports it. The defaults are those of an entry of
    expected.yaml that says nothing else."""

    margin: float = 0.02  # of a variation's mean
    tolerance: float = 0.05  # of one question
    critical: Mapping[str, float] = field(default_factory=dict)  # questions that may not drop: the tolerance of each
    kind_margin: float = 0.05  # of a variation's mean over one kind of question
    context_growth: float = 0.1  # by how much of its size a variation's mean context may grow
    only_held: bool = False  # whether a critical question is guarded only in what held in all repeats of the record

    @property
    def least(self) -> float:
        """Smaller changes of one question are not reported; a mean cannot drop beyond the margin by these alone."""
        return min(self.margin, self.tolerance)
