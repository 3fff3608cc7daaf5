"""One turn of a conversation with tools: the second way to a model beside ask.py, over the same record of replies
(docs/models.md)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from ragatta.pipeline.llm.calling import Caller
from ragatta.pipeline.llm.control_tokens import inert
from ragatta.pipeline.llm.seam import Completion, Conversation, Message, Request, ToolCall, Turn
from ragatta.pipeline.llm.templates import in_words_of
from ragatta.pipeline.llm.thoughts import after


def converse(caller: Caller, said: Conversation, prompts: Mapping[str, str]) -> Turn:
    """The model's next turn; its tool calls get ids of our own. An empty turn is recorded as its call's error.
    `prompts`: see Asker.

    Raises ModelError without a reply, ContextOverflow before sending a request that may not fit, ReplyMissing if none
    is recorded and the model must not be asked.
    """
    request = Request(
        task=said.task,
        messages=tuple(_inert(message, prompts) for message in said.messages),
        schema={},
        options=caller.options(said.options),
        sample=caller.sample,
        tools=said.tools,
    )
    caller.check_fits(request)

    def usable(done: Completion) -> bool:
        return bool(_words(done) or (said.tools and done.tool_calls))

    done = caller.complete(request, usable)
    if not usable(done):
        caller.amend(error="it said nothing" if said.tools else "it said nothing without calling a tool")
    before = sum(len(message.tool_calls) for message in said.messages)
    calls = enumerate(done.tool_calls if said.tools else (), before + 1)
    return Turn(_words(done), tuple(replace(call, id=_id(number)) for number, call in calls))


def _words(done: Completion) -> str:
    return after(done.text).strip()  # a reasoning model thinks first


def _id(number: int) -> str:
    """Of a call, by its place in the conversation: a server's own ids are random, and no two runs would be equal.
    Nine letters and digits, because Mistral's templates accept nothing else."""
    return f"call{number:05}"


def _inert(message: Message, prompts: Mapping[str, str]) -> Message:
    calls = tuple(ToolCall(call.id, inert(call.name), inert(call.arguments)) for call in message.tool_calls)
    return replace(
        message,
        content=inert(in_words_of(prompts, message.content)),
        tool_calls=calls,
        tool_name=inert(message.tool_name),
    )
