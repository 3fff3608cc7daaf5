"""A request and a reply in the format of the Chat Completions API."""

from __future__ import annotations

import json
from collections.abc import Collection, Sequence
from typing import Any

from pydantic import ConfigDict

from ragatta.pipeline.llm.backends._wire import Count, Part, arguments, offered
from ragatta.pipeline.llm.seam import Message, Refused, Request, ToolCall

LIMIT = "max_tokens"
NEW_LIMIT = "max_completion_tokens"  # its newer name: some models refuse the old one, some servers do not know this one
FORMAT = "response_format"
SCHEMA, OBJECT = "json_schema", "json_object"  # its forms, the stricter first


class Function(Part):
    name: str | None = None
    arguments: Any = None


class Called(Part):
    id: str | None = None
    function: Function | None = None


class Piece(Part):
    """A piece of a text; one of a thought has another type."""

    type: str | None = None
    text: str | None = None
    refusal: str | None = None


class ReplyMessage(Part):
    content: str | list[Piece | str] | None = None
    reasoning_content: Any = None  # the thought of a reasoning model, by the names of vLLM, DeepSeek and llama.cpp,
    reasoning: Any = None  # and of OpenRouter
    refusal: str | None = None
    tool_calls: list[Called] | None = None


class Choice(Part):
    message: ReplyMessage
    finish_reason: str | None = None


class Usage(Part):
    prompt_tokens: Count | None = None
    completion_tokens: Count | None = None


class ChatReply(Part):
    choices: list[Choice] | None = None
    usage: Usage | None = None


class ListedModel(Part):
    model_config = ConfigDict(strict=True, extra="allow")

    id: str


class ModelList(Part):
    data: list[ListedModel] | None = None


def chat(model: str, request: Request, limits: Sequence[str], without: Collection[str]) -> dict[str, Any]:
    """The call, without the user's own options. `limits` are names of the limit of the reply, the better one first;
    `without` are the parameters that the server refuses."""
    options = request.options
    call: dict[str, Any] = {"model": model, "messages": [_message(message) for message in request.messages]}
    values = {"temperature": options.temperature, "seed": options.seed}
    if limit := next((name for name in limits if name not in without and LIMIT not in options.omit), ""):
        values[limit] = options.max_tokens
    call |= {name: value for name, value in values.items() if name not in (*without, *options.omit)}
    form = next((name for name in (SCHEMA, OBJECT) if name not in without), "")
    if request.schema and form and FORMAT not in options.omit:
        call[FORMAT] = schema_format(request) if form == SCHEMA else {"type": form}
    if tools := offered(request):
        call["tools"] = tools
    return call


def _message(message: Message) -> dict[str, Any]:
    if message.role == "tool":
        return {"role": "tool", "tool_call_id": message.tool_call_id, "content": message.content}
    if not message.tool_calls:
        return {"role": message.role, "content": message.content}
    calls = [
        {
            "id": call.id,
            "type": "function",
            "function": {"name": call.name, "arguments": json.dumps(arguments(call), ensure_ascii=False)},
        }
        for call in message.tool_calls
    ]
    return {"role": message.role, "content": message.content or None, "tool_calls": calls}


def schema_format(request: Request) -> dict[str, Any]:
    """The reply's JSON schema in strict mode."""
    schema = {"name": request.task.name, "strict": True, "schema": dict(request.schema)}
    return {"type": SCHEMA, SCHEMA: schema}


def text_and_calls(message: ReplyMessage) -> tuple[str, tuple[ToolCall, ...]]:
    """The text and the tool calls. Raises Refused where the message has neither and its own field for a refusal has
    words."""
    calls = tuple(
        ToolCall(called.id or "", called.function.name or "", _json(called.function.arguments))
        for called in message.tool_calls or ()
        if called.function
    )
    text = _text(message.content)
    if not text.strip() and not calls and (words := _refusal(message).strip()):
        raise Refused(words)
    return text, calls


def thought(message: ReplyMessage) -> str:
    """What the model thought, if the server tells it apart."""
    thoughts = (message.reasoning_content, message.reasoning)
    return next((each for each in thoughts if isinstance(each, str) and each.strip()), "")


def _text(content: str | list[Piece | str] | None) -> str:
    if not isinstance(content, list):
        return content or ""
    pieces = (Piece(text=each) if isinstance(each, str) else each for each in content)
    return "".join(each.text or "" for each in pieces if each.type in (None, "text", "output_text"))


def _refusal(message: ReplyMessage) -> str:
    """The words of a refusal, which is a field of the message or a piece of its content."""
    pieces = message.content if isinstance(message.content, list) else []
    return message.refusal or "".join(each.refusal or "" for each in pieces if isinstance(each, Piece))


def _json(value: Any) -> str:
    """Some servers send the object itself instead of its text."""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
