"""Routing: documents ranked by the weighted words that summary and file name share with the question."""

from __future__ import annotations

from collections.abc import Mapping

from pipeline.llm.extractive.words import terms, weigh
from pipeline.tasks import (
    AnalyseRouting,
    DocumentSummary,
    RoutingAnalysis,
    SelectDocuments,
    SelectedDocuments,
)


def analyse_routing(task: AnalyseRouting) -> RoutingAnalysis:
    """One sentence that names the best documents and the words that speak for them."""
    ranked = _ranked(task.question, task.summaries)[: task.top_k]
    if not ranked:
        return RoutingAnalysis(analysis="There are no documents to choose from.")
    named = [f"{name} ({', '.join(shared) or 'no shared words'})" for name, shared in ranked]
    return RoutingAnalysis(analysis=f"By words shared with the question: {'; '.join(named)}.")


def select_documents(task: SelectDocuments) -> SelectedDocuments:
    """The top_k names, best first; documents that share nothing fill up by name."""
    return SelectedDocuments(documents=[name for name, _ in _ranked(task.question, task.summaries)[: task.top_k]])


def _ranked(question: str, summaries: Mapping[str, DocumentSummary]) -> list[tuple[str, list[str]]]:
    """(name, shared terms) of every document, best first; ties by name."""
    texts = {name: _terms(name, summary) for name, summary in summaries.items()}
    weights = weigh(terms(question), list(texts.values()))
    marks = {name: sum(weights[term] for term in weights if term in found) for name, found in texts.items()}
    order = sorted(texts, key=lambda name: (-marks[name], name))
    return [(name, [term for term in weights if term in texts[name]]) for name in order]


def _terms(name: str, summary: DocumentSummary) -> set[str]:
    said = (
        name.replace("_", " "),
        summary.document_type,
        summary.summary,
        " ".join(summary.key_topics),
        summary.use_for,
    )
    return {term for text in said for term in terms(text)}
