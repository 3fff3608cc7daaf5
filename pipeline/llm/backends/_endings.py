"""How replies end: the marks of the streams of known protocols, and the reasons that replies give for their end.

A stream that shows no such mark is not judged. Sources: the API references of OpenAI (Chat Completions, Responses,
Assistants), Anthropic (Messages), Ollama, Dify, LangServe and the AI SDK.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from ragatta.pipeline.llm.backends._json_body import END_OF_EVENTS, UNCLOSED

Event = tuple[str, Any]  # its name, "" without one, and its value
LENGTH = frozenset({"length", "max_tokens", "max_output_tokens", "model_length"})  # the limit of tokens cut the reply
FILTERED = frozenset({  # a filter of content took the reply, or the rest of it, by the names of these APIs:
    "content_filter", "content-filter",  # OpenAI, Azure, the AI SDK
    "refusal",  # Anthropic: its classifiers intervened
    "content_filtered", "guardrail_intervened",  # Bedrock
    "safety", "recitation", "blocklist", "prohibited_content", "spii", "model_armor",  # Gemini
})  # fmt: skip
FAILED = frozenset({"error"})
_REASON = """choices[0].finish_reason || done_reason || stop_reason || delta.stop_reason || finishReason
    || incomplete_details.reason || response.incomplete_details.reason || data.incomplete_details.reason"""


@dataclass(frozen=True)
class Protocol:
    """The marks of an event that show a stream to be of a protocol, and those of its end; how messages name the end."""

    name: str
    begun: str
    ended: str
    end: str


PROTOCOLS = (
    Protocol("Chat Completions", "choices with delta", "choices with finish_reason", "a finish_reason or [DONE]"),
    Protocol("Responses", r"response\..+", r"response\.(completed|incomplete)", "response.completed"),
    Protocol("Assistants", r"thread\..+", r"thread\.run\.completed|done", "thread.run.completed or [DONE]"),
    Protocol("Anthropic's Messages", "message_start|content_block_delta", "message_stop", "message_stop"),
    Protocol("Ollama", "done is false", "done is true", '"done": true'),
    Protocol(
        "Dify",
        "(message|agent_message|text_chunk|workflow_started) with (answer|task_id)",
        "message_end|workflow_finished",
        "message_end or workflow_finished",
    ),
    Protocol("LangServe", "data", "end", "event: end"),
    Protocol("AI SDK", "text-delta", "finish", "finish or [DONE]"),
)


def kinds(event: Event) -> list[str]:
    """What an event says that it is: its name, and `event` and `type` of its object."""
    name, value = event
    fields = value if isinstance(value, dict) else {}
    return [str(kind).casefold() for kind in (name, fields.get("event"), fields.get("type")) if kind]


def cut_short(events: Sequence[Event]) -> str:
    """Why a stream is not whole; "" where it is, or does not show how it ends."""
    marks = {mark for event in events for mark in _marks(event)}

    def shown(pattern: str) -> bool:
        return any(re.fullmatch(pattern, mark) for mark in marks)

    begun = [protocol for protocol in PROTOCOLS if shown(protocol.begun)]
    if END_OF_EVENTS.casefold() in marks or any(shown(protocol.ended) for protocol in begun):
        return ""
    if begun:
        return f"a stream of {begun[0].name} must end with {begun[0].end}"
    return "the stream ended within an event" if UNCLOSED in marks else ""


def reason(value: Any) -> str:
    """Why the reply ended, as an event or a whole reply says; "" where it does not say."""
    import jmespath

    found = jmespath.search(_REASON, value)
    return found.casefold() if isinstance(found, str) else ""


def _marks(event: Event) -> Iterator[str]:
    yield from kinds(event)
    fields = event[1] if isinstance(event[1], dict) else {}
    yield from (
        f"choices with {name}" for each in _choices(fields) for name, value in each.items() if value is not None
    )
    yield from (f"{fields.get('event')} with {name}" for name in ("answer", "task_id") if name in fields)
    if isinstance(done := fields.get("done"), bool):
        yield f"done is {str(done).lower()}"


def _choices(fields: dict[str, Any]) -> list[dict[str, Any]]:
    found = fields.get("choices")
    return [each for each in found if isinstance(each, dict)] if isinstance(found, list) else []
