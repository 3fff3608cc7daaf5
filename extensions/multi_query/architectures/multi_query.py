"""Decompose → search each sub-question → answer them in one call: separate answers, and a comparison if the question
asks for one. A question with one part gets one search and one answer, exactly as without the decomposer.

A question decomposed before retrieval, as in Ammann, Golde and Akbik 2025 (arXiv:2507.00355). See
extensions/multi_query/README.md.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import ClassVar

from ragatta.extensions.multi_query.agents.decomposer import Decomposer
from ragatta.extensions.multi_query.agents.multi_answer import answer_each, instructions
from ragatta.extensions.multi_query.agents.need import Allotment
from ragatta.extensions.multi_query.agents.parallel_retriever import plan_each, search_each
from ragatta.pipeline.agents.answering.orchestrator import Orchestrator
from ragatta.pipeline.agents.routing.scope import in_scope
from ragatta.pipeline.agents.toolbox import Toolbox
from ragatta.pipeline.architecture import Architecture
from ragatta.pipeline.retrieval.queries.plain import Plain
from ragatta.pipeline.retrieval.query_preparation import Queries
from ragatta.pipeline.retrieval.reranker import Reranker
from ragatta.pipeline.retrieval.rerankers.none import Unranked
from ragatta.pipeline.retrieval.searches.hybrid import Hybrid
from ragatta.pipeline.retrieval.window import Window
from ragatta.pipeline.retrieval.windows.fixed import Fixed
from ragatta.pipeline.types import Answer, AskedQuestion, ExecutionResult


@dataclass(frozen=True)
class MultiQuery(Architecture):
    """As the module says."""

    HELPS: ClassVar[tuple[str, ...]] = ("planning",)
    OPTIONS_OF: ClassVar[Mapping[str, str]] = {"multi_answer": "orchestrator"}
    UNSUPPORTED: ClassVar[tuple[str, ...]] = ("filter", "clarify", "unsafe")
    queries: Queries = Plain()
    reranker: Reranker = Unranked()
    window: Window = Fixed()
    search: Hybrid = Hybrid()
    decomposer: Decomposer = Decomposer()
    multi_query: Allotment = Allotment()
    orchestrator: Orchestrator = Orchestrator()

    def calls(self, documents: int) -> int:
        """The most model calls per question, without repairs: one of the decomposer, and one for the answer."""
        return self.decomposer.enabled + 1

    def retrieve(self, asked: AskedQuestion, tools: Toolbox) -> ExecutionResult:
        """A step with its hits for each sub-question, all within the question's scope. Raises ModelError."""
        with tools.stage("decomposer") as stage:
            documents = in_scope(asked, tools, stage)
            sub_questions = self.decomposer.decompose(asked.question, tools, stage) if documents else ()
        with tools.stage("retriever") as stage:
            plan = plan_each(asked.question, sub_questions, documents)
            return search_each(plan, self.search, self.multi_query, tools, stage)

    def answer(self, asked: AskedQuestion, tools: Toolbox) -> Answer:
        """The answer with the context it was written from, and `sub_answers` if the question has several parts. If the
        scope contains no document: no_information. Raises ModelError."""
        found = self.retrieve(asked, tools)
        budget = min(self.multi_query.context_tokens, tools.context_tokens)
        within = replace(tools, context_tokens=budget)
        with tools.stage("orchestrator") as stage:
            if len(found.plan.steps) > 1:
                written = answer_each(found, self.orchestrator, self.multi_query, within, stage)
            else:
                written = self.orchestrator.write(asked.question, found, within, stage, instructions)
            stage.details.update(
                is_multi_query=len(found.plan.steps) > 1,
                sub_queries=[{"id": number, "question": step.query} for number, step in enumerate(found.plan.steps)],
                chunks_used=len(written.context),
            )
            return written

    def searches_at_most(self) -> int:
        """One a sub-question."""
        return self.decomposer.max_sub_questions if self.decomposer.enabled else 1
