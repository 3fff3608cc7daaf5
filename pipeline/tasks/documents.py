"""The tasks about documents: to summarise one, and to choose among many."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from pydantic import Field, field_validator

from ragatta.pipeline.tasks.base import Reply, Task


class DocumentSummary(Reply):
    """The summary of a document that the router reads."""

    document_type: str = Field(description="what kind of document this is, such as Manual or Letter")
    summary: str = Field(min_length=1, description="what it contains, in two or three sentences")
    key_topics: list[str] = Field(description="its main topics")
    use_for: str = Field(description="which questions it can answer")

    @field_validator("summary")
    @classmethod
    def _says_something(cls, summary: str) -> str:
        if not summary.strip():
            raise ValueError("must say what the document contains")
        return summary


@dataclass(frozen=True)
class Summarize(Task):
    name: ClassVar[str] = "summarize"
    source_file: str
    pages: tuple[str, ...]  # texts of its first pages
    total_pages: int


class RoutingAnalysis(Reply):
    analysis: str = Field(description="which documents are likely to hold the answer, and why")


@dataclass(frozen=True)
class AnalyseRouting(Task):
    """First step of routing: free reasoning."""

    name: ClassVar[str] = "analyse_routing"
    question: str
    summaries: Mapping[str, DocumentSummary]
    top_k: int


class SelectedDocuments(Reply):
    documents: list[str] = Field(description="exact file names, the most relevant first")


@dataclass(frozen=True)
class SelectDocuments(Task):
    """Second step of routing: a choice among the names that exist."""

    name: ClassVar[str] = "select_documents"
    question: str
    summaries: Mapping[str, DocumentSummary]
    analysis: str
    top_k: int
