"""Searches the documents that the router did not choose, too.

The router reads summaries, which contain no table rows, so it often misses the best document for a figure
(docs/documents.md). Hits of the routed documents keep their rank.
"""

from __future__ import annotations

from collections.abc import Sequence

from ragatta.pipeline.agents.searching.retriever import execute
from ragatta.pipeline.agents.toolbox import Toolbox
from ragatta.pipeline.agents.trace import Stage
from ragatta.pipeline.types import AskedQuestion, ExecutionResult, RetrievalPlan, RetrievalStep


def execute_beyond(
    plan: RetrievalPlan, asked: AskedQuestion, routed: Sequence[str], beyond: bool, tools: Toolbox, stage: Stage
) -> ExecutionResult:
    """The hits of the plan in the routed documents. With `beyond` a last step searches for the question itself in
    the other documents in scope."""
    found = execute(plan, tools, stage, routed)
    others = [name for name in tools.documents if name not in routed]
    others = [name for name in others if not asked.documents or name in asked.documents]
    if not beyond or not others:
        return found
    last = RetrievalStep(
        len(plan.steps) + 1, "search the documents that were not chosen", tuple(others), asked.question, ""
    )
    hits = stage.details["hits"]
    more = execute(RetrievalPlan(asked.question, plan.strategy, (last,), False), tools, stage, others)
    stage.details["hits"] = [*hits, *stage.details["hits"]]
    return ExecutionResult(plan, (*found.step_results, *more.step_results))
