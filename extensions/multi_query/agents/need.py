"""How many hits, and how much of the context, each sub-question is given: one share, or two where it asks for a
list."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from ragatta.pipeline.agents.agent import Settings
from ragatta.pipeline.plugins.checks import one_of
from ragatta.pipeline.plugins.former import Former
from ragatta.pipeline.plugins.technique import tried
from ragatta.pipeline.text.enumeration import is_enumeration


@dataclass(frozen=True)
class Allotment(Settings):
    """As the module says."""

    FORMER: ClassVar[Mapping[str, Former]] = {"candidates": Former(40, "reranker.candidates")}
    keep: int = tried(6, retrieval=(12,), context=(3,))  # hits of a sub-question, of its reranker.candidates
    context_tokens: int = 4000  # context_tokens where that is less
    allot: str = "rank"  # the best hits first; or need: to a sub-question for a list twice as many, and tokens

    def shares(self, asked: Sequence[str]) -> tuple[int, ...]:
        """A number for each of several sub-questions; empty if the context is not allotted by need, or there is one."""
        by_need = self.allot == "need" and len(asked) > 1
        return tuple(2 if is_enumeration(one) else 1 for one in asked) if by_need else ()

    def problems(self, key: str) -> list[str]:
        """As Settings says."""
        return [*super().problems(key), *one_of(f"{key}.allot", self.allot, ("rank", "need"))]
