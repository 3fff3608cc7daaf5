"""Retrieve once, answer: no router, no planner. The control for every other architecture.

"Naive RAG" in the survey of Gao et al. 2023 (arXiv:2312.10997).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from ragatta.pipeline.agents.answering.orchestrator import Orchestrator
from ragatta.pipeline.agents.searching.retriever import search_once
from ragatta.pipeline.agents.toolbox import Toolbox
from ragatta.pipeline.architectures._searching import Searching
from ragatta.pipeline.types import Answer, AskedQuestion, ExecutionResult


@dataclass(frozen=True)
class SinglePass(Searching):
    """As the module says."""

    UNSUPPORTED: ClassVar[tuple[str, ...]] = ("compare", "filter", "clarify", "unsafe")
    orchestrator: Orchestrator = Orchestrator()

    def calls(self, documents: int) -> int:
        """One model call: the answer."""
        return 1

    def retrieve(self, asked: AskedQuestion, tools: Toolbox) -> ExecutionResult:
        """One search with the question's own words over every document in its scope."""
        with tools.stage("retriever") as stage:
            return search_once(asked, tools, stage)

    def answer(self, asked: AskedQuestion, tools: Toolbox) -> Answer:
        """The answer with the context it was written from. If the scope contains no document: no_information.
        Raises ModelError."""
        found = self.retrieve(asked, tools)
        with tools.stage("orchestrator") as stage:
            return self.orchestrator.write(asked.question, found, tools, stage)
