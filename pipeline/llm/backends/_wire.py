"""The common parts of the chat formats of Ollama and OpenAI: tools and their calls."""

from __future__ import annotations

import json
from typing import Annotated, Any, TypeVar

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError

from ragatta.pipeline.llm.backends._server import Server
from ragatta.pipeline.llm.seam import Request, ToolCall, UnusableReply


def _whole(value: Any) -> Any:
    """Some servers write a count as 50.0."""
    return int(value) if isinstance(value, float) and value.is_integer() else value


Count = Annotated[int, BeforeValidator(_whole), Field(ge=0, le=10**15)]  # tokens, or nanoseconds


class Part(BaseModel):
    """A part of a reply; the fields that are read are checked."""

    model_config = ConfigDict(strict=True, extra="ignore")


P = TypeVar("P", bound=Part)


def checked(kind: type[P], value: Any, server: Server) -> P:
    """The reply as its type. Raises InvalidReply that names the first field that is wrong."""
    try:
        return kind.model_validate(value)
    except ValidationError as error:
        raise server.invalid(first_fault(error)) from None


def first_fault(error: ValidationError) -> str:
    """The first wrong field and what it should be, without its value."""
    fault = error.errors(include_input=False, include_url=False)[0]
    field = ".".join(map(str, fault["loc"])) or "the whole"
    return f"has a wrong field: {field}: {fault['msg'].lower()}"


def from_thought(thought: str, request: Request, cut: bool, who: str, fix: str) -> str:
    """The text of a reply that holds a thought alone: the thought, if an object was asked for, for some servers leave
    it there. Raises UnusableReply, with the `fix`, if the thought took all of the tokens."""
    if thought and cut:
        raise UnusableReply(
            f"{who} was still thinking at max_tokens={request.options.max_tokens} and gave no answer; raise the "
            f"agent's max_tokens, or {fix}"
        )
    return thought if request.schema else ""


def offered(request: Request) -> list[dict[str, Any]]:
    """The tools of a conversation as functions."""
    return [
        {
            "type": "function",
            "function": {"name": tool.name, "description": tool.description, "parameters": dict(tool.parameters)},
        }
        for tool in request.tools
    ]


def arguments(call: ToolCall) -> dict[str, Any]:
    """The arguments of the model's own tool call, to be shown to it again; an empty object if they are unreadable,
    because servers refuse what they cannot parse."""
    try:
        found = json.loads(call.arguments)
    except (ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}
