"""Router → Planner → Retriever → Orchestrator: choose documents, plan searches, search, answer.

A plan that calculates goes another way: its steps bind values, which means that each reads one, and code computes the
answer from them (docs/parts.md#calculations).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from ragatta.pipeline.agents.answering.missing import Missing
from ragatta.pipeline.agents.answering.orchestrator import Orchestrator
from ragatta.pipeline.agents.calculating.bindings import Binding
from ragatta.pipeline.agents.calculating.calculation import answer_bound, known, source_mark
from ragatta.pipeline.agents.calculating.step_execution import Find, bind, binds, most_calls, most_searches
from ragatta.pipeline.agents.planning.planner import Planner
from ragatta.pipeline.agents.routing.router import TITLES, Router
from ragatta.pipeline.agents.routing.summarizer import Summarizer
from ragatta.pipeline.agents.searching.other_documents import execute_beyond
from ragatta.pipeline.agents.searching.retriever import find
from ragatta.pipeline.agents.toolbox import Toolbox
from ragatta.pipeline.agents.trace import Stage
from ragatta.pipeline.architectures._searching import Searching
from ragatta.pipeline.types import Answer, AskedQuestion, ExecutionResult, RetrievalPlan, RetrievalResult, RetrievalStep


@dataclass(frozen=True)
class RouterPlanner(Searching):
    """Its agents; the summarizer writes what the router reads before the first question is asked."""

    OPTIONS_OF: ClassVar[Mapping[str, str]] = {"step_execution": "planner"}
    UNSUPPORTED: ClassVar[tuple[str, ...]] = ("compare", "filter", "clarify", "unsafe")
    summarizer: Summarizer = Summarizer()
    router: Router = Router()
    planner: Planner = Planner()
    missing: Missing = Missing()
    orchestrator: Orchestrator = Orchestrator()

    def calls(self, documents: int) -> int:
        """The most model calls per question over so many documents, without repairs: those of the router if there is a
        choice, one of the planner, those that read the values of a plan, and one of the orchestrator, unless code
        computes the answer from the values."""
        routed = self.router.kind == "llm" and documents > self.router.top_k_docs
        return self.router.steps * routed + 1 + most_calls(self.planner.max_steps) + 1

    def retrieve(self, asked: AskedQuestion, tools: Toolbox) -> ExecutionResult:
        """Everything before the answer is written: the plan and the hits of its steps, all within the question's scope.
        Raises ModelError."""
        documents, plan = self._planned(asked, tools)
        with tools.stage("retriever") as stage:
            if binds(plan):
                return self._binding(plan, asked, documents, tools, stage).found
            return execute_beyond(plan, asked, documents, self.router.beyond, tools, stage)

    def answer(self, asked: AskedQuestion, tools: Toolbox) -> Answer:
        """The answer with the context it was written from. If the scope contains no document: no_information, or a
        question back (`missing`). Raises ModelError."""
        documents, plan = self._planned(asked, tools)
        if binds(plan):
            return self._computed(plan, asked, documents, tools)
        with tools.stage("retriever") as stage:
            found = execute_beyond(plan, asked, documents, self.router.beyond, tools, stage)
        with tools.stage("orchestrator") as stage:
            return self.missing.settled(self.orchestrator.write(asked.question, found, tools, stage), stage)

    def _planned(self, asked: AskedQuestion, tools: Toolbox) -> tuple[tuple[str, ...], RetrievalPlan]:
        with tools.stage("router") as stage:
            documents = self.router.route(asked, tools, stage)
        with tools.stage("planner") as stage:
            return documents, self.planner.plan(asked.question, documents, tools, stage)

    def _computed(self, plan: RetrievalPlan, asked: AskedQuestion, documents: Sequence[str], tools: Toolbox) -> Answer:
        """The answer of a plan that binds values: finds the values, then code computes the answer."""
        with tools.stage("retriever") as stage:
            binding = self._binding(plan, asked, documents, tools, stage)
        with tools.stage("orchestrator") as stage:
            if not plan.calculation or (plan.is_look_up and not binding.ruled):
                written = self.orchestrator.write(plan.question, binding.found, tools, stage, lambda _: known(binding))
            else:
                again = self._find(asked, documents, tools, stage)

                def find_rule(step: RetrievalStep, wider: bool) -> RetrievalResult:
                    return again(step, prose=True, wider=wider)

                written = answer_bound(binding, find_rule, source_mark, tools, stage)
            return self.missing.settled(written, stage)

    def _binding(
        self, plan: RetrievalPlan, asked: AskedQuestion, documents: Sequence[str], tools: Toolbox, stage: Stage
    ) -> Binding:
        find_step = self._find(asked, documents, tools, stage)
        return bind(plan, find_step, tools, stage, self.planner, self.planner.max_steps)

    def _find(self, asked: AskedQuestion, documents: Sequence[str], tools: Toolbox, stage: Stage) -> Find:
        """How a step is searched: in the routed documents, then in the others in scope (for a value with router.beyond:
        in both at once). If there are no others, only among tables, which prose with more of the question's words may
        have displaced."""
        others = tuple(name for name in tools.documents if name not in documents)
        beyond = tuple(name for name in others if not asked.documents or name in asked.documents)

        def found(step: RetrievalStep, *, prose: bool = False, wider: bool = False) -> RetrievalResult:
            # A quantity's table is found by its name, and its row by what the question says of the case.
            about = asked.question if step.binds and asked.question not in step.query else ""
            at_once = self.router.beyond and bool(step.binds) and not prose
            if not wider:
                routed = find(step, documents, tools, stage, prose, about)
                return replace(routed, hits=(*routed.hits, *in_others(step, prose, about).hits)) if at_once else routed
            if tools.tables_apart and not prose and (at_once or not beyond):
                anywhere = replace(step, target_documents=())
                return find(anywhere, (*documents, *beyond), tools, stage, about=about, tables=True)
            return in_others(step, prose, about)

        def in_others(step: RetrievalStep, prose: bool, about: str) -> RetrievalResult:
            if not beyond:
                return RetrievalResult(step, ())
            return find(replace(step, target_documents=()), beyond, tools, stage, prose, about)

        return found

    def unread(self) -> tuple[str, ...]:
        """Nothing is summarized where the router reads titles."""
        return ("summarizer",) if self.router.reads == TITLES else ()

    def searches_at_most(self) -> int:
        """Those of a plan that binds values, which are more than one a step."""
        return most_searches(self.planner.max_steps)
