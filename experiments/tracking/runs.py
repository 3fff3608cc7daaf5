"""The runs of a sweep in MLflow, made from the sweep's files: what is there already is left as it is."""

from __future__ import annotations

import json
import time
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from ragatta.eval.metrics import RETRIEVAL, SCORE
from ragatta.eval.scorers import declared
from ragatta.experiments.faults import Fault
from ragatta.experiments.results.cells import listed
from ragatta.experiments.results.differences import flattened
from ragatta.experiments.results.effects import swept
from ragatta.experiments.results.outputs import write_sweep
from ragatta.experiments.results.reading import RunResult, SweepResult
from ragatta.experiments.tracking import target
from ragatta.experiments.tracking.descriptions import LATEST_SWEEP, best, description, headline, ranked_names, row_of
from ragatta.experiments.tracking.gold import dataset_input, evaluation_dataset, log_input
from ragatta.experiments.tracking.spans import MAIN, recorded
from ragatta.pipeline.machine.secrets import hidden
from ragatta.pipeline.plugins.identity import digest, short

LATENCIES = tuple(f"{time}_latency_{share}_s" for time in ("live", "replayed") for share in ("p50", "p95"))


Figures = Mapping[str, Mapping[str, float]]  # by label and name


def stage_figures(sweep: SweepResult) -> Figures:
    """`stages/<stage>/<latency>`, `calls/<stage>/<task>` (an answer), `confidence/<level>/right` and `answers` of each
    variation, and `<stage>_peak_mb` of indexing and asking. None of a sweep of before these tables."""
    found: dict[str, dict[str, float]] = defaultdict(lambda: defaultdict(float))
    for row in sweep.later_table("stages.csv"):
        own = found[row["variation"]]
        if row["measured"] == "answers":
            own |= {f"stages/{row['stage']}/{name}": float(row[name]) for name in LATENCIES if row[name]}
        else:
            own[f"{row['stage']}_peak_mb"] = float(row["peak_mb"])
    for row in sweep.later_table("calls.csv"):  # a row a model
        found[row["variation"]][f"calls/{row['stage']}/{row['task']}"] += float(row["calls_per_answer"])
    for row in sweep.later_table("calibration.csv"):
        own, level = found[row["variation"]], row["confidence"]
        own |= {f"confidence/{level}/{name}": float(row[name]) for name in ("right", "answers")}
    return found


FIRST = (  # after the metrics that are headlines: MLflow's pages show metrics in the order in which they were logged
    "answered", "failed", "live_latency_p50_s", "live_latency_p95_s", "replayed_latency_p50_s", "cost_usd",
)  # fmt: skip
TEXTS = {
    "variation", "architecture", "llm", "model", "model_digest", "dataset", "split", "collection", "run_key",
    "mlflow_run_id", "same_as",
}  # fmt: skip
TABLES = ("*.csv", "summary.md", "summary.tex")  # of the sweep's folder
LIMIT = 100  # params that MLflow takes in one batch
LONGEST = 6000  # characters of a param
TABLE = "questions.json"
NOTE = "mlflow.note.content"  # the description, which MLflow shows above a table of runs and of a run
LONGEST_NOTE = 8000  # characters of it: MLflow would cut within a table, and warn on the terminal
REST = "\n\nThe rest is in summary.md, among the artifacts of the sweep's run."
PARENT = "mlflow.parentRunId"
ACTIVE, ALL = 1, 3  # what MLflow's ViewType calls active ones, and these with deleted ones
PAGE = 1000  # runs that MLflow lists at once
EVALUATION = {"mlflow.runType": "genai_evaluate"}  # the type of the runs that mlflow.genai.evaluate makes


@dataclass(frozen=True)
class Logged:
    """A sweep in MLflow: the ids of its experiment, of its parent run, and of the run of each variation."""

    experiment_id: str
    parent: str
    runs: Mapping[str, str]


def log_runs(mlflow: Any, sweep: SweepResult) -> Logged:
    """Logs the parent run of a sweep and a child run a variation, those that MLflow does not hold finished; their ids
    are entered in the sweep's tables."""
    experiment = target.experiment_id(mlflow, sweep.runs[0].config["tracking"]["experiment"], sweep.info["dataset"])
    logged = _runs_of(mlflow, [experiment], sweep.folder.name)
    whole = {run.data.tags.get("variation", ""): run.info.run_id for run in logged if run.info.status == "FINISHED"}
    runs = {run.label: whole[run.label] for run in sweep.runs if run.label in whole}
    parent = next((run.info.run_id for run in logged if PARENT not in run.data.tags), "")
    if "" not in whole or len(runs) < len(sweep.runs):
        for run in logged:
            if PARENT in run.data.tags and run.info.status != "FINISHED":  # what a kill left
                mlflow.delete_run(run.info.run_id)
        if not parent:
            parent = mlflow.create_run(experiment, run_name=sweep.folder.name, tags=_of_all(sweep)).info.run_id
        runs |= _log_missing(mlflow, experiment, parent, runs, sweep)
    runs = {run.label: runs[run.label] for run in sweep.runs}
    _enter(sweep, runs)
    return Logged(experiment, parent, runs)


def _runs_of(mlflow: Any, experiments: Sequence[str], sweep_id: str, view: int = ACTIVE) -> list[Any]:
    """All runs of a sweep, the newest first; MLflow lists them a page at a time."""
    found, token = list[Any](), None
    while True:
        which = f"tags.sweep_id = '{sweep_id}'"
        page = mlflow.search_runs(experiments, which, run_view_type=view, max_results=PAGE, page_token=token)
        found += page
        if not (token := page.token):
            return found


def _log_missing(
    mlflow: Any, experiment: str, parent: str, logged: Collection[str], sweep: SweepResult
) -> dict[str, str]:
    """The runs of the variations that are not held, and the parent's figures."""
    runs: dict[str, str] = {}
    with _ended(mlflow, parent):
        gold = dataset_input(evaluation_dataset(mlflow, experiment, sweep), sweep)
        params, of_stages = _params(sweep), stage_figures(sweep)
        # MLflow shows the latest run first: the best one.
        for label, name in reversed(ranked_names(sweep).items()):
            if label not in logged:
                made = _new_child(mlflow, experiment, parent, name, sweep.run(label), sweep)
                runs[label] = str(made.info.run_id)
                with _ended(mlflow, runs[label]):
                    _log_metrics(mlflow, runs[label], _figures(sweep, label, of_stages))
                    _fill_child(mlflow, made, gold, params[label], sweep.run(label), sweep)
        _log_parent(mlflow, parent, gold, _figures(sweep, best(sweep)[0], of_stages), sweep)
        _describe(mlflow, experiment, sweep)
    return runs


def _enter(sweep: SweepResult, runs: Mapping[str, str]) -> None:
    """Enters the ids in summary.csv and by_kind.csv. Those of a sweep that is not finished are left to its process,
    which goes on writing them."""
    for name in ("summary", "by_kind") if sweep.info["finished"] else ():
        rows = sweep.table(f"{name}.csv")
        entered = [{**row, "mlflow_run_id": runs.get(row["variation"], row.get("mlflow_run_id", ""))} for row in rows]
        if entered != [*rows]:
            write_sweep(sweep.folder, **{name: entered})


def log_file(sweep_id: str, path: Path) -> None:
    """Logs the file as an artifact of the sweep's parent run, in place of one of the same name. Raises Fault where the
    sweep is not in MLflow, because tracking was off, or the store or the experiment was deleted since."""
    mlflow, info = parent_of(sweep_id, path.name)
    target.send_files(info.artifact_uri, partial(mlflow.log_artifact, info.run_id, str(path)))


def log_below(sweep: SweepResult, name: str, sentence: str, figures: Mapping[str, float], file: Path) -> None:
    """Logs something that was found about a sweep as a run of that name below the sweep's own: figures as metrics, a
    sentence as the description, a file as the artifact. Raises Fault as `log_file`."""
    mlflow, info = parent_of(sweep.folder.name, file.name)
    tags = {PARENT: info.run_id, "variation": name, NOTE: sentence, **_of_all(sweep)}
    made = mlflow.create_run(info.experiment_id, run_name=name, tags=_without_empty(tags))
    run_id = made.info.run_id
    with _ended(mlflow, run_id):
        _log_metrics(mlflow, run_id, figures)
        target.send_files(made.info.artifact_uri, partial(mlflow.log_artifact, run_id, str(file)))


def parent_of(sweep_id: str, what: str) -> tuple[Any, Any]:
    """The client, and the info of the sweep's parent run, beside which `what` is to be logged. Raises Fault as
    `log_file`."""
    missing = f"sweep {sweep_id} is not in MLflow, where {what} was to be logged; "
    if target.is_own() and not target.DATABASE.exists():
        raise Fault(f"{missing}nothing was logged in mlruns/ yet: ragatta log --sweep-id {sweep_id}")
    target.reach()
    mlflow = target.client()
    of_all = [experiment.experiment_id for experiment in mlflow.search_experiments(view_type=ALL)]
    parents = [run.info for run in _runs_of(mlflow, of_all, sweep_id, ALL) if PARENT not in run.data.tags]
    for info in parents:
        if info.lifecycle_stage == "active":
            return mlflow, info
    for info in parents:  # with its experiment
        target.active(mlflow.get_experiment(info.experiment_id))
    raise Fault(f"{missing}ragatta log --sweep-id {sweep_id} logs it")


def _of_all(sweep: SweepResult) -> dict[str, str]:
    commit = {name: str(sweep.runs[0].manifest.get(name, "")) for name in ("git_commit", "git_dirty", "git_diff")}
    dataset = {"dataset": sweep.info["dataset"], "edition": sweep.info.get("edition", "")}
    return _without_empty({"sweep_id": sweep.folder.name, **dataset, "mlflow.source.name": "ragatta", **commit})


def _without_empty(tags: Mapping[str, str]) -> dict[str, str]:
    """Without those that say nothing, and without secrets of the environment."""
    return {name: hidden(text) for name, text in tags.items() if text}


def _log_parent(mlflow: Any, run_id: str, gold: Any, figures: Mapping[str, float], sweep: SweepResult) -> None:
    """The `figures` of the best variation, so that the row of a sweep tells something while its variations are folded
    away; the table as the description; the tables as files."""
    _log_metrics(mlflow, run_id, figures)
    mlflow.set_tag(run_id, "best", f"{listed(best(sweep))}, by {sweep.info['metric']}")
    log_input(mlflow, run_id, gold)
    place = mlflow.get_run(run_id).info.artifact_uri
    for file in sorted(file for pattern in TABLES for file in sweep.folder.glob(pattern)):
        target.send_files(place, partial(mlflow.log_artifact, run_id, str(file)))
    if (table := sweep.folder / "summary.md").exists():
        mlflow.set_tag(run_id, NOTE, _fitted(hidden(table.read_text(encoding="utf-8"))))


def _fitted(note: str) -> str:
    """The note, without its last lines if it is too long."""
    if len(note) <= LONGEST_NOTE:
        return note
    return note[: LONGEST_NOTE - len(REST)].rpartition("\n")[0] + REST


def _describe(mlflow: Any, experiment: str, sweep: SweepResult) -> None:
    """Makes the table of this sweep the experiment's description, unless a person wrote one. MLflow shows its first
    line on all pages of the experiment."""
    from mlflow.exceptions import MlflowException

    note, table = mlflow.get_experiment(experiment).tags.get(NOTE, ""), sweep.folder / "summary.md"
    if table.exists() and (not note or note.startswith(LATEST_SWEEP)):
        words = _fitted(hidden(f"{headline(sweep)}\n\n{table.read_text(encoding='utf-8')}"))
        try:
            mlflow.set_experiment_tag(experiment, NOTE, words)
        except MlflowException:  # another sweep made the tag at the same moment: now there is one to change
            mlflow.set_experiment_tag(experiment, NOTE, words)


def _new_child(mlflow: Any, experiment: str, parent: str, name: str, run: RunResult, sweep: SweepResult) -> Any:
    tags = {PARENT: parent, "mlflow.loggedArtifacts": json.dumps([{"path": TABLE, "type": "table"}]), **EVALUATION}
    tags[NOTE] = description(sweep, run)
    every = _without_empty({**_of_all(sweep), **_tags(run, sweep), **tags})
    return mlflow.create_run(experiment, run_name=name, tags=every)


@contextmanager
def _ended(mlflow: Any, run_id: str) -> Iterator[None]:
    """Ends the run of MLflow after the block, as finished or failed."""
    status = "FAILED"
    try:
        yield
        status = "FINISHED"
    finally:
        mlflow.set_terminated(run_id, status)


def _fill_child(
    mlflow: Any, made: Any, gold: Any, settings: Mapping[str, Any], run: RunResult, sweep: SweepResult
) -> None:
    from mlflow.entities import Param

    run_id = made.info.run_id
    texts = {
        key: str(value) if isinstance(value, int | float) else hidden(str(value)) for key, value in settings.items()
    }
    params = [Param(key, text[:LONGEST]) for key, text in texts.items()]
    for start in range(0, len(params), LIMIT):
        mlflow.log_batch(run_id, params=params[start : start + LIMIT])
    log_input(mlflow, run_id, gold)
    for write in (
        partial(mlflow.log_dict, run_id, _table(run, sweep), TABLE),
        partial(mlflow.log_artifacts, run_id, str(run.folder)),
    ):
        target.send_files(made.info.artifact_uri, write)


def _params(sweep: SweepResult) -> dict[str, dict[str, Any]]:
    """By label the settings of each variation, and what it is on the axes of the grid that are no single setting: its
    file of prompts, its name. Without settings that only some variations have and all these alike: the name of their
    technique says the same, and MLflow's page of runs side by side begins with what differs, by the alphabet."""
    every = [flattened(run.manifest["config"]) for run in sweep.runs]
    values: dict[str, list[str]] = defaultdict(list)
    for own in every:
        for key, value in own.items():
            values[key].append(str(value))
    told = {key for key, found in values.items() if len(found) == len(every) or len(set(found)) > 1}
    axes = swept(sweep.runs)
    return {
        run.label: {key: own[key] for key in own if key in told}
        | {axis.name: axis.levels[at] for axis in axes if str(own.get(axis.keys[0])) != axis.levels[at]}
        for at, (run, own) in enumerate(zip(sweep.runs, every, strict=True))
    }


def _tags(run: RunResult, sweep: SweepResult) -> dict[str, str]:
    variation = next(one for one in sweep.info["variations"] if one["label"] == run.label)
    models = run.manifest["models"]
    tags = {
        "run_key": run.manifest["run_key"],
        "collection": variation["collection"],
        "corpus_digest": run.manifest["corpus_digest"],
        "model": ", ".join(dict.fromkeys(f"{model['provider']}/{model['name']}" for model in models)),
        "model_digest": ", ".join(dict.fromkeys(model["digest"] for model in models)),
        "prompts": _prompts(run),
        "variation": run.label,
        "llm": run.config["llm"]["name"],
        "scorer_digest": run.manifest["code"].get("scorer", ""),
        "reused": "true" if run.reused else "",
    }
    return _without_empty(tags)


def _prompts(run: RunResult) -> str:
    """Each task that a model was asked, with the digest of its instructions."""
    reply = recorded(run.rows, run.records)
    calls = (call for row in run.rows for stage in row.timing["stages"] for call in stage["calls"] if call["key"])
    found: dict[str, str] = {}
    for call in calls:
        if call["task"] not in found and (entry := reply(call["key"])):
            found[call["task"]] = short(digest(entry["messages"][0]))
    return ", ".join(f"{task} {text}" for task, text in sorted(found.items())) or "none: no model was asked"


def _figures(sweep: SweepResult, label: str, of_stages: Figures) -> dict[str, float]:
    """The numbers of a variation's row in summary.csv, those that MLflow's pages are to show first, and of its stages,
    calls and stated confidence. MLflow's page of runs side by side begins with the first of all."""
    row = row_of(sweep, label)
    headlines = [name for name, metric in declared().items() if metric.headline]
    names = [sweep.info["metric"], SCORE, RETRIEVAL, *headlines, *FIRST, *(name for name in row if name not in TEXTS)]
    of_row = {name: float(row[name]) for name in dict.fromkeys(names) if row.get(name)}
    return {**of_row, **of_stages.get(label, {})}


def _log_metrics(mlflow: Any, run_id: str, figures: Mapping[str, float]) -> None:
    from mlflow.entities import Metric

    now = int(time.time() * 1000)
    mlflow.log_batch(run_id, metrics=[Metric(name, value, now, 0) for name, value in figures.items()])


def _table(run: RunResult, sweep: SweepResult) -> dict[str, Any]:
    """The questions of a run, as MLflow's `log_table` would write them, which goes through pandas."""
    columns = ["question_id", "kind", "question", "status", "answer", *MAIN, "seconds"]
    rows = [
        [
            row.question_id,
            sweep.questions[row.question_id].kind,
            sweep.questions[row.question_id].question,
            row.answer["status"],
            row.answer["answer"],
            *(row.scores.get(name) if row.came else None for name in MAIN),
            row.timing["seconds"],
        ]
        for row in run.rows
    ]
    return {"columns": columns, "data": rows}
