"""Runs the steps of a search plan that end in values, with both search tools in the documents that may be searched.
Code then computes the answer from these values (agents/binding.py, agents/calculation.py)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import chain, zip_longest

from ragatta.extensions.agentic.agents.inquiry import Inquiry
from ragatta.pipeline.agents.agent import Agent
from ragatta.pipeline.agents.calculating.calculation import answer_bound
from ragatta.pipeline.agents.calculating.step_execution import Find, bind, binds
from ragatta.pipeline.agents.context.context import Context
from ragatta.pipeline.agents.planning.step_names import named
from ragatta.pipeline.agents.searching.search_tools import SEARCHES
from ragatta.pipeline.agents.searching.tool_specs import FETCH, SearchTools
from ragatta.pipeline.agents.toolbox import Toolbox
from ragatta.pipeline.agents.trace import Stage
from ragatta.pipeline.tasks.agentic import SearchPlan
from ragatta.pipeline.types import Answer, Hit, RetrievalPlan, RetrievalResult, RetrievalStep


def bound_plan(inquiry: Inquiry, plan: SearchPlan, stage: Stage) -> RetrievalPlan | None:
    """The plan's steps that bind values; None if the plan calculates nothing, or if the question needs metadata
    alone."""
    planned = tuple(
        RetrievalStep(number, one.description, (), one.query, one.expected_output, one.binds)
        for number, one in enumerate(plan.steps[: plan.max_tool_calls], 1)
    )
    steps, calculation = named(planned, plan.calculation, stage)
    found = RetrievalPlan(inquiry.question, plan.strategy, steps, True, calculation, plan.result)
    return found if calculation and inquiry.reads_text and inquiry.searched and binds(found) else None


def answer_from_steps(
    plan: RetrievalPlan, inquiry: Inquiry, most_steps: int, planner: Agent, search: SearchTools, tools: Toolbox
) -> Answer | None:
    """The answer by code; None if the plan only looks up a value and no rule decides it: the usual search follows.
    Raises ModelError."""
    with tools.stage("binding") as stage:
        find = _find(inquiry, search, tools)
        binding = bind(plan, find, tools, stage, planner, most_steps)
        if plan.is_look_up and not binding.ruled:
            stage.note("no rule decides the value: the question is searched in the usual way")
            return None
    with tools.stage("composer") as stage:
        return answer_bound(binding, lambda step, wider: find(step, prose=True, wider=wider), _mark, tools, stage)


def _find(inquiry: Inquiry, search: SearchTools, tools: Toolbox) -> Find:
    def found(step: RetrievalStep, *, prose: bool = False, wider: bool = False) -> RetrievalResult:
        if wider and (prose or not tools.tables_apart):  # all that may be searched is searched at once
            return RetrievalResult(step, ())
        only = {"tables": True} if wider else {"prose": prose}
        hits = _by_both_tools(step.query, inquiry.searched, only, search, tools)
        about = inquiry.question if step.binds and inquiry.question not in step.query else ""
        return RetrievalResult(step, tuple(tools.expand(hits, step.query, about)))

    return found


def _by_both_tools(
    query: str, within: Sequence[str], only: Mapping[str, bool], settings: SearchTools, tools: Toolbox
) -> list[Hit]:
    """The best hits of a search by words and of a search by meaning, alternating, each chunk once, with new ranks;
    `only` says whether prose or tables alone are searched."""
    searches = [
        tools.search(query, within, settings.top_k, search=kind, candidates=FETCH, **only) for kind in SEARCHES.values()
    ]
    first: dict[str, Hit] = {}
    for hit in filter(None, chain.from_iterable(zip_longest(*searches))):
        first.setdefault(hit.chunk.id, hit)
    return [replace(hit, rank=rank) for rank, hit in enumerate(list(first.values())[: settings.top_k], 1)]


def _mark(hit: Hit, context: Context) -> str:  # noqa: ARG001 - a document is its own mark, whatever the context
    return f" [{hit.chunk.source_file}]"
