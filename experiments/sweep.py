"""make sweep, make run: every point of a grid over the gold questions, then the table, the files and MLflow."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from time import perf_counter
from typing import Any

from eval.score import scorer_digest
from experiments import console
from experiments.arguments import overrides_of, parser
from experiments.config import Point, compose_grid, flat
from experiments.dataset import open_course
from experiments.faults import Fault, explained, run_command
from experiments.forecast import announcement
from experiments.lineage import commit
from experiments.outputs import new_sweep_folder, point_latest, write_run, write_sweep
from experiments.paths import HOME
from experiments.prepare import Preparation
from experiments.runner import run_folder, run_point
from experiments.summary import Run, kind_rows, question_rows, summary_row

FEW = 12  # questions whose evidence is listed one by one below the table


def main(arguments: list[str]) -> int:
    return sweep(compose_grid(overrides_of(parser(__doc__ or "").parse_args(arguments))))


def sweep(points: Sequence[Point]) -> int:
    """Runs the points, prints the table and returns 0; 1 where all is there but MLflow could not be written."""
    started, bars = perf_counter(), console.Bars()
    with bars.shown():
        prepared = _prepared(points, bars)
        for line in announcement(points, prepared):
            print(line, flush=True)
        folder = new_sweep_folder()
        try:
            results = _run_all(points, prepared, folder)
        finally:
            if not any(folder.iterdir()):  # stopped before the first point was finished
                folder.rmdir()
    point_latest(folder)
    caption = _caption(results.runs, prepared, folder, started)
    console.summary(results.rows, f"{prepared.course.name}: {len(prepared.course.questions)} questions", caption)
    if len(prepared.course.questions) <= FEW:
        console.evidence(results.runs)
    return _track(results, prepared, folder)


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
    folders: list[Path] = field(default_factory=list)  # of each run's files as this sweep saw them

    def add(self, run: Run, folder: Path) -> None:
        self.runs.append(run)
        self.folders.append(folder)
        self.rows.append(summary_row(run))
        self.kinds += kind_rows(run)
        self.questions += question_rows(run)

    def write(self, folder: Path) -> None:
        write_sweep(folder, summary=self.rows, by_kind=self.kinds, by_question=self.questions)


def _run_all(points: Sequence[Point], prepared: Preparation, folder: Path) -> Results:
    """Each point in turn, its files and the summary so far written as it ends; a point with the answers and the scoring
    of an earlier one is shown as what it is, the same."""
    results = Results()
    for number, point in enumerate(points, 1):
        run = run_point(point, prepared)
        twin = next((other.point.label for other in results.runs if _same(other, run)), "")
        results.add(replace(run, same_as=twin), folder / "runs" / f"{number:02}")
        write_run(run, [run_folder(run.run_key), results.folders[-1]], prepared.corpus(point.config.parser).digest)
        results.write(folder)
    return results


def _same(one: Run, other: Run) -> bool:
    return one.run_key == other.run_key and one.point.config.scoring == other.point.config.scoring


def _track(results: Results, prepared: Preparation, folder: Path) -> int:
    """Logs the sweep to MLflow, unless tracking is off, and enters the run ids in summary.csv."""
    tracking = results.runs[0].point.config.tracking
    if not tracking.mlflow:
        return 0
    print("logging to MLflow", file=sys.stderr, flush=True)
    tags = {"sweep_id": folder.name, "dataset": prepared.course.name, "mlflow.source.name": "ragatta"}
    tags |= {key: str(value) for key, value in commit().items()}
    children = [_child(*run, prepared) for run in zip(results.runs, results.rows, results.folders, strict=True)]
    files = [folder / f"{name}.csv" for name in ("summary", "by_kind", "by_question")]
    try:
        from experiments.tracking import log_sweep

        ids = log_sweep(folder.name, tracking.experiment or prepared.course.name, tags, children, files)
    except Exception as fault:  # noqa: BLE001 - whatever ails the tracker, the results are there and stay
        cause = (explained(fault).splitlines() or [type(fault).__name__])[0]
        print(f"error: the results are whole, but MLflow could not be written: {cause}", file=sys.stderr)
        print("the same command logs them again, and asks nothing again", file=sys.stderr)
        return 1
    logged = dict(zip((run.point.label for run in results.runs), ids[1:], strict=True))
    for row in (*results.rows, *results.kinds):
        row["mlflow_run_id"] = logged[row["variation"]]
    results.write(folder)
    return 0


def _child(run: Run, row: Mapping[str, Any], folder: Path, prepared: Preparation) -> dict[str, Any]:
    return {
        "name": run.point.label,
        "params": flat(run.point.config),
        "metrics": {"score": row["score"], **row},  # the first is what the comparison page plots
        "tags": {
            "run_key": run.run_key,
            "collection": run.collection,
            "corpus_digest": prepared.corpus(run.point.config.parser).digest,
            "model_digest": run.model_digest,
            "variation": run.point.label,
            "llm": run.point.config.llm.name,
            "scorer_digest": scorer_digest(),
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
        lines.append(f"{len(skipped)} PDFs could not be read and were skipped, see above")
    if any(run.reused for run in runs):
        lines.append("r: seconds as recorded when the question was answered; nothing was asked again.")
    lines += [f"{twin.point.label} is the same as {twin.same_as}" for twin in runs if twin.same_as]
    lines.append(f"{folder.relative_to(HOME)}/summary.csv   {perf_counter() - started:.0f} s   compare: make ui")
    return "\n".join(lines)


if __name__ == "__main__":
    run_command(main)
