"""An entry in the record of replies as JSON values: the request, the model, and the reply or the failure.

See docs/design.md, "Identity".
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from ragatta.pipeline.llm.seam import (
    Completion,
    ContextOverflow,
    Filtered,
    InvalidReply,
    Message,
    ModelError,
    ModelIdentity,
    ModelTimeout,
    Refused,
    Request,
    ToolCall,
    UnusableReply,
)
from ragatta.pipeline.plugins.identity import digest

_ASKED = ("model", "messages", "schema", "options", "sample")
_TOOLS = "tools"  # asked too, of a conversation that has some
_OPTIONAL = (_TOOLS, "tool")  # "tool": in older entries, where a reply could be a forced call
_ABOUT_TOOLS = ("tool_calls", "tool_call_id", "tool_name")  # of a message that has to do with any
# What one call can die of; a model that is not there at all is no reply to any question.
_FAILURES = {
    kind.__name__: kind
    for kind in (ModelError, ModelTimeout, ContextOverflow, InvalidReply, UnusableReply, Refused, Filtered)
}


@dataclass(frozen=True)
class Failure:
    """A call that gave no reply: the error, and the seconds until it came."""

    error: ModelError
    seconds: float


def call_key(identity: ModelIdentity, request: Request) -> str:
    """A hash of everything that can change the reply; `options.model` enters as the identity it resolves to."""
    return digest(asked(identity, request))


def entry_key(entry: Mapping[str, Any]) -> str:
    """The key of an entry, computed from its own record of the request. Raises KeyError if that is missing."""
    return digest({name: entry[name] for name in (*_ASKED, *(name for name in _OPTIONAL if name in entry))})


def asked(identity: ModelIdentity, request: Request) -> dict[str, Any]:
    """The request and the model in an entry."""
    options = asdict(request.options)
    del options["model"]
    for unset in [name for name in ("more", "omit") if not options[name]]:
        del options[unset]
    return {
        "model": asdict(identity),
        "messages": [_message_fields(message) for message in request.messages],
        "schema": request.schema,
        "options": options,
        "sample": request.sample,
        **({_TOOLS: [asdict(tool) for tool in request.tools]} if request.tools else {}),
    }


def _message_fields(message: Message) -> dict[str, Any]:
    fields = {**vars(message), "tool_calls": [asdict(call) for call in message.tool_calls]}
    return {name: value for name, value in fields.items() if value or name not in _ABOUT_TOOLS}


def replied(completion: Completion) -> dict[str, Any]:
    """The fields of an entry with a reply."""
    always = ("text", "tokens_in", "tokens_out", "seconds")
    return {"reply": {name: value for name, value in asdict(completion).items() if value or name in always}}


def failed(error: ModelError, seconds: float) -> dict[str, Any]:
    """The fields of an entry for a call without a reply."""
    kind = next(kind.__name__ for kind in type(error).__mro__ if kind.__name__ in _FAILURES)
    return {"reply": None, "failure": {"kind": kind, "message": str(error), "seconds": seconds}}


def checked(entry: Any) -> dict[str, Any]:
    """The entry, if a reply or a failure can be read from it. Raises ValueError."""
    try:
        if entry["reply"]:
            completion_of(entry)
        else:
            failure_of(entry)
        return {**entry, "task": str(entry["task"])}
    except (TypeError, KeyError, AttributeError) as error:
        raise ValueError(f"neither a reply nor a failure ({type(error).__name__}: {error})") from error


def completion_of(entry: Mapping[str, Any]) -> Completion:
    """The reply of an entry that has one."""
    reply = entry["reply"]
    calls = tuple(ToolCall(**call) for call in reply.get("tool_calls", ()))
    return Completion(**{**reply, "tool_calls": calls})


def failure_of(entry: Mapping[str, Any]) -> Failure:
    """The failure of an entry without a reply."""
    failure = entry["failure"]
    return Failure(_FAILURES[failure["kind"]](failure["message"]), failure["seconds"])
