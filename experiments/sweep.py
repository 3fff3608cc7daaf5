"""make sweep, make run: every point of a grid over the gold questions, then the table, the files and MLflow."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from time import perf_counter
from typing import Any

from experiments import console
from experiments.arguments import overrides_of, parser
from experiments.config import Point, compose_grid, flat
from experiments.dataset import open_course
from experiments.faults import Fault, run_command
from experiments.forecast import forecast
from experiments.lineage import commit
from experiments.outputs import new_sweep_folder, point_latest, write_run, write_sweep
from experiments.paths import HOME
from experiments.prepare import Preparation
from experiments.runner import run_folder, run_point
from experiments.summary import Run, kind_rows, question_rows, summary_row

FEW = 12  # questions whose evidence is listed one by one below the table


def main(arguments: list[str]) -> int:
    points = compose_grid(overrides_of(parser(__doc__ or "").parse_args(arguments)))
    started, bars = perf_counter(), console.Bars()
    with bars.shown():
        prepared = _prepared(points, bars)
        print(forecast(points, prepared), flush=True)
        folder = new_sweep_folder()
        table = _run_all(points, prepared, folder)
        _track(table, prepared, folder)
    table.write(folder)
    point_latest(folder)
    course = prepared.course
    caption = _caption(table.runs, prepared, folder, started)
    console.table(table.rows, f"{course.name}: {len(course.questions)} questions", caption)
    if len(course.questions) <= FEW:
        console.evidence(table.runs)
    return 0


def _prepared(points: Sequence[Point], bars: console.Bars) -> Preparation:
    datasets = {str(flat(point.config.dataset)): point.config.dataset for point in points}
    if len(datasets) > 1:
        raise Fault("a sweep compares on one dataset: dataset.* cannot be varied; run a sweep a dataset")
    return Preparation(open_course(points[0].config.dataset, bars), bars)


@dataclass
class Results:
    """The finished runs with their rows for summary.csv, by_kind.csv and by_question.csv."""

    runs: list[Run] = field(default_factory=list)
    rows: list[dict[str, Any]] = field(default_factory=list)
    kinds: list[dict[str, Any]] = field(default_factory=list)
    questions: list[dict[str, Any]] = field(default_factory=list)

    def add(self, run: Run) -> None:
        self.runs.append(run)
        self.rows.append({**summary_row(run), "mlflow_run_id": ""})
        self.kinds += kind_rows(run)
        self.questions += question_rows(run)

    def write(self, folder: Path) -> None:
        write_sweep(folder, summary=self.rows, by_kind=self.kinds, by_question=self.questions)


def _run_all(points: Sequence[Point], prepared: Preparation, folder: Path) -> Results:
    """Each point in turn, its files and the summary so far written as it ends; a point with the answer key of an
    earlier one is shown as what it is, the same."""
    results = Results()
    for point in points:
        run = run_point(point, prepared)
        twin = next((other.point.label for other in results.runs if other.run_key == run.run_key), "")
        results.add(replace(run, same_as=twin))
        if not twin:
            write_run(run, prepared.corpus(point.config.parser).digest)
        results.write(folder)
    return results


def _track(results: Results, prepared: Preparation, folder: Path) -> None:
    """Logs the sweep to MLflow, unless tracking is off, and enters the run ids in the rows."""
    tracking = results.runs[0].point.config.tracking
    if not tracking.mlflow:
        return
    prepared.progress("logging to MLflow", 0, 1)
    from experiments.tracking import log_sweep

    tags = {"sweep_id": folder.name, "dataset": prepared.course.name}
    tags |= {key: str(value) for key, value in commit().items()} | {"mlflow.source.name": "ragatta"}
    children = [_child(run, row, prepared) for run, row in zip(results.runs, results.rows, strict=True)]
    files = [folder / f"{name}.csv" for name in ("summary", "by_kind", "by_question")]
    ids = log_sweep(folder.name, tracking.experiment or prepared.course.name, tags, children, files)
    for row, run_id in zip(results.rows, ids[1:], strict=True):
        row["mlflow_run_id"] = run_id
    prepared.progress("logging to MLflow", 1, 1)


def _child(run: Run, row: Mapping[str, Any], prepared: Preparation) -> dict[str, Any]:
    folder = run_folder(run.run_key)
    return {
        "name": run.point.label,
        "params": flat(run.point.config),
        "metrics": row,
        "tags": {
            "run_key": run.run_key,
            "collection": run.collection,
            "corpus_digest": prepared.corpus(run.point.config.parser).digest,
            "model_digest": run.model_digest,
            "variation": run.point.label,
            "llm": run.point.config.llm.name,
            **({"reused": "true"} if run.reused else {}),
        },
        "artifacts": [
            folder / name for name in ("answers.jsonl", "scores.jsonl", "timings.jsonl", "config.yaml", "manifest.json")
        ],
        "table": {
            "question_id": [r.question.id for r in run.rows],
            "kind": [r.question.kind for r in run.rows],
            "question": [r.question.question for r in run.rows],
            "status": [r.entry.status for r in run.rows],
            "answer": [r.entry.record["text"] for r in run.rows],
            "score": [r.scores.get("score") for r in run.rows],
            "evidence_recall": [r.scores.get("evidence_recall") for r in run.rows],
            "seconds": [r.entry.timing["seconds"] for r in run.rows],
        },
    }


def _caption(runs: Sequence[Run], prepared: Preparation, folder: Path, started: float) -> str:
    lines = []
    if any(run.point.config.llm.name == "extractive" for run in runs):
        lines.append("extractive answers by rule, without a model: a floor. evidence is what no model can flatter.")
    if any(run.documents_skipped for run in runs):
        skipped = prepared.corpus(runs[0].point.config.parser).skipped
        lines.append("skipped: " + "; ".join(f"{s.source_file} ({s.reason})" for s in skipped))
    if any(run.reused for run in runs):
        lines.append("r: seconds as recorded when the question was answered; nothing was asked again.")
    lines += [f"{twin.point.label} is the same as {twin.same_as}" for twin in runs if twin.same_as]
    lines.append(f"{folder.relative_to(HOME)}/summary.csv   {perf_counter() - started:.0f} s   compare: make ui")
    return "\n".join(lines)


if __name__ == "__main__":
    run_command(main)
