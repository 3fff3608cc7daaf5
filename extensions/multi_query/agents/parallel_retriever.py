"""Searches for all sub-questions in parallel, one after the other if a model prepares their queries, and adds window
neighbours to the hits of each."""

from __future__ import annotations

from collections.abc import Sequence

from ragatta.extensions.multi_query.agents.need import Allotment
from ragatta.pipeline.agents.searching.retriever import hit_record
from ragatta.pipeline.agents.toolbox import Toolbox
from ragatta.pipeline.agents.trace import Stage
from ragatta.pipeline.machine.side_by_side import side_by_side
from ragatta.pipeline.retrieval.search import Search
from ragatta.pipeline.types import ExecutionResult, Hit, RetrievalPlan, RetrievalResult, RetrievalStep

# What a search that cannot be made ends with: a damaged file or index, a query that no encoder takes.
SEARCH_ERRORS = (OSError, RuntimeError, ValueError)


def plan_each(question: str, sub_questions: Sequence[str], documents: Sequence[str]) -> RetrievalPlan:
    """One search per sub-question over all documents; none if there are no documents."""
    steps = tuple(
        RetrievalStep(number, "Find what answers the question", tuple(documents), one, "")
        for number, one in enumerate(sub_questions if documents else (), 1)
    )
    strategy = "one search for each sub-question" if len(steps) > 1 else "one search with the question itself"
    return RetrievalPlan(question, strategy, steps, len(steps) > 1)


def search_each(
    plan: RetrievalPlan, search: Search, allotment: Allotment, tools: Toolbox, stage: Stage
) -> ExecutionResult:
    """The hits of every step: the candidates of the search, reduced by the reranker if there is one.

    A failed search finds nothing, which is noted; if all searches fail, the first failure is raised.
    """
    with stage.part("search"):
        found = _all_at_once(plan.steps, search, allotment, tools)
    failed = [(step, hits) for step, hits in zip(plan.steps, found, strict=True) if isinstance(hits, Exception)]
    for step, failure in failed:
        if len(failed) == len(found):
            raise failure
        stage.note(f"the search for sub-question {step.step_number} failed: {failure}")
    with stage.part("window"):
        hits = [
            () if isinstance(one, Exception) else tuple(tools.expand(one, step.query))
            for step, one in zip(plan.steps, found, strict=True)
        ]
    stage.details["hits"] = [[hit_record(hit) for hit in one] for one in hits]
    results = (RetrievalResult(step, one) for step, one in zip(plan.steps, hits, strict=True))
    return ExecutionResult(plan, tuple(results))


def _all_at_once(
    steps: Sequence[RetrievalStep], by: Search, allotment: Allotment, tools: Toolbox
) -> list[list[Hit] | Exception]:
    needs = allotment.shares([step.query for step in steps]) or (1,) * len(steps)
    keep = {step: allotment.keep * need for step, need in zip(steps, needs, strict=True)}

    def search(step: RetrievalStep) -> list[Hit] | Exception:
        try:
            return tools.search(step.query, step.target_documents, keep[step], search=by)
        except SEARCH_ERRORS as failure:
            return failure

    return side_by_side(search, steps, 1 if tools.search_asks else len(steps))
