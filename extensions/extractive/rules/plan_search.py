"""PlanSearch: which searches for the question."""

from __future__ import annotations

from typing import Any

from ragatta.extensions.extractive.question.intents import is_conceptual
from ragatta.extensions.extractive.rules.make_plan import make_plan
from ragatta.pipeline.tasks.agentic import PlanSearch, SearchPlan
from ragatta.pipeline.tasks.answers import MakePlan
from ragatta.pipeline.text.enumeration import is_enumeration


def plan_search(task: PlanSearch) -> SearchPlan:
    """Semantic search for a question of understanding, else hybrid, because words and meaning find different things.
    Each part of the question becomes a query. Without a filter, all buckets are searched, because shared words with a
    description are too weak a reason to exclude the others."""
    conceptual = is_conceptual(task.question, task.decomposition.intent)
    return SearchPlan(
        target_buckets=list(task.buckets) if task.decomposition.constraints else ["all"],
        strategy="semantic" if conceptual else "hybrid",
        initial_queries=_queries(task),
        max_tool_calls=task.max_tool_calls,
        **_bound(task),
    )


def _bound(task: PlanSearch) -> dict[str, Any]:
    """The steps and the expression of a calculation; empty if none is asked for."""
    if not task.question.strip():
        return {}
    plan = make_plan(MakePlan(task.question, (), False, task.max_tool_calls))
    if not plan.calculation:
        return {}
    return {"steps": plan.steps, "calculation": plan.calculation, "result": plan.result}


def _queries(task: PlanSearch) -> list[str]:
    """The queries: the question's parts to be found in text, if the decomposition names several; for a whole list, the
    router_planner's broad query and the question; else the question."""
    parts = task.decomposition.subqueries
    clauses = [one.query for one in parts if one.purpose == "find_clauses"] if len(parts) > 1 else []
    if clauses or not is_enumeration(task.question):
        return clauses or [task.question]
    (broad,) = make_plan(MakePlan(task.question, (), True, 1)).steps
    return [broad.query, task.question]
