"""What a model can be asked: per task one type of inputs and one type of reply.

The agents that ask (pipeline/agents/) and the backends that answer without a model (the extractive one) meet
here and know nothing else of each other.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, Literal

from pydantic import BaseModel, Field


class Reply(BaseModel):
    """What a task is answered with."""


@dataclass(frozen=True)
class Task:
    """The typed inputs of one question to a model."""

    name: ClassVar[str]


class DocumentSummary(Reply):
    """What a router reads of a document."""

    document_type: str = Field(description="what kind of document this is, such as Rate Manual")
    summary: str = Field(description="what it contains, in two or three sentences")
    key_topics: list[str] = Field(description="its main topics")
    use_for: str = Field(description="which questions it can answer")


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
    """First step of routing: think freely."""

    name: ClassVar[str] = "analyse_routing"
    question: str
    summaries: Mapping[str, DocumentSummary]
    top_k: int


class SelectedDocuments(Reply):
    documents: list[str] = Field(description="exact file names, the most relevant first")


@dataclass(frozen=True)
class SelectDocuments(Task):
    """Second step of routing: choose among the names that exist."""

    name: ClassVar[str] = "select_documents"
    question: str
    summaries: Mapping[str, DocumentSummary]
    analysis: str
    top_k: int


class PlannedStep(Reply):
    description: str = ""
    target_documents: list[str] = Field(default_factory=list, description="exact names of the given documents")
    query: str = Field(min_length=1, description="what to search for")
    expected_output: str = ""


class Plan(Reply):
    strategy: str = ""
    steps: list[PlannedStep] = Field(min_length=1)
    requires_combination: bool = False


@dataclass(frozen=True)
class MakePlan(Task):
    name: ClassVar[str] = "make_plan"
    question: str
    documents: tuple[str, ...]
    is_enumeration: bool
    max_steps: int


@dataclass(frozen=True)
class Passage:
    """A run of one document's text as an agent shows it, neighbouring chunks joined without their overlap."""

    source: int  # cited as [Source N], from 1
    source_file: str
    first_page: int
    last_page: int
    text: str


class WrittenAnswer(Reply):
    status: Literal["answered", "insufficient"] = Field(
        description="insufficient if the information does not hold the answer"
    )
    text: str = Field(description="the answer, with [Source N] behind what each source supports")
    items: list[str] = Field(default_factory=list, description="the items, if a list is asked for")
    value: str = Field(default="", description="the one final number or name, if one is asked for")
    sources: list[int] = Field(default_factory=list, description="the N of the sources used")
    missing: str = Field(default="", description="what the information lacks")


@dataclass(frozen=True)
class WriteAnswer(Task):
    name: ClassVar[str] = "write_answer"
    question: str
    passages: tuple[Passage, ...]
    is_enumeration: bool
