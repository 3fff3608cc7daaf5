"""A request and a reply in the format of Ollama's /api/chat (its docs/api.md)."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import Field

from ragatta.pipeline.llm.backends._wire import Count, Part, arguments, offered
from ragatta.pipeline.llm.seam import BrokenReply, Message, Request, ToolCall

if TYPE_CHECKING:
    from ollama import ChatResponse


OF_THE_CALL = ("keep_alive", "think")  # options that stand beside Ollama's `options`, not in them
FORMAT = "format"
# Text, thought, tool calls, the part that ends the stream.
Reply = tuple[str, str, tuple[ToolCall, ...], "ChatResponse"]


class Ending(Part):
    """The last part of a stream, with the figures of the whole reply."""

    prompt_eval_count: Count | None = None
    eval_count: Count | None = None
    total_duration: Count | None = None  # nanoseconds
    done_reason: str | None = None


class Lengths(Part):
    context_length: list[Annotated[int, Field(gt=0)]]


def chat(model: str, request: Request, num_ctx: int) -> dict[str, Any]:
    """The call; a prompt's reply is asked for by its format."""
    options = request.options
    values = {"temperature": options.temperature, "seed": options.seed}
    if "max_tokens" not in options.omit:
        values["num_predict"] = options.max_tokens
    call: dict[str, Any] = {
        "model": model,
        "messages": [_message(message) for message in request.messages],
        "stream": True,  # only a stream shows that it was cut
        "options": {
            **{name: value for name, value in values.items() if name not in options.omit},
            "num_ctx": num_ctx,
            **{name: value for name, value in options.more.items() if name not in OF_THE_CALL},
        },
        **{name: value for name, value in options.more.items() if name in OF_THE_CALL},
    }
    if request.schema and "response_format" not in options.omit:
        return {**call, FORMAT: dict(request.schema)}
    return {**call, "tools": offered(request)} if request.tools else call


def without_format(call: dict[str, Any]) -> dict[str, Any]:
    """The same call, in which the reply may have any form."""
    return {name: value for name, value in call.items() if name != FORMAT}


def _message(message: Message) -> dict[str, Any]:
    fields: dict[str, Any] = {"role": message.role, "content": message.content}
    if message.tool_calls:
        functions = ({"name": call.name, "arguments": arguments(call)} for call in message.tool_calls)
        fields["tool_calls"] = [{"function": function} for function in functions]
    if message.role == "tool":  # which of several calls it answers is told by their order
        fields["tool_name"] = message.tool_name
    return fields


def gather(parts: Iterator[ChatResponse]) -> Reply:
    """A stream as a whole."""
    text: list[str] = []
    thought: list[str] = []
    calls: list[ToolCall] = []
    for part in parts:
        text.append(part.message.content or "")
        thought.append(part.message.thinking or "")
        for called in part.message.tool_calls or ():
            given = json.dumps(dict(called.function.arguments), ensure_ascii=False)
            calls.append(ToolCall("", called.function.name, given))
        if part.done:
            return "".join(text), "".join(thought), tuple(calls), part
    raise BrokenReply('the stream of the reply broke off: it must end with "done": true; see the Ollama server\'s log')
