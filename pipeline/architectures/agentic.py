"""Decompose, plan, search and review in a loop, compose, verify: an agent over buckets, filters and search tools.

Source: seed 004, without section 5 (that is tool_loop).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from ragatta.pipeline.agents.agentic.bound_search import answer_from_steps, bound_plan
from ragatta.pipeline.agents.agentic.clarification import (
    Replies,
    adrift,
    ambiguous,
    declined,
    no_results,
    nothing_found,
    overload,
    take_up,
)
from ragatta.pipeline.agents.agentic.composer import compose
from ragatta.pipeline.agents.agentic.controller import review
from ragatta.pipeline.agents.agentic.deep_dive import dive, wants_explanation
from ragatta.pipeline.agents.agentic.evidence import Evidence, distinct
from ragatta.pipeline.agents.agentic.final_answer import Draft, verified
from ragatta.pipeline.agents.agentic.inquiry import Inquiry, inquire
from ragatta.pipeline.agents.agentic.metadata_draft import draft_from_rows, export_draft
from ragatta.pipeline.agents.agentic.part_answers import draft_of_parts
from ragatta.pipeline.agents.agentic.search_planner import plan_search, planned_calls
from ragatta.pipeline.agents.agentic.tool_step import execute, told
from ragatta.pipeline.agents.calculating.step_execution import most_calls
from ragatta.pipeline.agents.searching.retriever import told as told_hit
from ragatta.pipeline.settings.architecture import Architecture
from ragatta.pipeline.tasks.agentic import ClarificationDetails, Review, SearchPlan, ToolRequest
from ragatta.pipeline.toolbox import Toolbox
from ragatta.pipeline.trace import Stage
from ragatta.pipeline.types import Answer, AskedQuestion, ExecutionResult

USES = (
    "summarizer", "annotator", "bucket_router", "schema_planner", "search_planner", "controller", "search_tools",
    "composer",
)  # fmt: skip
UNSUPPORTED = ("unsafe",)
# Of settings.retrieval: a tool is a semantic or a BM25 search; search_tools says how many hits it fetches and keeps.
UNREAD = (
    "search", "queries", "top_k", "rerank_candidates", "alpha", "alpha_enumeration", "alpha_reasoning", "rrf_k",
)  # fmt: skip
SEARCHES = True
TAKES_REPLIES = True  # AskedQuestion.replies: what the user said to its clarifications


def calls(settings: Architecture, documents: int) -> int:  # noqa: ARG001 - the loop is bounded, not the corpus
    """The most model calls per question, without repairs: two for the decomposition, one for the plan, a review before
    every tool call and one after the last, and the answer (seed 004, section 9). A plan that binds values needs further
    calls to read them."""
    most = settings.search_planner.max_tool_calls
    return 2 + 1 + most_calls(most) + (most + 1) + 1


def answer(asked: AskedQuestion, tools: Toolbox) -> Answer:
    """The answer with verified citations; `clarify` if filters leave no document or too many. Raises ModelError."""
    if take_up(asked.replies).declined:
        return declined(asked.question)
    inquiry = inquire(asked, tools)
    if not inquiry.scope:
        return Answer("no_information", "There is no document to search.", limitations="no document is in scope")
    with tools.stage("search_planner") as stage:
        plan = plan_search(inquiry.question, inquiry.plan, inquiry.selection, tools, stage)
        steps = bound_plan(inquiry, plan, stage)
    if steps and (calculated := answer_from_steps(steps, inquiry, plan.max_tool_calls, tools)):
        return calculated
    with tools.stage("search") as searching:
        found = search(inquiry, plan, tools, searching)
    if found.decision.status == "clarify":
        return _ask_back(inquiry, found, tools)
    with tools.stage("composer") as stage:
        draft = _compose(inquiry, found, tools, stage)
    with tools.stage("verifier") as stage:
        return verified(draft, stage)


def retrieve(asked: AskedQuestion, tools: Toolbox) -> ExecutionResult:
    """Everything before the answer is composed: the result of each tool call. Raises ModelError."""
    inquiry = inquire(asked, tools)
    with tools.stage("search_planner") as stage:
        plan = plan_search(inquiry.question, inquiry.plan, inquiry.selection, tools, stage)
    with tools.stage("search") as stage:
        found = search(inquiry, plan, tools, stage)
    return found.evidence.executed(inquiry.question, plan.strategy)


@dataclass(frozen=True)
class Searched:
    """The evidence and the last decision; `limits` says what was relaxed to find it. `adrift` says why the summaries
    lead to no document, if the user should be asked."""

    evidence: Evidence
    decision: Review
    limits: tuple[str, ...] = ()
    adrift: str = ""


def search(inquiry: Inquiry, plan: SearchPlan, tools: Toolbox, stage: Stage) -> Searched:
    """The loop: a review, then, while more is wanted and calls are left, a tool call, whose snippets are pruned to the
    budget. The last call is reviewed too."""
    proposals, limits, lost = _proposals(inquiry, plan, tools)
    situation = inquiry.situation(tools.settings.search_tools.overload, lost)
    evidence, decisions = Evidence(), []
    while True:
        proposed = next(iter(proposals[len(evidence.calls) :]), None)
        decision = review(inquiry.question, plan, evidence.calls, situation, proposed, tools, stage)
        decisions.append(f"{decision.status}: {decision.reason}")
        if decision.status != "more" or decision.next_tool_call is None:
            break
        if len(evidence.calls) == plan.max_tool_calls:
            stage.note("the model wanted more, but no call is left: the answer is written from the evidence so far")
            break
        result = execute(decision.next_tool_call, tools, inquiry.searched)
        evidence = evidence.added(decision.next_tool_call, result, tools.context_tokens, tools.count_tokens)
    stage.details.update(
        tool_calls=[told(*call) for call in evidence.calls],
        hits=[[told_hit(hit) for hit in hits] for hits in evidence.found],
        filters=distinct([*inquiry.selection.told(), *evidence.filters()]),
        decisions=decisions,
        pruned=list(evidence.pruned),
        relaxations=list(limits),
    )
    return Searched(evidence, decision, limits, lost)


def _proposals(inquiry: Inquiry, plan: SearchPlan, tools: Toolbox) -> tuple[list[ToolRequest], tuple[str, ...], str]:
    """The plan's calls. A conceptual question is searched in the documents whose summaries are nearest; then with what
    was relaxed and, if an explanation is asked for, why no summary fits. The user is asked back at most once."""
    selected, filters = inquiry.selection.documents, inquiry.selection.constraints
    narrowed = len(selected) < len(inquiry.scope)
    if plan.strategy == "semantic" and inquiry.reads_text:
        deep = dive(inquiry.question, selected, inquiry.searched, tools)
        asks = wants_explanation(inquiry.question, inquiry.plan.intent) and inquiry.replies == Replies()
        lost = deep.adrift(tools.settings.search_tools.overload) if asks else ""
        return planned_calls(plan, filters, narrowed, deep.documents), deep.relaxations, lost
    return planned_calls(plan, filters, narrowed), (), ""


def _ask_back(inquiry: Inquiry, found: Searched, tools: Toolbox) -> Answer:
    details = found.decision.clarification_details or ClarificationDetails(type="no_results")
    if details.type == "ambiguous" and inquiry.unclear:
        return ambiguous(inquiry.question, inquiry.unclear)
    if details.type == "overload":
        buckets = inquiry.buckets(tools.annotations)
        return overload(inquiry.question, len(inquiry.selection.documents), buckets)
    if found.adrift:
        return adrift(inquiry.question, found.adrift, found.limits)
    if not inquiry.selection.constraints:
        return nothing_found(inquiry.question, details.missing_info)
    return no_results(inquiry.question, inquiry.selection.constraints, inquiry.relaxations(tools.annotations))


def _compose(inquiry: Inquiry, found: Searched, tools: Toolbox, stage: Stage) -> Draft:
    """The answer from the metadata if that suffices (as a file if the question asks for one), else from the
    evidence."""
    if inquiry.replies.export and inquiry.selection.buckets:
        return export_draft(inquiry, tools, stage)
    if inquiry.parts:
        return draft_of_parts(inquiry, found.evidence.hits(tools), tools, stage)
    if not inquiry.reads_text:
        return draft_from_rows(inquiry, tools, stage)
    reply, context = compose(inquiry.question, inquiry.plan, found.evidence.hits(tools), tools, stage)
    limits = (*inquiry.selection.refused, *inquiry.relaxed, *found.limits)
    marks: Literal["shown", "hidden"] = "shown" if inquiry.plan.output_preferences.needs_citations else "hidden"
    return Draft(reply, context, limits, inquiry.plan.intent, marks=marks)
