"""Traces of applications → the questions that they were asked: OpenTelemetry's OTLP as JSON, MLflow's traces, and the
spans of Phoenix, one a line.

A trace is one question: that of its root span, else of the first span that has one. What a span returned is an answer
that was given, and what it retrieved was not checked by anyone: neither is taken. Sources: OTLP 1.x, "JSON Protobuf
Encoding"; OpenInference and OpenTelemetry's GenAI semantic conventions; mlflow.entities.Trace.to_json (3.x).
"""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ragatta.eval.gold.spoken import asked, read

# Attributes with what a span was asked, the surest first; such as are numbered ("llm.input_messages.0...") follow.
INPUTS = (
    "input.value", "mlflow.spanInputs", "gen_ai.input.messages", "langfuse.observation.input", "langfuse.trace.input",
    "traceloop.entity.input", "gen_ai.prompt", "input", "question", "query",
)  # fmt: skip
MESSAGE = re.compile(r"(?:gen_ai\.prompt|llm\.input_messages)\.(\d+)\.(?:message\.)?(role|content)")


@dataclass(frozen=True)
class Span:
    """A step of a trace; `parent` is "" at its root."""

    trace: str
    parent: str
    start: str
    attributes: Mapping[str, Any]


def traced(objects: Iterable[tuple[str, Mapping[str, Any]]]) -> list[tuple[str, Mapping[str, Any]]]:
    """An object with the question of each trace, and the trace as its place, in order; then the objects that are no
    spans, as they are. None if there is no span. The object of a trace without a question is empty."""
    traces: dict[str, list[Span]] = defaultdict(list)
    others = []
    for where, one in objects:
        own = [*spans(one)]
        for span in own:
            traces[span.trace].append(span)
        others += [] if own else [(where, one)]
    return [*((f"trace {name}", _record(own)) for name, own in traces.items()), *others] if traces else []


def spans(one: Mapping[str, Any]) -> Iterator[Span]:
    """The spans of an object of any of the forms; none if it is of no such form."""
    for resource in _objects(one.get("resourceSpans")):
        for scope in _objects(resource.get("scopeSpans") or resource.get("instrumentationLibrarySpans")):
            for span in _objects(scope.get("spans")):
                yield _span(span, {str(part.get("key")): _value(part.get("value")) for part in _pairs(span)})
    data = one.get("data")
    for span in _objects(data.get("spans") if isinstance(data, dict) else None):
        yield _span(span, span.get("attributes") or {})
    context = one.get("context")
    if (isinstance(context, dict) and "trace_id" in context) or "context.trace_id" in one:
        own = {**(context if isinstance(context, dict) else {}), **one}
        yield _span(own, {**_dotted(one.get("attributes")), **_prefixed(one)})


def _span(span: Mapping[str, Any], attributes: Mapping[str, Any]) -> Span:
    def first(*names: str) -> str:
        return str(next((span[name] for name in names if span.get(name)), ""))

    return Span(
        first("traceId", "trace_id", "context.trace_id"),
        first("parentSpanId", "parent_span_id", "parent_id"),
        first("startTimeUnixNano", "start_time_unix_nano", "start_time"),
        attributes,
    )


def _record(own: Sequence[Span]) -> dict[str, Any]:
    for span in sorted(own, key=lambda one: (bool(one.parent), one.start)):
        if question := _question(span.attributes):
            return {"question": question}
    return {}


def _question(attributes: Mapping[str, Any]) -> str:
    found = next((text for name in INPUTS if (text := asked(attributes.get(name)))), "")
    if found:
        return found
    messages: dict[int, dict[str, Any]] = defaultdict(dict)
    for at, one in enumerate(_objects(read(attributes.get("llm.input_messages")))):
        message = held if isinstance(held := one.get("message"), dict) else one
        messages[at] = {name.removeprefix("message."): part for name, part in message.items()}
    for name, value in attributes.items():
        if match := MESSAGE.fullmatch(name):
            messages[int(match[1])][match[2]] = value
    return asked([messages[at] for at in sorted(messages)])


def _objects(value: Any) -> list[Mapping[str, Any]]:
    return [one for one in value if isinstance(one, dict)] if isinstance(value, list) else []


def _pairs(span: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    return _objects(span.get("attributes"))


def _value(value: Any) -> Any:
    """A value of OTLP: one of `stringValue`, `intValue` and so on; `arrayValue` and `kvlistValue` hold others."""
    if not isinstance(value, dict) or not value:
        return value
    (name, held), *_ = value.items()
    inside = _objects(held.get("values")) if isinstance(held, dict) else []
    if name == "arrayValue":
        return [_value(one) for one in inside]
    return {str(one.get("key")): _value(one.get("value")) for one in inside} if name == "kvlistValue" else held


def _dotted(value: Any, above: str = "") -> dict[str, Any]:
    """Nested attributes by their names with points."""
    if isinstance(value, str) and value.lstrip().startswith("{"):
        try:
            value = json.loads(value)
        except ValueError:
            return {}
    if not isinstance(value, dict):
        return {above: value} if above else {}
    found: dict[str, Any] = {above: value} if above else {}
    for name, part in value.items():
        found |= _dotted(part, f"{above}.{name}" if above else str(name))
    return found


def _prefixed(one: Mapping[str, Any]) -> dict[str, Any]:
    return {name.removeprefix("attributes."): part for name, part in one.items() if name.startswith("attributes.")}
