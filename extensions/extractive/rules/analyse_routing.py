"""AnalyseRouting: documents ranked by the words that they share with the question."""

from __future__ import annotations

from ragatta.pipeline.tasks.documents import (
    AnalyseRouting,
    RoutingAnalysis,
)
from ragatta.pipeline.text.lexical import rank_documents


def analyse_routing(task: AnalyseRouting) -> RoutingAnalysis:
    """One sentence that names the best documents and the shared words."""
    ranked = rank_documents(task.question, task.summaries)[: task.top_k]
    if not ranked:
        return RoutingAnalysis(analysis="There are no documents to choose from.")
    named = [f"{name} ({', '.join(shared) or 'no shared words'})" for name, shared in ranked]
    return RoutingAnalysis(analysis=f"By words shared with the question: {'; '.join(named)}.")
