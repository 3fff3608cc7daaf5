"""Lexical routing: ranks documents by the weighted words that their summary and file name share with a question. Used
by the router and by the rule backend."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from ragatta.pipeline.tasks.documents import DocumentSummary
from ragatta.pipeline.text.words import terms, weigh


def rank_documents(question: str, summaries: Mapping[str, DocumentSummary]) -> list[tuple[str, list[str]]]:
    """(name, terms shared with the question) of every document, best first; ties, and documents that share nothing,
    by name. A term's weight is its inverse document frequency over the summaries."""
    texts = {name: _terms(name, summary) for name, summary in summaries.items()}
    weights = weigh(terms(question), list(texts.values()))
    marks = {name: sum(weights[term] for term in weights if term in found) for name, found in texts.items()}
    order = sorted(texts, key=lambda name: (-marks[name], name))
    return [(name, [term for term in weights if term in texts[name]]) for name in order]


def _terms(name: str, summary: DocumentSummary) -> frozenset[str]:
    texts = (
        name.replace("_", " "),
        summary.document_type,
        summary.summary,
        " ".join(summary.key_topics),
        summary.use_for,
    )
    return _terms_of(texts)


@lru_cache(maxsize=1 << 14)  # summaries come again with every question
def _terms_of(texts: tuple[str, ...]) -> frozenset[str]:
    return frozenset(term for text in texts for term in terms(text))
