"""The settings of scoring that are not an extension's."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, fields, replace
from typing import Any, Self

from ragatta.eval.answers.number_rules import RULES
from ragatta.eval.metrics import Metric
from ragatta.eval.record.applied import ERROR
from ragatta.pipeline.llm.backend import LLM
from ragatta.pipeline.plugins.checks import at_least
from ragatta.pipeline.plugins.registry import suggestion


@dataclass  # unfrozen: a schema of the configuration
class CoreScoring:
    """The settings of scoring: tolerances, and the optional metrics to compute. An extension adds to them (score.py),
    such as a model that its metrics ask."""

    number_tolerance: float = 0.0  # a share of the expected value: 0.01 takes 598 to 610 for 604
    # The rules by which a figure may be right without being equal (eval/answers/number_rules.py); leave out any.
    number_rules: list[str] = field(default_factory=lambda: [*RULES])
    # The share of decided texts that people may judge otherwise, on answers like those recorded (eval/record/).
    error: float = ERROR
    components: bool = True  # where a gold question has them
    cutoff: int = 10  # passages, the best first, of ndcg, passage_precision and passage_recall
    semantic_similarity: bool = False

    def computes(self, metric: Metric) -> bool:
        """Whether a metric is computed: always, or on request."""
        return not metric.on_request or bool(getattr(self, metric.on_request, False))

    def asked_model(self) -> LLM | None:
        """The model that the computed metrics ask, if any does."""
        return None

    def without_model(self) -> Self:
        """The same without the metrics that ask a model."""
        return self

    def models(self) -> dict[str, LLM]:
        """Its settings that are models, asked or not, by name."""
        return {each.name: llm for each in fields(self) if isinstance(llm := getattr(self, each.name), LLM)}

    def with_models(self, changed: Callable[[LLM], LLM]) -> Self:
        """The same with each of its models changed."""
        models: dict[str, Any] = {name: changed(llm) for name, llm in self.models().items()}
        return replace(self, **models)

    def calls(self, answers: int, questions: int) -> int:
        """The calls of the model at most, without repairs."""
        from ragatta.eval.scorers import scorers  # slow: it imports all that scores

        asking = [one for one in scorers().values() if any(map(self.computes, one.metrics))]
        return sum(one.calls(answers, questions) for one in asking) if self.asked_model() else 0

    def problems(self) -> list[str]:
        """The faults of these settings, each with its fix."""
        found = []
        if not 0 <= self.number_tolerance < 1:
            found.append(f"scoring.number_tolerance ({self.number_tolerance}) must be a share, from 0 to below 1")
        if not 0 <= self.error <= 1:
            found.append(f"scoring.error ({self.error}) must be a share, from 0 to 1")
        found += [
            f"scoring.number_rules: no rule {name!r}; {suggestion(name, RULES)}"
            for name in self.number_rules
            if name not in RULES
        ]
        return found + at_least("scoring.cutoff", self.cutoff, 1)
