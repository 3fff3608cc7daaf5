"""What is logged is read back through MLflow's own interface."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from ragatta.experiments.faults import Fault
from ragatta.experiments.tracking import store as tracking

ROWS = [
    {
        "question_id": f"q{number}", "sample": 0, "answer": "7 €" * 500, "status": "answered", "limitations": "",
        "context": [], "steps": [{
            "name": "retriever", "tokens_in": 4, "tokens_out": 2, "fallbacks": 0, "notes": [], "details": {"hits": [[
                {"chunk": "a.pdf#0", "pages": [1, 1], "found_by": "bm25", "rank": 1, "score": 1.0, "similarity": 0.5},
            ]]},
        }],
    }
    for number in range(3)
]  # fmt: skip
PARTS = [{"name": "search", "seconds": 0.2}, {"name": "window", "seconds": 0.0}]
TOOK = {"seconds": 0.5, "live_calls": 0, "replayed_calls": 0, "replayed_seconds": 0.0}
TIMINGS = [
    {
        "question_id": f"q{number}", "sample": 0, "answered_now": True, "started": 1_700_000_000.0, **TOOK,
        "tokens_in": 4, "tokens_out": 2, "stages": [{"name": "retriever", "calls": [], "parts": PARTS, **TOOK}],
    }
    for number in range(3)
]  # fmt: skip
SCORES = [
    {"question_id": f"q{number}", "sample": 0, "scores": {}, "lost_at": "", "evidence": []} for number in range(3)
]


@pytest.fixture(scope="module", autouse=True)
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """A store of MLflow of its own; making it takes seconds, so the tests share it."""
    home = tmp_path_factory.mktemp("mlruns")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tracking, "MLRUNS", home)
        patch.setattr(tracking, "DATABASE", home / "mlflow.db")
        patch.setattr(tracking, "STORE", f"sqlite:///{home}/mlflow.db")
        yield


def child(folder: Path, **changes: Any) -> dict[str, Any]:
    folder.mkdir(parents=True, exist_ok=True)
    for name, rows in (("answers", ROWS), ("timings", TIMINGS), ("scores", SCORES)):
        (folder / f"{name}.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    (folder / "config.yaml").write_text("variation: baseline\n")
    (folder / "manifest.json").write_text("{}")
    return {
        "name": "baseline", "params": {"architecture.name": "router_planner", "llm.seed": 0},
        "metrics": {"score": 0.5, "empty": float("nan"), "variation": "baseline"}, "tags": {"run_key": "k" * 64},
        "folder": folder, "table": {"question_id": ["q0", "q1"], "score": [1.0, None]},
        "questions": {f"q{number}": "What?" for number in range(3)}, **changes,
    }  # fmt: skip


def logged(name: str, *children: dict[str, Any]) -> list[str]:
    return tracking.log_sweep(name, "garden", {"sweep_id": name}, children, [])


def linked(run_id: str) -> set[str]:
    mlflow = tracking.client()
    found = mlflow.search_traces(
        locations=[mlflow.get_run(run_id).info.experiment_id], run_id=run_id, include_spans=False
    )
    return {trace.info.trace_id for trace in found}


def test_a_report_needs_a_sweep_that_was_logged(tmp_path: Path) -> None:
    report = tmp_path / "report.html"
    report.write_text("<h1>!</h1>")
    if not tracking.DATABASE.exists():
        with pytest.raises(Fault, match=r"nothing was logged in .* yet"):
            tracking.log_report("s0", report)
    parent, run = logged("s0", child(tmp_path / "01", questions={}))
    tracking.log_report("s0", report)
    mlflow = tracking.client()
    assert [file.path for file in mlflow.list_artifacts(parent)] == ["report.html"]
    assert "report.html" not in [file.path for file in mlflow.list_artifacts(run)]
    with pytest.raises(Fault, match="sweep s9 is not in MLflow"):
        tracking.log_report("s9", report)


def test_a_run_has_its_params_metrics_table_and_files(tmp_path: Path) -> None:
    parent, run_id = logged("s1", child(tmp_path / "01"))
    mlflow = tracking.client()
    run = mlflow.get_run(run_id)
    assert run.data.params == {"architecture.name": "router_planner", "llm.seed": "0"}
    assert run.data.metrics == {"score": 0.5}
    assert run.data.tags["mlflow.parentRunId"] == parent
    assert {file.path for file in mlflow.list_artifacts(run_id)} >= {"questions.json", "answers.jsonl", "config.yaml"}
    assert json.loads(run.data.tags["mlflow.loggedArtifacts"]) == [{"path": "questions.json", "type": "table"}]
    table = json.loads(Path(mlflow.download_artifacts(run_id, "questions.json")).read_text(encoding="utf-8"))
    assert table == {"columns": ["question_id", "score"], "data": [["q0", 1.0], ["q1", None]]}


def test_traces_are_read_back_whole_and_the_same_answers_are_not_written_twice(tmp_path: Path) -> None:
    first, second = (logged(name, child(tmp_path / "01"))[1] for name in ("s2", "s3"))
    assert len(linked(first)) == 3
    assert linked(second) == linked(first)
    trace = tracking.client().get_trace(min(linked(first)))
    assert (trace.info.request_preview, trace.info.state.value) == ("What?", "OK")
    assert (trace.info.request_time, trace.info.execution_duration) == (1_700_000_000_000, 500)
    assert [(span.name, span.span_type) for span in trace.data.spans] == [
        ("router_planner", "AGENT"), ("retriever", "CHAIN"), ("step 1", "RETRIEVER"),
    ]  # fmt: skip
    assert trace.data.spans[2].outputs[0]["metadata"]["pages"] == [1, 1]
    assert trace.data.spans[0].outputs["messages"][0]["content"] == "7 €" * 500
    assert trace.info.token_usage == {"input_tokens": 4, "output_tokens": 2, "total_tokens": 6}


def test_without_questions_there_are_no_traces(tmp_path: Path) -> None:
    assert linked(logged("s4", child(tmp_path / "01", questions={}))[1]) == set()


def test_a_deleted_trace_is_written_again(tmp_path: Path) -> None:
    run_id = logged("s5", child(tmp_path / "01"))[1]
    gone = min(linked(run_id))
    mlflow = tracking.client()
    mlflow.delete_traces(mlflow.get_run(run_id).info.experiment_id, trace_ids=[gone])
    assert gone in linked(logged("s6", child(tmp_path / "01"))[1])
