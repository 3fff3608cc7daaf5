"""SelectDocuments: those that share most words with the question."""

from __future__ import annotations

from ragatta.pipeline.tasks.documents import (
    SelectDocuments,
    SelectedDocuments,
)
from ragatta.pipeline.text.lexical import rank_documents


def select_documents(task: SelectDocuments) -> SelectedDocuments:
    """The top_k names, best first, filled up with documents that share nothing, by name."""
    ranked = rank_documents(task.question, task.summaries)
    return SelectedDocuments(documents=[name for name, _ in ranked[: task.top_k]])
