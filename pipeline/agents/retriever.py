"""Carries out a retrieval plan: each step searched within its documents, then widened by its window.

Source: seed 000, phase 4.
"""

from __future__ import annotations

from pipeline.retrieval.documents import match_documents
from pipeline.toolbox import Toolbox
from pipeline.trace import Stage
from pipeline.types import ExecutionResult, RetrievalPlan, RetrievalResult, RetrievalStep


def execute(plan: RetrievalPlan, tools: Toolbox, stage: Stage) -> ExecutionResult:
    """The hits of every step, in the order of the plan. A step whose documents are all unknown finds nothing."""
    results = tuple(_search(step, tools, stage) for step in plan.steps)
    stage.details["hits"] = [
        [[hit.chunk.id, hit.found_by, round(hit.similarity, 4)] for hit in result.hits] for result in results
    ]
    return ExecutionResult(plan, results)


def _search(step: RetrievalStep, tools: Toolbox, stage: Stage) -> RetrievalResult:
    """Documents are matched by their exact name, then by part of it, which is counted; unknown ones are noted."""
    matched = match_documents(step.target_documents, tools.documents)
    if matched.partial:
        stage.details["partial_matches"] = stage.details.get("partial_matches", 0) + len(matched.partial)
    if matched.unknown:
        stage.note(f"step {step.step_number} names unknown documents: {', '.join(matched.unknown)}")
    if step.target_documents and not matched.documents:
        return RetrievalResult(step, ())
    return RetrievalResult(step, tuple(tools.expand(tools.search(step.query, matched.documents))))
