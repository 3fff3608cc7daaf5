"""Carries out a retrieval plan: each step searched within its documents, then widened by its window.

Source: seed 000, phase 4.
"""

from __future__ import annotations

from pipeline.agents.names import known_documents
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
    documents = known_documents(step.target_documents, tools.documents, stage)
    if step.target_documents and not documents:
        return RetrievalResult(step, ())
    return RetrievalResult(step, tuple(tools.expand(tools.search(step.query, documents))))
