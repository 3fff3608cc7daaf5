"""Sends traces as OpenTelemetry spans to any collector that takes OTLP over HTTP (Phoenix, Langfuse, Jaeger).

Attributes follow OpenTelemetry's conventions for generative AI, and OpenInference where those have none. A collector
cannot be asked what it holds, so the ids of what it took are kept below mlruns/.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Any
from urllib.parse import urlsplit

from ragatta.experiments.faults import Fault
from ragatta.experiments.paths import MLRUNS
from ragatta.experiments.tracking.spans import INPUTS, OUTPUTS, Answered, Span, recorded_for, spans
from ragatta.pipeline.machine.lines import append_lines
from ragatta.pipeline.plugins.identity import digest, short

TOGETHER = 50  # traces in a request
KINDS = {"CHAT_MODEL": "LLM"}  # OpenInference's names of kinds; the others are the same
NAMES = {INPUTS: "input.value", OUTPUTS: "output.value", "mlflow.llm.model": "gen_ai.request.model",
         "mlflow.llm.provider": "gen_ai.provider.name", "tokens_in": "gen_ai.usage.input_tokens",
         "tokens_out": "gen_ai.usage.output_tokens"}  # fmt: skip


def traces_address(endpoint: str) -> str:
    """The address of a collector's traces: /v1/traces where the endpoint has no path of its own."""
    return endpoint.rstrip("/") + "/v1/traces" if urlsplit(endpoint).path in ("", "/") else endpoint


def export_traces(
    endpoint: str, experiment_id: str, answers: Sequence[Answered], progress: Callable[[int, int], None]
) -> int:
    """Sends the traces that the collector was not sent yet; returns how many. Headers, certificates and time-outs are
    those of OpenTelemetry's environment variables. Raises Fault where the collector refuses them."""
    from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
    from opentelemetry.sdk.resources import Resource
    from opentelemetry.sdk.trace.export import SpanExportResult

    taken = MLRUNS / "otlp" / f"{short(digest(endpoint))}.txt"
    sent_ids = set(taken.read_text(encoding="utf-8").split()) if taken.exists() else set()
    named = {answered.trace_id(experiment_id): answered for answered in answers}
    missing = [trace_id for trace_id in named if trace_id not in sent_ids]
    done = len(named) - len(missing)
    reply, resource = recorded_for(answers), Resource({"service.name": "ragatta"})
    exporter = OTLPSpanExporter(endpoint=traces_address(endpoint))
    for start in range(0, len(missing), TOGETHER):
        ids = missing[start : start + TOGETHER]
        made = [
            readable(span, trace_id, named[trace_id], resource)
            for trace_id in ids
            for span in spans(named[trace_id], trace_id, reply)
        ]
        if exporter.export(made) is not SpanExportResult.SUCCESS:
            raise Fault(
                f"tracking.otlp_endpoint ({endpoint}) took no traces: is a collector there, and does it want a key in "
                "OTEL_EXPORTER_OTLP_HEADERS? ragatta log sends what is missing"
            )
        append_lines(taken, "".join(f"{trace_id}\n" for trace_id in ids))
        done += len(ids)
        progress(done, len(named))
    exporter.shutdown()  # type: ignore[no-untyped-call]
    return len(missing)


def readable(span: Span, trace_id: str, answered: Answered, resource: Any) -> Any:
    """The span as OpenTelemetry's own type."""
    from opentelemetry.sdk.trace import ReadableSpan
    from opentelemetry.sdk.util.instrumentation import InstrumentationScope
    from opentelemetry.trace import SpanContext, Status, StatusCode, TraceFlags

    def context(span_id: str) -> SpanContext:
        return SpanContext(int(trace_id.removeprefix("tr-"), 16), int(span_id, 16), False, TraceFlags(1))

    code = StatusCode.ERROR if span["status"] == "ERROR" else StatusCode.OK
    return ReadableSpan(
        name=span["name"],
        context=context(span["id"]),
        parent=context(span["parent_id"]) if span["parent_id"] else None,
        resource=resource,
        attributes=_attributes(span, answered),
        start_time=span["start"],
        end_time=span["end"],
        status=Status(code, span["message"] or None),
        instrumentation_scope=InstrumentationScope("ragatta"),
    )


def _attributes(span: Span, answered: Answered) -> dict[str, Any]:
    """Numbers and texts as they are, all else as JSON; the question's span has its scores too."""
    found: dict[str, Any] = {"openinference.span.kind": KINDS.get(span["type"], span["type"])}
    for key, text in span["attributes"].items():
        if key in NAMES or not key.startswith("mlflow."):
            found[NAMES.get(key, key)] = _plain(json.loads(text))
    if span["parent_id"] is None:
        found |= {
            "input.value": answered.question,
            "output.value": answered.row.answer["answer"],
            "ragatta.question_id": answered.row.question_id,
            "ragatta.run_key": answered.run_key,
            "ragatta.expected": _plain(answered.expected),
            **{f"ragatta.{name}": value for name, value in answered.scores.items()},
        }
    return found


def _plain(value: Any) -> Any:
    return value if isinstance(value, str | int | float) else json.dumps(value, ensure_ascii=False)
