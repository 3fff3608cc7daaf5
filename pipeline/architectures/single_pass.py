"""Retrieve once, answer: no router, no planner. The control for every other architecture.

Source: seed 001, "Rejected 1: Single-Pass RAG".
"""

from __future__ import annotations

from ragatta.pipeline.agents.answering.orchestrator import write_answer
from ragatta.pipeline.agents.searching.retriever import search_once
from ragatta.pipeline.settings.architecture import Architecture
from ragatta.pipeline.toolbox import Toolbox
from ragatta.pipeline.types import Answer, AskedQuestion, ExecutionResult

USES = ("orchestrator",)
UNSUPPORTED = ("compare", "filter", "clarify", "unsafe")
UNREAD = ()
SEARCHES = True
TAKES_REPLIES = False


def calls(settings: Architecture, documents: int) -> int:  # noqa: ARG001 - every architecture is asked alike
    """One model call: the answer."""
    return 1


def retrieve(asked: AskedQuestion, tools: Toolbox) -> ExecutionResult:
    """One search with the question's own words over every document in its scope."""
    with tools.stage("retriever") as stage:
        return search_once(asked, tools, stage)


def answer(asked: AskedQuestion, tools: Toolbox) -> Answer:
    """The answer with the context it was written from. If the scope contains no document: no_information.
    Raises ModelError."""
    found = retrieve(asked, tools)
    with tools.stage("orchestrator") as stage:
        return write_answer(asked.question, found, tools, stage)
