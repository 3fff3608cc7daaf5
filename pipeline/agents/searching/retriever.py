"""Runs a retrieval plan: searches each step in its documents, then adds window neighbours."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from ragatta.pipeline.agents.routing.scope import in_scope
from ragatta.pipeline.agents.toolbox import Toolbox
from ragatta.pipeline.agents.trace import Stage
from ragatta.pipeline.retrieval.named_documents import match_documents
from ragatta.pipeline.types import AskedQuestion, ExecutionResult, Hit, RetrievalPlan, RetrievalResult, RetrievalStep


def execute(plan: RetrievalPlan, tools: Toolbox, stage: Stage, within: Sequence[str] | None = None) -> ExecutionResult:
    """The hits of every step, in the order of the plan.

    `within` are the documents that may be searched, whatever the plan names (None: all; empty: none). A step that names
    no documents searches all of them; a step whose documents are not among them finds nothing."""
    allowed = tools.documents if within is None else tuple(within)
    results = tuple(find(step, allowed, tools, stage) for step in plan.steps)
    stage.details["hits"] = [[hit_record(hit) for hit in result.hits] for result in results]
    return ExecutionResult(plan, results)


def search_once(asked: AskedQuestion, tools: Toolbox, stage: Stage) -> ExecutionResult:
    """The hits of the question itself within its scope: a plan of one step, without the planner."""
    documents = in_scope(asked, tools, stage)
    step = RetrievalStep(1, "search for the question itself", documents, asked.question, "")
    plan = RetrievalPlan(asked.question, "one search with the question's own words", (step,), False)
    return execute(plan, tools, stage, documents)


def hit_record(hit: Hit) -> dict[str, Any]:
    """A hit in the form of the trace: everything but its text."""
    return {
        "chunk": hit.chunk.id,
        "pages": [hit.chunk.first_page, hit.chunk.last_page],
        "found_by": hit.found_by,
        "rank": hit.rank,
        "score": round(hit.score, 6),
        "similarity": round(hit.similarity, 6),
    }


def find(
    step: RetrievalStep,
    allowed: Sequence[str],
    tools: Toolbox,
    stage: Stage,
    prose: bool = False,
    about: str = "",
    tables: bool = False,
) -> RetrievalResult:
    """The hits of one step with their window, in which table rows also fit what the step is `about`. With `prose` no
    table rows are hits, with `tables` nothing else.

    Matches documents by their exact name, then by part of it. Partial matches are counted, unknown names noted."""
    matched = match_documents(step.target_documents, allowed)
    if matched.partial:
        stage.details["partial_matches"] = stage.details.get("partial_matches", 0) + len(matched.partial)
    if matched.unknown:
        stage.note(f"step {step.step_number} names documents that may not be searched: {', '.join(matched.unknown)}")
    documents = matched.documents if step.target_documents else allowed
    with stage.part("search"):
        search = tools.search
        if prose or tables:
            search = partial(search, prose=prose, tables=tables)
        found = search(step.query, documents)
    with stage.part("window"):
        return RetrievalResult(step, tuple(tools.expand(found, step.query, about)))
