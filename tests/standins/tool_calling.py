"""A small model that calls tools sensibly: it searches the question's words in the bucket that fits best, the others
after it, and answers with the sentence that says most of the question."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from ragatta.pipeline.agents.answering.orchestrator import INSUFFICIENT
from ragatta.pipeline.llm.seam import Completion, ModelIdentity, Request, ToolCall
from tests.standins.loopback import Said

_NUMBER = re.compile(r"\$?\d[\d.,]*\d|\$?\d")
_STOP_WORDS = """a after all and are at by does for from has have how in is it its list many much of on the to what when
    where which who with"""
_STOP = frozenset(_STOP_WORDS.split())
ENOUGH = 0.6  # of the question's words


def is_conversation(body: Any) -> bool:
    """Whether a chat request of Ollama's or OpenAI's wire format is a turn of a conversation with tools."""
    first = str(body["messages"][0]["content"])
    return first.startswith("You answer questions about a collection of documents.")


def next_turn(body: Any) -> Said:
    """The next turn: a search of the next bucket, or the answer."""
    messages = body["messages"]
    question = messages[1]["content"].partition("\n\n")[0]
    found = [found for message in messages if message["role"] == "tool" for found in passages(message["content"])]
    share, sentence, doc_id = max((_best(question, found)), key=lambda best: best[0], default=(0.0, "", ""))
    if share >= ENOUGH:
        return Said(_answer(question, sentence, doc_id, found))
    searched = sum(message["role"] == "tool" for message in messages)
    buckets = _buckets(messages[0]["content"], question)
    if body.get("tools") and searched < len(buckets):
        return Said(calls=[("search_text", {"bucket": buckets[searched], "query": question})])
    return Said(f"{INSUFFICIENT} Nothing was found on it.")


def passages(content: str) -> list[dict[str, Any]]:
    """The passages of a tool's message; none of an error or of what was left out."""
    shown = content[content.find("{") : content.rfind("}") + 1]
    return list(json.loads(shown).get("results", ())) if shown else []


def _best(question: str, found: list[dict[str, Any]]) -> list[tuple[float, str, str]]:
    asked = _words(question)
    return [
        (len(asked & _words(sentence)) / len(asked), sentence, passage["doc_id"])
        for passage in found
        for sentence in re.split(r"(?<=[.!?])\s|\n", passage["text"])
    ]


def _answer(question: str, sentence: str, doc_id: str, found: list[dict[str, Any]]) -> str:
    if question.lower().startswith("list"):
        text = "\n".join(passage["text"] for passage in found if passage["doc_id"] == doc_id)
        items = re.findall(r"^\d+(?:[.-]\d*)? ([A-Za-z ]+?) *\.", text, re.MULTILINE)
        return "\n".join(f"- {item} [{doc_id}]" for item in items)
    numbers = _NUMBER.findall(sentence)
    return f"{sentence} [{doc_id}]" + (f"\nAnswer: {numbers[-1]}" if numbers else "")


def _buckets(system: str, question: str) -> list[str]:
    listed = re.findall(r"^- ([^:\n]+)(.*)$", system.partition("Buckets:\n")[2], re.MULTILINE)
    return [name for name, told in sorted(listed, key=lambda one: -len(_words(" ".join(one)) & _words(question)))]


def _words(text: str) -> set[str]:
    return {word.rstrip("s") for word in re.findall(r"[\w$]+", text.lower())} - _STOP


@dataclass
class ToolCaller:
    """The same model in the process, or what `think` makes of each request. Keeps what it was asked."""

    think: Callable[[Any], Said] = next_turn
    window: int = 1_000_000
    requests: list[Request] = field(default_factory=list)
    cacheable: bool = True

    def identity(self, model: str | None = None) -> ModelIdentity:
        return ModelIdentity("tool_caller", model or "tool_caller", "weights-1")

    def context_window(self, model: str | None = None) -> int:  # noqa: ARG002
        return self.window

    def check_tools(self, model: str | None = None) -> None:
        """It calls tools."""

    def complete(self, request: Request) -> Completion:
        self.requests.append(request)
        messages = [{"role": message.role, "content": message.content} for message in request.messages]
        said = self.think({"messages": messages, "tools": request.tools})
        given = ((name, args if isinstance(args, str) else json.dumps(args)) for name, args in said.calls)
        return Completion(said.text, 11, 7, 0.5, tuple(ToolCall("x", name, args) for name, args in given))
