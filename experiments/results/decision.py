"""The decision of a sweep as an object: which variation to take, the facts behind it, and the sentences in which every
output states them (deciding.py makes it, decision_words.py words it)."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field

from ragatta.experiments.counting import counted
from ragatta.experiments.results.cells import readable
from ragatta.experiments.results.hanging import NOTHING_OPEN, Open

WITHIN_MARGIN, HIGHEST_MEAN = "cheapest within the margin", "highest mean"
TAKE, MAY_BE_BEST, WORSE, NO_VERDICT, SAME_RUN = "take", "may be best", "worse", "no verdict", "same"
ONLY = "the only one"
BOUND = "a bound"  # of what was handed parts of the gold


@dataclass(frozen=True)
class Place:
    """A variation in the ranking: its mean with the 95% interval, NaN where it has none, and TAKE, MAY_BE_BEST, WORSE,
    ONLY, NO_VERDICT, SAME_RUN or BOUND."""

    label: str
    mean: float
    low: float
    high: float
    standing: str


@dataclass(frozen=True)
class Decision:
    """By `metric`, over `questions`, of which `placed` have a document (or what else clusters them); each other one is
    one of the `clusters` by itself. `may_be_best`: the set, the highest mean first. `take`: the one to take,
    WITHIN_MARGIN or HIGHEST_MEAN by `by`, "" where none is; `behind`: by how much the best one may be ahead of it,
    infinite where that is not known. `alike`: those of the set that have the same score on every question as another of
    it. `hangs_on`: the open answers (undecided, or not come) on which it hangs in the worst case; `by_drawn`: how many
    verdicts on drawn ones show it all the same (drawing.py). `sentences`, `next_step` and `cautions` say it in words; a
    caution is what could turn it, the worst first."""

    metric: str
    why_metric: str
    ranked: tuple[Place, ...]
    margin: float
    cautions: tuple[str, ...]
    questions: int = 0
    placed: int = 0
    clusters: int = 0
    may_be_best: tuple[str, ...] = ()
    worse: Mapping[str, str] = field(default_factory=dict)
    alike: tuple[tuple[str, ...], ...] = ()
    take: str = ""
    by: str = ""
    behind: float = math.inf
    hangs_on: Open = NOTHING_OPEN
    by_drawn: int = 0
    sentences: tuple[str, ...] = ()
    next_step: str = ""

    @property
    def is_open(self) -> bool:
        """Whether open answers could change it."""
        return any(self.hangs_on) and not self.by_drawn

    @property
    def documents(self) -> int:
        """The clusters that have a name."""
        return self.clusters - (self.questions - self.placed)

    @property
    def basis(self) -> str:
        """Which metric decides, over how many questions, and why that one."""
        if not self.questions:
            return ""
        over = f"By {readable(self.metric)} over {counted(self.questions, 'question')}"
        return f"{over}: {self.why_metric}." if self.why_metric else f"{over}."

    @property
    def lines(self) -> list[str]:
        """The basis with all sentences, and each caution."""
        return [" ".join(filter(None, [self.basis, self.text])), *self.cautions]

    @property
    def text(self) -> str:
        """All sentences as one paragraph."""
        return " ".join(filter(None, [*self.sentences, self.next_step]))
