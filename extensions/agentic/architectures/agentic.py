"""Decompose, plan, search and review in a loop, compose, verify: an agent over buckets, filters and search tools.

The review of what was found is akin to that of corrective RAG (Yan et al. 2024, arXiv:2401.15884). See
extensions/agentic/README.md.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, Literal

from ragatta.extensions.agentic.agents.bound_search import answer_from_steps, bound_plan
from ragatta.extensions.agentic.agents.bucket_router import BucketRouter
from ragatta.extensions.agentic.agents.clarification import (
    Replies,
    adrift,
    ambiguous,
    declined,
    no_results,
    nothing_found,
    overload,
    take_up,
)
from ragatta.extensions.agentic.agents.composer import Composer
from ragatta.extensions.agentic.agents.controller import Controller
from ragatta.extensions.agentic.agents.deep_dive import dive, wants_explanation
from ragatta.extensions.agentic.agents.evidence import Evidence, distinct
from ragatta.extensions.agentic.agents.final_answer import ComposedDraft, verified
from ragatta.extensions.agentic.agents.inquiry import Inquiry, inquire
from ragatta.extensions.agentic.agents.metadata_draft import draft_from_rows, export_draft
from ragatta.extensions.agentic.agents.part_answers import draft_of_parts
from ragatta.extensions.agentic.agents.schema_planner import SchemaPlanner
from ragatta.extensions.agentic.agents.search_planner import SearchPlanner, planned_calls
from ragatta.extensions.agentic.agents.tool_step import call_record, execute
from ragatta.pipeline.agents.annotating.annotator import Annotator
from ragatta.pipeline.agents.calculating.step_execution import most_calls
from ragatta.pipeline.agents.routing.summarizer import Summarizer
from ragatta.pipeline.agents.searching.retriever import hit_record
from ragatta.pipeline.agents.searching.search_tools import SEARCHES
from ragatta.pipeline.agents.searching.tool_specs import SearchTools
from ragatta.pipeline.agents.toolbox import Toolbox
from ragatta.pipeline.agents.trace import Stage
from ragatta.pipeline.architecture import Architecture
from ragatta.pipeline.retrieval.reranker import Reranker
from ragatta.pipeline.retrieval.rerankers.none import Unranked
from ragatta.pipeline.retrieval.window import Window
from ragatta.pipeline.retrieval.windows.fixed import Fixed
from ragatta.pipeline.tasks.agentic import ClarificationDetails, Review, SearchPlan, ToolRequest
from ragatta.pipeline.types import Answer, AskedQuestion, ExecutionResult, RetrievalPlan


@dataclass(frozen=True)
class Agentic(Architecture):
    """As the module says."""

    UNSUPPORTED: ClassVar[tuple[str, ...]] = ("unsafe",)
    OPTIONS_OF: ClassVar[Mapping[str, str]] = {"step_execution": "search_planner"}
    SEARCHES_BY_NAME: ClassVar[tuple[str, ...]] = tuple(SEARCHES.values())
    TAKES_REPLIES: ClassVar[bool] = True  # what the user said to its clarifications
    reranker: Reranker = Unranked()
    window: Window = Fixed()
    summarizer: Summarizer = Summarizer()
    annotator: Annotator = Annotator()
    bucket_router: BucketRouter = BucketRouter()
    schema_planner: SchemaPlanner = SchemaPlanner()
    search_planner: SearchPlanner = SearchPlanner()
    controller: Controller = Controller()
    search_tools: SearchTools = SearchTools()
    composer: Composer = Composer()

    def calls(self, documents: int) -> int:
        """The most model calls per question, without repairs: two for the decomposition, one for the plan, a review
        before every tool call and one after the last, and the answer. A plan that binds values needs further calls to
        read them."""
        most = self.search_planner.max_tool_calls
        return 2 + 1 + most_calls(most) + (most + 1) + 1

    def answer(self, asked: AskedQuestion, tools: Toolbox) -> Answer:
        """The answer with verified citations; `clarify` if filters leave no document or too many. Raises ModelError."""
        if take_up(asked.replies).declined:
            return declined(asked.question)
        inquiry = inquire(asked, self.bucket_router, self.schema_planner, tools)
        if not inquiry.scope:
            return Answer("no_information", "There is no document to search.", limitations="no document is in scope")
        with tools.stage("search_planner") as stage:
            plan = self.search_planner.plan(inquiry.question, inquiry.plan, inquiry.selection, tools, stage)
            steps = bound_plan(inquiry, plan, stage)
        if steps and (calculated := self._calculated(steps, inquiry, plan, tools)):
            return calculated
        with tools.stage("search") as searching:
            found = self.search(inquiry, plan, tools, searching)
        if found.decision.status == "clarify":
            return _ask_back(inquiry, found, tools)
        with tools.stage("composer") as stage:
            draft = self._compose(inquiry, found, tools, stage)
        with tools.stage("verifier") as stage:
            return verified(draft, tools.confidence, stage)

    def retrieve(self, asked: AskedQuestion, tools: Toolbox) -> ExecutionResult:
        """Everything before the answer is composed: the result of each tool call. Raises ModelError."""
        inquiry = inquire(asked, self.bucket_router, self.schema_planner, tools)
        with tools.stage("search_planner") as stage:
            plan = self.search_planner.plan(inquiry.question, inquiry.plan, inquiry.selection, tools, stage)
        with tools.stage("search") as stage:
            found = self.search(inquiry, plan, tools, stage)
        return found.evidence.executed(inquiry.question, plan.strategy)

    def search(self, inquiry: Inquiry, plan: SearchPlan, tools: Toolbox, stage: Stage) -> Searched:
        """The loop: a review, then, while more is wanted and calls are left, a tool call, whose snippets are pruned to
        the budget. The last call is reviewed too."""
        proposals, limits, lost = self._proposals(inquiry, plan, tools)
        situation = inquiry.situation(self.search_tools.overload, lost)
        evidence, decisions = Evidence(), []
        while True:
            proposed = next(iter(proposals[len(evidence.calls) :]), None)
            decision = self.controller.review(inquiry.question, plan, evidence.calls, situation, proposed, tools, stage)
            decisions.append(f"{decision.status}: {decision.reason}")
            if decision.status != "more" or decision.next_tool_call is None:
                break
            if len(evidence.calls) == plan.max_tool_calls:
                stage.note("the model wanted more, but no call is left: the answer is written from the evidence so far")
                break
            result = execute(decision.next_tool_call, self.search_tools, tools, inquiry.searched)
            evidence = evidence.added(decision.next_tool_call, result, tools.context_tokens, tools.count_tokens)
        stage.details.update(
            tool_calls=[call_record(*call) for call in evidence.calls],
            hits=[[hit_record(hit) for hit in hits] for hits in evidence.found],
            filters=distinct([*inquiry.selection.record(), *evidence.filters()]),
            decisions=decisions,
            pruned=list(evidence.pruned),
            relaxations=list(limits),
        )
        return Searched(evidence, decision, limits, lost)

    def _proposals(
        self, inquiry: Inquiry, plan: SearchPlan, tools: Toolbox
    ) -> tuple[list[ToolRequest], tuple[str, ...], str]:
        """The plan's calls. A conceptual question is searched in the documents whose summaries are nearest; then with
        what was relaxed and, if an explanation is asked for, why no summary fits. The user is asked back at most
        once."""
        selected, filters = inquiry.selection.documents, inquiry.selection.constraints
        narrowed = len(selected) < len(inquiry.scope)
        if plan.strategy == "semantic" and inquiry.reads_text:
            deep = dive(inquiry.question, selected, inquiry.searched, tools)
            asks = wants_explanation(inquiry.question, inquiry.plan.intent) and inquiry.replies == Replies()
            lost = deep.adrift(self.search_tools.overload) if asks else ""
            return planned_calls(plan, filters, narrowed, deep.documents), deep.relaxations, lost
        return planned_calls(plan, filters, narrowed), (), ""

    def _calculated(self, steps: RetrievalPlan, inquiry: Inquiry, plan: SearchPlan, tools: Toolbox) -> Answer | None:
        return answer_from_steps(steps, inquiry, plan.max_tool_calls, self.search_planner, self.search_tools, tools)

    def _compose(self, inquiry: Inquiry, searched: Searched, tools: Toolbox, stage: Stage) -> ComposedDraft:
        """The answer from the metadata if that suffices (as a file if the question asks for one), else from the
        evidence."""
        if inquiry.replies.export and inquiry.selection.buckets:
            return export_draft(inquiry, tools, stage)
        if inquiry.parts:
            return draft_of_parts(inquiry, searched.evidence.hits(tools), self.composer, tools, stage)
        if not inquiry.reads_text:
            return draft_from_rows(inquiry, tools, stage)
        reply, context = self.composer.compose(
            inquiry.question, inquiry.plan, searched.evidence.hits(tools), tools, stage
        )
        limits = (*inquiry.selection.refused, *inquiry.relaxed, *searched.limits)
        marks: Literal["shown", "hidden"] = "shown" if inquiry.plan.output_preferences.needs_citations else "hidden"
        return ComposedDraft(reply, context, limits, inquiry.plan.intent, marks=marks)


@dataclass(frozen=True)
class Searched:
    """The evidence and the last decision; `limits` says what was relaxed to find it. `adrift` says why the summaries
    lead to no document, if the user should be asked."""

    evidence: Evidence
    decision: Review
    limits: tuple[str, ...] = ()
    adrift: str = ""


def _ask_back(inquiry: Inquiry, searched: Searched, tools: Toolbox) -> Answer:
    details = searched.decision.clarification_details or ClarificationDetails(type="no_results")
    if details.type == "ambiguous" and inquiry.unclear:
        return ambiguous(inquiry.question, inquiry.unclear)
    if details.type == "overload":
        buckets = inquiry.buckets(tools.annotations)
        return overload(inquiry.question, len(inquiry.selection.documents), buckets)
    if searched.adrift:
        return adrift(inquiry.question, searched.adrift, searched.limits)
    if not inquiry.selection.constraints:
        return nothing_found(inquiry.question, details.missing_info)
    return no_results(inquiry.question, inquiry.selection.constraints, inquiry.relaxations(tools.annotations))
