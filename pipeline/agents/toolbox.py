"""Everything that an architecture may use for one question; it gets nothing from globals."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from typing import Protocol, TypeVar

import numpy as np

from ragatta.pipeline.agents.answering.confidence import Thresholds
from ragatta.pipeline.agents.trace import Stage
from ragatta.pipeline.annotations.sqlite import NO_ANNOTATIONS, Annotations
from ragatta.pipeline.llm.seam import Conversation, ModelError, Prompt, R, Turn
from ragatta.pipeline.retrieval.search import Search as Technique
from ragatta.pipeline.tasks.base import Task
from ragatta.pipeline.tasks.documents import DocumentSummary
from ragatta.pipeline.types import Hit, Page

Pages = Mapping[str, tuple[Page, ...]]  # of each document
Made = TypeVar("Made")


class Ask(Protocol):
    """The whole interface to a model: a prompt in, a validated reply out. Raises ModelError."""

    def __call__(self, prompt: Prompt[R]) -> R: ...


def no_tool_calling(conversation: Conversation) -> Turn:
    """The `converse` of a toolbox whose model calls no tools. Raises ModelError."""
    raise ModelError(f"{conversation.task.name}: this model calls no tools; choose one that does: llm=ollama, openai")


class Fetch(Protocol):
    """The reply of a black box to a request, both as JSON texts. Raises ModelError. `usable` says whether a recorded
    reply can be read: a failed question that is asked again takes no other."""

    def __call__(self, task: Task, request: str, usable: Callable[[str], bool]) -> str: ...


def no_system(task: Task, request: str, usable: Callable[[str], bool]) -> str:  # noqa: ARG001
    """The fetch of a toolbox without a black box. Raises ModelError."""
    raise ModelError(f"{task.name}: there is no system outside")


class OfPages(Protocol):
    """What a class or function makes of the pages of all documents, such as an index of its own: made once."""

    def __call__(self, make: Callable[[Pages], Made]) -> Made: ...


def of_no_pages(make: Callable[[Pages], Made]) -> Made:
    """That of a toolbox without pages."""
    return make({})


class Search(Protocol):
    """The `top_k` best chunks for a query within the documents (None: all; empty: none), best first.

    `search` (one by its name, with its defaults, or with settings) and `candidates` (the number of hits that the
    reranker gets) default to the settings. `prose` leaves out the rows of tables and `tables` all else."""

    def __call__(
        self,
        query: str,
        documents: Sequence[str] | None = None,
        top_k: int | None = None,
        *,
        search: Technique | str | None = None,
        candidates: int | None = None,
        prose: bool = False,
        tables: bool = False,
    ) -> list[Hit]: ...


class Expand(Protocol):
    """The hits with their window neighbours, in document order. `query` is the query that found them, for a window that
    adapts to similarity. Table rows must also match what the query is `about`."""

    def __call__(self, hits: Sequence[Hit], query: str | None = None, about: str = "") -> list[Hit]: ...


@dataclass(frozen=True)
class Toolbox:
    documents: tuple[str, ...]  # every document that can be searched
    summaries: Mapping[str, DocumentSummary]
    search: Search
    expand: Expand
    embed: Callable[[str], np.ndarray]  # a query's unit vector (dimensions,); its seconds count each time
    embed_documents: Callable[[Sequence[str]], np.ndarray]  # unit vectors (texts, dimensions), made once and kept
    count_tokens: Callable[[str], int]
    context_tokens: int  # what the answering agent is shown at most
    ask: Ask
    stage: Callable[[str], AbstractContextManager[Stage]]
    converse: Callable[[Conversation], Turn] = no_tool_calling  # one turn of a conversation with tools
    annotations: Annotations = NO_ANNOTATIONS  # bucket and metadata of every document
    tables_apart: bool = False  # whether tables are chunks of their own, so that no figure of one is in the prose
    search_asks: bool = False  # whether a search asks a model first: then no two at once, as a model is asked in turn
    confidence: Thresholds = field(default_factory=Thresholds)
    fetch: Fetch = no_system  # one exchange with a black box
    of_pages: OfPages = of_no_pages
    sought: Callable[[str], str] = str  # the words that the search is given in place of the question
