"""What is logged is read back through MLflow's own interface."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from ragatta.experiments.faults import Fault
from ragatta.experiments.results.outputs import write_sweep
from ragatta.experiments.results.reading import SweepResult, open_sweep
from ragatta.experiments.tracking import runs, target, track
from ragatta.experiments.tracking.runs import log_below, log_file, log_runs
from tests.standins.sweeps import Sweep, edit

FIGURES = {"score": "0.500000", "evidence_recall": "", "answered": 3, "mlflow_run_id": ""}


def written(folder: Path, **parts: Any) -> SweepResult:
    (Sweep(summary=FIGURES, **parts).write(folder) / "summary.md").write_text("| variation | score |\n", "utf-8")
    return open_sweep(f"{folder}/")


def test_a_variation_is_an_evaluation_run_with_figures_settings_table_files_and_dataset(
    mlflow: Any, tmp_path: Path
) -> None:
    sweep = written(tmp_path / "s1")
    logged = log_runs(mlflow, sweep)
    run = mlflow.get_run(logged.runs["baseline"])
    assert [*run.data.metrics][:4] == ["score", "answered", "failed", "cost_usd"]
    assert {"score": 0.5, "answered": 3, "cost_usd": 0.012345, "tokens_in": 120}.items() <= run.data.metrics.items()
    assert not run.data.metrics.keys() & {"evidence_recall", "variation", "model_digest", "mlflow_run_id"}
    assert run.data.params["architecture.name"] == "router_planner"
    assert run.data.params["retrieval.top_k"] == "8"
    told = {"mlflow.parentRunId": logged.parent, "mlflow.runType": "genai_evaluate", "run_key": f"{1:064}",
            "model": "extractive/extractive", "prompts": "none: no model was asked", "variation": "baseline",
            "corpus_digest": "c" * 64, "collection": "pdf_document_1000_200_0123456789ab"}  # fmt: skip
    assert told.items() <= run.data.tags.items()
    assert all(run.data.tags.values())
    assert run.data.tags["mlflow.note.content"].startswith("score 0.500.\n\nNot the defaults: `retrieval.top_k=8`.")
    assert {file.path for file in mlflow.list_artifacts(run.info.run_id)} >= {"questions.json", "answers.jsonl"}
    table = json.loads(Path(mlflow.download_artifacts(run.info.run_id, "questions.json")).read_text(encoding="utf-8"))
    assert dict(zip(table["columns"], table["data"][0], strict=True))["question"].startswith("What is fact")
    used = run.inputs.dataset_inputs[0].dataset
    assert (used.name, len(used.digest)) == ("papers", 12)
    rows = sweep.table("summary.csv")
    assert [row["mlflow_run_id"] for row in rows] == list(logged.runs.values())


def test_runs_begin_with_the_metric_compared_and_have_the_axes_of_the_grid_as_parameters(
    mlflow: Any, tmp_path: Path
) -> None:
    labels, figures = ("prompts=builtin", "prompts=terse"), {**FIGURES, "evidence_recall": "0.250000"}
    alike = {label: {"top_k": 5} for label in labels}
    sweep = Sweep(labels, summary=figures, retrieval=alike, info={"metric": "evidence_recall"})
    folder = sweep.write(tmp_path / "axes")
    edit(folder / "runs/02/config.yaml", lambda text: text + "prompts: {planner: {user: '{question}'}}\n")
    logged = log_runs(mlflow, open_sweep(f"{folder}/"))
    found = [mlflow.get_run(run_id).data for run_id in logged.runs.values()]
    assert [data.params["prompts"] for data in found] == ["builtin", "terse"]
    assert [next(iter(data.metrics)) for data in found] == ["evidence_recall"] * 2


def test_a_run_is_named_by_its_rank_and_what_differs_and_the_best_is_logged_last(mlflow: Any, tmp_path: Path) -> None:
    labels = (
        "architecture=predictions noise=1",
        "architecture=predictions noise=0",
        "architecture=predictions noise=2",
    )
    folder = Sweep(labels).write(tmp_path / "named")
    rows = [
        {**row, "score": score} for row, score in zip(open_sweep(f"{folder}/").summary, (0.5, 0.9, 0.1), strict=True)
    ]
    write_sweep(folder, summary=rows)
    for number, place in enumerate(sorted(folder.glob("runs/*/manifest.json"))):
        more = {"llm.options": {"noise": number}, **({"retrieval.alpha": 0.5} if number else {})}
        told = json.loads(place.read_text("utf-8"))
        edit(place, lambda _, told=told, more=more: json.dumps({**told, "config": {**told["config"], **more}}))
    logged = log_runs(mlflow, open_sweep(f"{folder}/"))
    found = [mlflow.get_run(run_id) for run_id in logged.runs.values()]
    assert [run.info.run_name for run in found] == ["2 noise=1", "1 noise=0", "3 noise=2"]
    assert found[1].info.start_time >= found[0].info.start_time >= found[2].info.start_time
    assert found[0].data.params["llm.options.noise"] == "0"
    assert "llm.options" not in found[0].data.params
    assert not any("retrieval.alpha" in run.data.params for run in found), "hybrid says the same"


def test_stages_calls_and_stated_confidence_of_a_variation_are_metrics(mlflow: Any, tmp_path: Path) -> None:
    sweep = written(tmp_path / "stages")
    stages = {"variation": "baseline", "stage": "retriever", "live_latency_p50_s": 0.25, "live_latency_p95_s": 0.5,
              "replayed_latency_p50_s": "", "replayed_latency_p95_s": "", "peak_mb": ""}  # fmt: skip
    indexing = {**dict.fromkeys(stages, ""), "variation": "baseline", "stage": "index", "peak_mb": 300.0}
    call = {"variation": "baseline", "stage": "planner", "task": "make_plan", "calls_per_answer": 1.5}
    rows = [{**stages, "measured": "answers"}, {**indexing, "measured": "command"}]
    stated = {"variation": "baseline", "confidence": "high", "answers": 8, "right": 0.75}
    write_sweep(sweep.folder, stages=rows, calls=[call, call], calibration=[stated])
    logged = log_runs(mlflow, open_sweep(f"{sweep.folder}/"))
    figures = {name: mlflow.get_run(logged.runs[name]).data.metrics for name in ("baseline", "other")}
    told = {"stages/retriever/live_latency_p50_s": 0.25, "stages/retriever/live_latency_p95_s": 0.5,
            "index_peak_mb": 300.0, "calls/planner/make_plan": 3.0,
            "confidence/high/right": 0.75, "confidence/high/answers": 8.0}  # fmt: skip
    assert {name: figures["baseline"][name] for name in figures["baseline"] if "/" in name or "peak" in name} == told
    assert not told.keys() & figures["other"].keys()


def test_the_row_of_the_sweep_tells_its_best_variation(mlflow: Any, tmp_path: Path) -> None:
    sweep = written(tmp_path / "s2")
    parent = mlflow.get_run(log_runs(mlflow, sweep).parent)
    assert parent.data.metrics["score"] == 0.5
    assert parent.data.tags["best"] == "baseline and other, by score"  # which tie
    assert parent.data.tags["mlflow.note.content"].startswith("| variation")
    note = mlflow.get_experiment_by_name("papers").tags["mlflow.note.content"]
    assert note.startswith("Latest sweep: s2. 3 questions cannot tell these two apart; ")
    assert "\n\n| variation" in note
    assert "summary.csv" in {file.path for file in mlflow.list_artifacts(parent.info.run_id)}
    assert parent.inputs.dataset_inputs


def test_the_description_of_an_experiment_stays_a_persons_own(mlflow: Any, tmp_path: Path) -> None:
    experiment = log_runs(mlflow, written(tmp_path / "s6")).experiment_id
    mlflow.set_experiment_tag(experiment, "mlflow.note.content", "ours")
    log_runs(mlflow, written(tmp_path / "s7"))
    assert mlflow.get_experiment(experiment).tags["mlflow.note.content"] == "ours"
    mlflow.set_experiment_tag(experiment, "mlflow.note.content", "")


def test_a_description_that_is_too_long_ends_with_a_line(mlflow: Any, tmp_path: Path) -> None:
    sweep = open_sweep(str(Sweep().write(tmp_path / "sweep")))
    (sweep.folder / "summary.md").write_text("| a row of the table |\n" * 1_000, encoding="utf-8")
    logged = log_runs(mlflow, sweep)
    for note in (
        mlflow.get_run(logged.parent).data.tags[runs.NOTE],
        mlflow.get_experiment(logged.experiment_id).tags[runs.NOTE],
    ):
        assert len(note) <= 8_000
        assert note.endswith(
            "| a row of the table |\n\nThe rest is in summary.md, among the artifacts of the sweep's run."
        )


def test_no_text_holds_a_secret_of_the_environment(
    mlflow: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ANOTHER_SERVICES_TOKEN", "router_planner")  # stands in the settings
    monkeypatch.setenv("MY_SECRET", "variation | score")  # and in the table
    sweep = written(tmp_path / "secret")
    logged = log_runs(mlflow, sweep)
    assert mlflow.get_run(logged.runs["baseline"]).data.params["architecture.name"] == "***"
    for tags in (mlflow.get_run(logged.parent).data.tags, mlflow.get_experiment(logged.experiment_id).tags):
        assert "| *** |" in tags["mlflow.note.content"]


def test_logged_again_nothing_is_new(mlflow: Any, tmp_path: Path) -> None:
    sweep = written(tmp_path / "s3")
    first = log_runs(mlflow, sweep)
    ended = mlflow.get_run(first.parent).info.end_time
    assert log_runs(mlflow, sweep) == first
    assert mlflow.get_run(first.parent).info.end_time == ended


def test_a_sweep_of_more_runs_than_mlflow_lists_at_once_is_logged_once(
    mlflow: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(runs, "PAGE", 2)
    sweep = written(tmp_path / "many", labels=[f"v{number}" for number in range(5)])
    first = log_runs(mlflow, sweep)
    assert log_runs(mlflow, sweep) == first
    held = mlflow.search_runs([first.experiment_id], "tags.sweep_id = 'many'")
    assert sorted(run.info.run_id for run in held) == sorted([first.parent, *first.runs.values()])
    report = tmp_path / "report.html"
    report.write_text("<h1>!</h1>")
    log_file("many", report)
    assert "report.html" in [file.path for file in mlflow.list_artifacts(first.parent)]


def test_the_tables_of_a_sweep_that_is_not_finished_are_left_to_it(mlflow: Any, tmp_path: Path) -> None:
    sweep = written(tmp_path, info={"finished": False})
    running = [*sweep.summary, {**sweep.summary[0], "variation": "finished meanwhile"}]
    write_sweep(sweep.folder, summary=running)
    before = (sweep.folder / "summary.csv").read_bytes()
    assert set(log_runs(mlflow, sweep).runs) == {"baseline", "other"}
    assert (sweep.folder / "summary.csv").read_bytes() == before


def test_a_row_that_came_since_the_sweep_was_read_stays(mlflow: Any, tmp_path: Path) -> None:
    sweep = written(tmp_path)
    write_sweep(sweep.folder, summary=[*sweep.summary, {**sweep.summary[0], "variation": "later"}])
    logged = log_runs(mlflow, sweep)
    ids = {row["variation"]: row["mlflow_run_id"] for row in sweep.table("summary.csv")}
    assert ids == {**logged.runs, "later": ""}


def test_what_a_kill_left_is_logged_anew(mlflow: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sweep = written(tmp_path / "s4")

    def killed(*_: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(runs, "_table", killed)
    with pytest.raises(KeyboardInterrupt):
        log_runs(mlflow, sweep)
    monkeypatch.undo()
    logged = log_runs(mlflow, sweep)
    held = mlflow.search_runs([logged.experiment_id], "tags.sweep_id = 's4'")
    assert sorted(run.info.run_id for run in held) == sorted([logged.parent, *logged.runs.values()])
    assert {run.info.status for run in held} == {"FINISHED"}


def test_a_report_needs_a_sweep_that_was_logged(mlflow: Any, tmp_path: Path) -> None:
    report = tmp_path / "report.html"
    report.write_text("<h1>!</h1>")
    logged = log_runs(mlflow, written(tmp_path / "s5"))
    log_file("s5", report)
    assert "report.html" in [file.path for file in mlflow.list_artifacts(logged.parent)]
    assert "report.html" not in [file.path for file in mlflow.list_artifacts(logged.runs["other"])]
    with pytest.raises(Fault, match="sweep s9 is not in MLflow"):
        log_file("s9", report)


def test_where_nothing_was_ever_logged_a_report_makes_no_store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MLFLOW_TRACKING_URI", "")
    monkeypatch.setattr("ragatta.experiments.tracking.target.DATABASE", tmp_path / "mlflow.db")
    with pytest.raises(Fault, match=r"nothing was logged in mlruns/ yet"):
        log_file("s0", tmp_path / "report.html")
    assert not (tmp_path / "mlflow.db").exists()


@pytest.mark.parametrize("of_a_server", [True, False])
def test_a_sweep_prints_the_page_of_a_server_that_compares_its_runs(
    of_a_server: bool, mlflow: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(track, "start", lambda _sweep: None)
    monkeypatch.setattr(track, "HOME", tmp_path)
    monkeypatch.setattr(target, "is_server", lambda _uri: of_a_server)
    monkeypatch.setattr(target, "reach", lambda: None)
    sweep = written(tmp_path / "page", mlflow=True)
    assert track.track(sweep) == 0
    logged = log_runs(mlflow, sweep)
    page = target.compared(logged.experiment_id, [*logged.runs.values()])
    assert (f"/#/{page}" in capsys.readouterr().err) == of_a_server


def test_another_sweep_that_describes_the_experiment_at_the_same_moment_costs_nothing(
    mlflow: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from mlflow.exceptions import MlflowException

    write, races = mlflow.set_experiment_tag, [MlflowException("UNIQUE constraint failed: experiment_tags.key")]

    def raced(*told: str) -> None:
        if races:
            raise races.pop()
        write(*told)

    monkeypatch.setattr(mlflow, "set_experiment_tag", raced)
    sweep = Sweep(summary=FIGURES).write(tmp_path / "raced")
    (sweep / "summary.md").write_text("| variation |\n", "utf-8")
    logged = log_runs(mlflow, open_sweep(f"{sweep}/"))
    assert not races
    assert "| variation |" in mlflow.get_experiment(logged.experiment_id).tags["mlflow.note.content"]


def test_what_was_found_about_a_sweep_is_a_run_below_it(mlflow: Any, tmp_path: Path) -> None:
    sweep = written(tmp_path / "diagnosed")
    write_sweep(sweep.folder, found=[{"stage": "retrieval", "gain": 0.2}])
    below = (sweep, "diagnosis of baseline", "S.", {"retrieval_gain": 0.2}, sweep.folder / "found.csv")
    with pytest.raises(Fault, match=r"found\.csv was to be logged"):
        log_below(*below)
    logged = log_runs(mlflow, sweep)
    assert "found.csv" in {file.path for file in mlflow.list_artifacts(logged.parent)}, "every table of the sweep"
    log_below(*below)
    found = mlflow.search_runs([logged.experiment_id], "tags.variation = 'diagnosis of baseline'")
    (run,) = [one for one in found if one.data.tags["sweep_id"] == "diagnosed"]
    assert run.data.metrics == {"retrieval_gain": 0.2}
    assert run.data.tags["mlflow.note.content"] == "S."
    assert run.data.tags["mlflow.parentRunId"] == logged.parent
    assert [file.path for file in mlflow.list_artifacts(run.info.run_id)] == ["found.csv"]
    assert log_runs(mlflow, sweep) == logged, "a sweep that is logged again keeps its runs"
