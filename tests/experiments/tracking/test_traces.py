"""Traces are read back through MLflow's own interface, with their scores and gold answers."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from mlflow.tracing.client import TracingClient

from ragatta.experiments.faults import Fault
from ragatta.experiments.results.reading import SweepResult, open_sweep
from ragatta.experiments.tracking import target, traces
from ragatta.experiments.tracking.runs import log_runs
from ragatta.experiments.tracking.send import answered, main, quietly, send
from tests.standins.sweeps import Sweep

LONG = "7 €" * 500
SCORES = {("baseline", "Q_1", 0): 0.5}


def written(folder: Path, **parts: Any) -> SweepResult:
    return open_sweep(f"{Sweep(answer=LONG, scores=SCORES, **parts).write(folder)}/")


def linked(mlflow: Any, sweep: SweepResult, label: str = "baseline") -> set[str]:
    logged = log_runs(mlflow, sweep)
    found = mlflow.search_traces(
        locations=[logged.experiment_id], run_id=logged.runs[label], include_spans=False, max_results=500
    )
    return {trace.info.trace_id for trace in found}


def test_a_trace_has_spans_scores_and_the_gold_answer(mlflow: Any, tmp_path: Path) -> None:
    sweep = written(tmp_path / "s1", questions=1)
    assert "2 of 2 traces sent to MLflow" in send(sweep, quietly, mlflow=True)
    (trace_id,) = linked(mlflow, sweep)
    trace = mlflow.get_trace(trace_id)
    question = sweep.questions["Q_1"]
    assert (trace.info.request_preview, trace.info.state.value) == (question.question, "OK")
    assert (trace.info.request_time, trace.info.execution_duration) == (1_700_000_000_000, 300)
    assert trace.info.tags["mlflow.traceName"] == "Q_1"
    assert [(span.name, span.span_type) for span in trace.data.spans] == [
        ("router_planner", "AGENT"), ("router", "CHAIN"), ("retriever", "CHAIN"), ("step 1", "RETRIEVER"),
    ]  # fmt: skip
    assert trace.data.spans[3].outputs[0]["metadata"]["found_by"] == "semantic"
    assert trace.data.spans[0].outputs["messages"][0]["content"] == f"{LONG} of baseline"
    found = {one.name: (one.source.source_type, one.value, one.rationale) for one in trace.info.assessments}
    assert found == {
        "score": ("CODE", 0.5, "lost at not_retrieved"),
        "evidence_recall": ("CODE", 0.5, "lost at not_retrieved"),
        "expected_response": ("HUMAN", question.expected, None),
    }


def test_a_sweep_of_one_variation_is_sent_by_the_process_beside_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    sweep = written(tmp_path / "s", labels=("baseline",), questions=1)
    monkeypatch.setattr("ragatta.experiments.tracking.send.send", lambda sent, _, mlflow: f"{len(sent.runs)} {mlflow}")
    assert main([f"{sweep.folder}/"]) == 0
    assert capsys.readouterr().err == f"1 {sweep.runs[0].config['tracking']['mlflow']}\n"


def test_the_same_answers_are_sent_once_and_belong_to_each_sweep(mlflow: Any, tmp_path: Path) -> None:
    first, second = (written(tmp_path / name, questions=3) for name in ("s2", "s3"))
    send(first, quietly, mlflow=True)
    assert "0 of 6 traces sent to MLflow" in send(second, quietly, mlflow=True)
    assert len(linked(mlflow, first)) == 3
    assert linked(mlflow, second) == linked(mlflow, first)


def test_a_deleted_trace_is_sent_again(mlflow: Any, tmp_path: Path) -> None:
    sweep = written(tmp_path / "s4", questions=2)
    send(sweep, quietly, mlflow=True)
    gone = min(linked(mlflow, sweep))
    mlflow.delete_traces(log_runs(mlflow, sweep).experiment_id, trace_ids=[gone])
    assert "1 of 4 traces sent" in send(sweep, quietly, mlflow=True)
    assert gone in linked(mlflow, sweep)


def test_killed_in_the_middle_it_goes_on_where_it_was(
    mlflow: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At the worst moment too: when traces are begun, and have no spans yet."""
    monkeypatch.setattr(traces, "TOGETHER", 2)
    sweep = written(tmp_path / "s5", questions=5)
    logged, batches = log_runs(mlflow, sweep), []
    answers = answered(sweep.runs[0], sweep)
    for batch in traces.log_traces(mlflow, logged.experiment_id, logged.runs["baseline"], answers):
        batches.append(batch)
        if len(batches) == 2:
            break
    killed = {answers[4].trace_id(logged.experiment_id): answers[4]}
    monkeypatch.setattr(TracingClient, "log_spans", lambda *_: None)
    traces._send(logged.experiment_id, killed, lambda _: None)
    monkeypatch.undo()
    assert "6 of 10 traces sent" in send(sweep, quietly, mlflow=True)
    assert len(linked(mlflow, sweep)) == 5
    whole = [mlflow.get_trace(trace_id) for trace_id in linked(mlflow, sweep)]
    assert {len(trace.data.spans) for trace in whole} == {4}
    assert {len(trace.info.assessments) for trace in whole} == {3}


def test_a_server_that_is_not_there_is_named_without_its_password(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MLFLOW_TRACKING_URI", "http://me:secret@127.0.0.1:9")
    monkeypatch.setenv("MLFLOW_HTTP_REQUEST_MAX_RETRIES", "0")
    monkeypatch.setattr(target, "reach", lambda: None)  # it went away after its first reply
    monkeypatch.setattr("ragatta.experiments.tracking.send.MLRUNS", tmp_path)
    with pytest.raises(Fault, match=r"MLflow at http://127\.0\.0\.1:9: .*ragatta log sends what is missing") as fault:
        send(written(tmp_path / "s6"), quietly, mlflow=True)
    assert "secret" not in str(fault.value)
