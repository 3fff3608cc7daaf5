"""One conversation with tool calling: the model plans, searches, reviews and answers, within a limit of calls.

Source: seed 004, section 5. Needs a model that calls tools (llm=ollama, llm=openai).
"""

from __future__ import annotations

from ragatta.pipeline.agents.answering.orchestrator import INSUFFICIENT
from ragatta.pipeline.agents.routing.scope import in_scope
from ragatta.pipeline.agents.tool_loop.final_message import read
from ragatta.pipeline.agents.tool_loop.tool_caller import filters, hold
from ragatta.pipeline.settings.architecture import Architecture
from ragatta.pipeline.toolbox import Toolbox
from ragatta.pipeline.types import Answer, AskedQuestion

USES = ("annotator", "search_tools", "tool_caller")
UNSUPPORTED = ("clarify", "unsafe")
SEARCHES = True
TAKES_REPLIES = False
# Of settings.retrieval: a tool is a semantic or a BM25 search, search_tools says how many hits it fetches and keeps, no
# snippet is shown with its neighbours.
UNREAD = (
    *("search", "queries", "top_k", "rerank_candidates", "alpha", "alpha_enumeration", "alpha_reasoning", "rrf_k"),
    *("expand_context", "window", "window_similarity"),
)


def calls(settings: Architecture, documents: int) -> int:  # noqa: ARG001 - the model decides what it searches
    """The most model calls per question: one turn per tool call, and the answer."""
    return settings.tool_caller.max_tool_calls + 1


def answer(asked: AskedQuestion, tools: Toolbox) -> Answer:
    """The model's last message with verified citations. If the scope contains no document: no_information.
    Raises ModelError."""
    with tools.stage("conversation") as stage:
        documents = in_scope(asked, tools, stage)
        if not documents:
            return Answer("no_information", INSUFFICIENT, limitations="no document is in the question's scope")
        held = hold(asked, documents, tools, stage)
        if found := filters(held.results):
            stage.details["filters"] = found
    with tools.stage("verifier") as stage:
        return read(asked.question, held, stage)
