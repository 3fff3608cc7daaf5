"""One conversation with tool calling: the model plans, searches, reviews and answers, within a limit of calls.

Needs a model that calls tools (llm=ollama, llm=openai). The loop is that of ReAct (Yao et al. 2023, arXiv:2210.03629),
in the messages of tool calling. See extensions/tool_loop/README.md.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from ragatta.extensions.tool_loop.agents.final_message import read
from ragatta.extensions.tool_loop.agents.tool_caller import ToolCaller, filters
from ragatta.pipeline.agents.annotating.annotator import Annotator
from ragatta.pipeline.agents.answering.orchestrator import INSUFFICIENT
from ragatta.pipeline.agents.routing.scope import in_scope
from ragatta.pipeline.agents.searching.search_tools import SEARCHES
from ragatta.pipeline.agents.searching.tool_specs import SearchTools
from ragatta.pipeline.agents.toolbox import Toolbox
from ragatta.pipeline.architecture import Architecture
from ragatta.pipeline.retrieval.reranker import Reranker
from ragatta.pipeline.retrieval.rerankers.none import Unranked
from ragatta.pipeline.types import Answer, AskedQuestion


@dataclass(frozen=True)
class ToolLoop(Architecture):
    """As the module says."""

    UNSUPPORTED: ClassVar[tuple[str, ...]] = ("clarify", "unsafe")
    SEARCHES_BY_NAME: ClassVar[tuple[str, ...]] = tuple(SEARCHES.values())
    reranker: Reranker = Unranked()
    annotator: Annotator = Annotator()
    search_tools: SearchTools = SearchTools()
    tool_caller: ToolCaller = ToolCaller()

    def calls(self, documents: int) -> int:
        """The most model calls per question: one turn per tool call, and the answer."""
        return self.tool_caller.max_tool_calls + 1

    def answer(self, asked: AskedQuestion, tools: Toolbox) -> Answer:
        """The model's last message with verified citations. If the scope contains no document: no_information.
        Raises ModelError."""
        with tools.stage("conversation") as stage:
            documents = in_scope(asked, tools, stage)
            if not documents:
                return Answer("no_information", INSUFFICIENT, limitations="no document is in the question's scope")
            conversation = self.tool_caller.hold(asked, documents, self.search_tools, tools, stage)
            if found := filters(conversation.results):
                stage.details["filters"] = found
        with tools.stage("verifier") as stage:
            return read(asked.question, conversation, tools.confidence, stage)
