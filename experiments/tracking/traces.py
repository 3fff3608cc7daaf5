"""Sends the traces of a run to MLflow: each once, a batch at a time, with its scores and its gold answer.

A trace is whole when it has its spans. They come last, because MLflow takes twice the time the other way round. What a
killed process left is sent again.
"""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ragatta.experiments.faults import Fault
from ragatta.experiments.results.reading import SweepResult
from ragatta.experiments.tracking import target
from ragatta.experiments.tracking.gold import log_records
from ragatta.experiments.tracking.runs import log_runs
from ragatta.experiments.tracking.spans import Answered, Reply, Span, recorded_for, spans
from ragatta.pipeline.plugins.identity import digest
from ragatta.pipeline.types import Progress

TOGETHER = 25  # traces in a batch; MLflow links at most 100 at once
PAGE = 500  # traces that MLflow lists at once
SHOWN = 1000  # characters of question and answer in the list of traces
SPANS = "mlflow.trace.spansLocation"  # a tag that MLflow sets with the spans
STATUS = {"OK": "STATUS_CODE_OK", "ERROR": "STATUS_CODE_ERROR"}


def log_sweep(
    sweep: SweepResult, answers: Mapping[str, Sequence[Answered]], progress: Progress
) -> tuple[str, int | None]:
    """Logs the runs, the gold questions and of the answers, by variation, the traces that MLflow lacks. Returns the
    experiment's id and how many traces it sent; None where the server is of a version that takes none. Raises
    Fault where MLflow refuses, Away where it does not reply."""
    from mlflow.exceptions import MlflowException

    done, of, written = 0, sum(map(len, answers.values())), 0
    logged = None
    target.reach()
    try:
        mlflow = target.client()
        logged = log_runs(mlflow, sweep)
        log_records(mlflow, logged.experiment_id, sweep)
        for label, of_run in answers.items():
            for sent, looked_at in log_traces(mlflow, logged.experiment_id, logged.runs[label], of_run):
                done, written = done + looked_at, written + sent
                progress("sending traces to MLflow", done, of)
    except (MlflowException, NotImplementedError) as fault:  # the latter by its client, for a server before 3.4
        if logged and target.lacks(fault, "traces"):
            return logged.experiment_id, None
        target.reach()
        uri, message = target.tracking_uri(), target.without_secrets(str(fault).partition("\n")[0])
        raise Fault(f"MLflow at {target.without_secrets(uri)}: {message}; ragatta log sends what is missing") from fault
    return logged.experiment_id, written


def log_traces(mlflow: Any, experiment_id: str, run_id: str, answers: Sequence[Answered]) -> Iterator[tuple[int, int]]:
    """Sends the traces of a run's answers that MLflow does not hold and links all of them to the run. Yields for each
    batch how many it sent, and how many there were."""
    named = {answered.trace_id(experiment_id): answered for answered in answers}
    logged = _ids_of_traces(mlflow, experiment_id, f"tags.run_key = '{answers[0].run_key}'") if answers else set()
    linked = _ids_of_traces(mlflow, experiment_id, f"attributes.run_id = '{run_id}'")
    reply = recorded_for(answers)
    for start in range(0, len(named), TOGETHER):
        batch = dict(list(named.items())[start : start + TOGETHER])
        missing = {trace_id: answered for trace_id, answered in batch.items() if trace_id not in logged}
        if missing:
            _send(experiment_id, missing, reply)
        if not linked.issuperset(batch):
            mlflow.link_traces_to_run(list(batch), run_id)
        yield len(missing), len(batch)


def _ids_of_traces(mlflow: Any, experiment_id: str, which: str) -> set[str]:
    """The ids of the whole traces that MLflow has of these."""
    found: set[str] = set()
    token = None
    while True:
        page = mlflow.search_traces(
            locations=[experiment_id], filter_string=which, max_results=PAGE, include_spans=False, page_token=token
        )
        found |= {trace.info.trace_id for trace in page if SPANS in trace.info.tags}
        if not (token := page.token):
            return found


def _send(experiment_id: str, answers: Mapping[str, Answered], reply: Reply) -> None:
    from mlflow.entities import Span as MlflowSpan
    from mlflow.tracing.client import TracingClient

    tracing, batch = TracingClient(), []
    for trace_id, answered in answers.items():
        made = spans(answered, trace_id, reply)
        tracing.start_trace(_info(experiment_id, trace_id, answered, made[0]))
        batch += [MlflowSpan.from_dict(_as_dict(trace_id, span)) for span in made]
    tracing.log_spans(experiment_id, batch)


def _info(experiment_id: str, trace_id: str, answered: Answered, root: Span) -> Any:
    from mlflow.entities import TraceInfo, TraceLocation, TraceState

    row = answered.row
    tokens_in, tokens_out = row.timing["tokens_in"], row.timing["tokens_out"]
    tokens = {"input_tokens": tokens_in, "output_tokens": tokens_out, "total_tokens": tokens_in + tokens_out}
    return TraceInfo(
        trace_id=trace_id,
        trace_location=TraceLocation.from_experiment_id(experiment_id),
        request_time=root["start"] // 1_000_000,
        execution_duration=(root["end"] - root["start"]) // 1_000_000,
        state=TraceState(root["status"]),
        request_preview=answered.question[:SHOWN],
        response_preview=(row.answer["answer"] or row.answer["status"])[:SHOWN],
        trace_metadata={"mlflow.trace.tokenUsage": json.dumps(tokens), "mlflow.source.name": "ragatta"},
        tags={
            "mlflow.traceName": row.question_id,
            "status": row.answer["status"],
            "sample": str(row.sample),
            "run_key": answered.run_key,
        },
        assessments=_assessments(trace_id, answered),
    )


def _assessments(trace_id: str, answered: Answered) -> list[Any]:
    """Scores as feedback, the gold answer as expectation. Their ids are digests: sent twice, they are the same."""
    from mlflow.entities import AssessmentSource, Expectation, Feedback

    code, person = AssessmentSource("CODE", "ragatta"), AssessmentSource("HUMAN", "gold")
    lost = f"lost at {answered.row.lost_at}" if answered.row.lost_at else ""
    found: list[Any] = [
        Feedback(name, value, source=code, rationale=lost, trace_id=trace_id) for name, value in answered.scores.items()
    ]
    found.append(Expectation("expected_response", answered.expected, source=person, trace_id=trace_id))
    for one in found:
        one.assessment_id = f"a-{digest([trace_id, one.name])[:32]}"
    return found


def _as_dict(trace_id: str, span: Span) -> dict[str, Any]:
    """A span in the form of MLflow's `Span.to_dict`."""
    return {
        "trace_id": _bytes(trace_id.removeprefix("tr-")),
        "span_id": _bytes(span["id"]),
        "parent_span_id": _bytes(span["parent_id"]) if span["parent_id"] else None,
        "name": span["name"],
        "start_time_unix_nano": span["start"],
        "end_time_unix_nano": span["end"],
        "events": [],
        "status": {"code": STATUS[span["status"]], "message": span["message"]},
        "attributes": span["attributes"],
        "links": [],
    }


def _bytes(digits: str) -> str:
    return b64encode(bytes.fromhex(digits)).decode()
