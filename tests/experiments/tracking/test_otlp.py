"""A collector of OpenTelemetry receives every span, once. A stand-in on this machine decodes what is sent."""

from __future__ import annotations

import gzip
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest

from ragatta.experiments.faults import Fault
from ragatta.experiments.results.reading import open_sweep
from ragatta.experiments.tracking import otlp
from ragatta.experiments.tracking.otlp import traces_address
from ragatta.experiments.tracking.send import answered, quietly, send
from ragatta.experiments.tracking.spans import spans
from tests.standins.sweeps import Sweep


class Collector:
    """What OTLP/HTTP asks of a collector: POST /v1/traces with a protobuf message."""

    def __init__(self) -> None:
        self.requests: list[ExportTraceServiceRequest] = []
        self.headers: list[dict[str, str]] = []
        self.refuses_from: int | None = None
        outer = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                refused = outer.refuses_from is not None and len(outer.requests) >= outer.refuses_from
                if not refused and self.path == "/v1/traces":
                    body = gzip.decompress(body) if self.headers.get("Content-Encoding") == "gzip" else body
                    outer.requests.append(ExportTraceServiceRequest.FromString(body))
                    outer.headers.append(dict(self.headers))
                self.send_response(401 if refused else 200)
                self.send_header("Content-Length", "0")
                self.end_headers()

            def log_message(self, *_: Any) -> None:
                """Says nothing."""

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.address = f"http://127.0.0.1:{self._server.server_port}"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def spans(self) -> list[Any]:
        return [
            span
            for request in self.requests
            for resource in request.resource_spans
            for scope in resource.scope_spans
            for span in scope.spans
        ]

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()


@pytest.fixture
def collector(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Collector]:
    for module in ("send", "otlp"):
        monkeypatch.setattr(f"ragatta.experiments.tracking.{module}.MLRUNS", tmp_path / "mlruns")
    made = Collector()
    yield made
    made.close()


def test_every_span_arrives_once_in_batches(
    collector: Collector, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(otlp, "TOGETHER", 4)
    monkeypatch.setenv("OTEL_EXPORTER_OTLP_HEADERS", "authorization=Bearer%20key")
    sweep = open_sweep(f"{Sweep(questions=5, otlp_endpoint=collector.address).write(tmp_path / 's')}/")
    assert "10 of 10 traces sent" in send(sweep, quietly, mlflow=False)
    expected = {
        (one.trace_id("").removeprefix("tr-"), span["id"], span["parent_id"] or "", span["name"], span["start"])
        for run in sweep.runs
        for one in answered(run, sweep)
        for span in spans(one, one.trace_id(""), lambda _: None)
    }
    arrived = [
        (span.trace_id.hex(), span.span_id.hex(), span.parent_span_id.hex(), span.name, span.start_time_unix_nano)
        for span in collector.spans()
    ]
    assert len(arrived) == len(expected) == 40
    assert set(arrived) == expected
    assert len(collector.requests) == 3
    assert {headers["authorization"] for headers in collector.headers} == {"Bearer key"}

    assert "0 of 10 traces sent" in send(sweep, quietly, mlflow=False)
    assert len(collector.requests) == 3


def test_the_questions_span_has_question_answer_gold_and_scores(collector: Collector, tmp_path: Path) -> None:
    folder = Sweep("a", questions=1, scores={("a", "Q_1", 0): 0.5}, otlp_endpoint=collector.address).write(
        tmp_path / "s"
    )
    sweep = open_sweep(f"{folder}/")
    send(sweep, quietly, mlflow=False)
    root, router, *_ = collector.spans()
    told = {one.key: getattr(one.value, str(one.value.WhichOneof("value"))) for one in root.attributes}
    gold = sweep.questions["Q_1"]
    assert {
        "openinference.span.kind": "AGENT", "input.value": gold.question, "output.value": "The answer of a",
        "ragatta.expected": gold.expected, "ragatta.score": 0.5, "seconds": 0.3,
    }.items() <= told.items()  # fmt: skip
    assert not [key for key in told if key.startswith("mlflow.")]
    assert {one.key for one in router.attributes} >= {"input.value", "output.value"}


def test_what_a_collector_refused_is_sent_later(
    collector: Collector, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(otlp, "TOGETHER", 4)
    sweep = open_sweep(f"{Sweep(questions=5, otlp_endpoint=collector.address).write(tmp_path / 's')}/")
    collector.refuses_from = 1
    with pytest.raises(Fault, match=r"tracking\.otlp_endpoint .* took no traces.*ragatta log"):
        send(sweep, quietly, mlflow=False)
    collector.refuses_from = None
    assert "6 of 10 traces sent" in send(sweep, quietly, mlflow=False)
    arrived = [(span.trace_id, span.span_id) for span in collector.spans()]
    assert len(arrived) == len(set(arrived)) == 40


@pytest.mark.parametrize(("endpoint", "address"), [
    ("http://h:4318", "http://h:4318/v1/traces"),
    ("http://h:4318/", "http://h:4318/v1/traces"),
    ("https://h/api/public/otel/v1/traces", "https://h/api/public/otel/v1/traces"),
])  # fmt: skip
def test_an_endpoint_without_a_path_has_that_of_the_standard(endpoint: str, address: str) -> None:
    assert traces_address(endpoint) == address
