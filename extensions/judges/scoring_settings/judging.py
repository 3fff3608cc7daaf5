"""Which model judges answers, and what of them."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Self

from ragatta.eval.core_scoring import CoreScoring
from ragatta.pipeline.llm.backend import LLM, usual_backend
from ragatta.pipeline.plugins.checks import at_least


@dataclass
class WithJudge(CoreScoring):
    """As the module says."""

    judge: bool = False
    judged: bool = False  # faithfulness, answer relevancy, context precision and recall, nugget recall
    judge_llm: LLM = field(default_factory=usual_backend)  # chosen by scoring/judge_llm=, never the sweep's by itself
    judge_max_tokens: int = 256  # of a judgement
    judged_max_tokens: int = 1024  # of a reply on claims, nuggets or passages

    def asked_model(self) -> LLM | None:
        return self.judge_llm if self.judge or self.judged else super().asked_model()

    def without_model(self) -> Self:
        return replace(super().without_model(), judge=False, judged=False)

    def problems(self) -> list[str]:
        return super().problems() + (self._of_the_judge() if self.judge or self.judged else [])

    def _of_the_judge(self) -> list[str]:
        asked = f"scoring.{'judge' if self.judge else 'judged'}"
        if not self.judge_llm.ASKS_A_MODEL:
            name = self.judge_llm.name
            return [f"{asked}: {name} is not a model; choose one, scoring/judge_llm=ollama, openai or smollm2"]
        found = [problem.replace("llm.", "scoring.judge_llm.") for problem in self.judge_llm.problems()]
        found += at_least("scoring.judge_max_tokens", self.judge_max_tokens, 1)
        return found + at_least("scoring.judged_max_tokens", self.judged_max_tokens, 1)
