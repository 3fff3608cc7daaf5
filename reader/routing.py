"""Routing: documents ranked by the words that they share with the question (pipeline/text/lexical.py)."""

from __future__ import annotations

from pipeline.tasks.documents import AnalyseRouting, RoutingAnalysis, SelectDocuments, SelectedDocuments
from pipeline.text.lexical import rank_documents


def analyse_routing(task: AnalyseRouting) -> RoutingAnalysis:
    """One sentence that names the best documents and the words that speak for them."""
    ranked = rank_documents(task.question, task.summaries)[: task.top_k]
    if not ranked:
        return RoutingAnalysis(analysis="There are no documents to choose from.")
    named = [f"{name} ({', '.join(shared) or 'no shared words'})" for name, shared in ranked]
    return RoutingAnalysis(analysis=f"By words shared with the question: {'; '.join(named)}.")


def select_documents(task: SelectDocuments) -> SelectedDocuments:
    """The top_k names, best first; documents that share nothing fill up by name."""
    ranked = rank_documents(task.question, task.summaries)
    return SelectedDocuments(documents=[name for name, _ in ranked[: task.top_k]])
