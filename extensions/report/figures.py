"""Computes the figures of each variation: means with intervals, comparison with the baseline, seconds, losses.

Live and replayed seconds are never mixed: an answer is live if it was written in this sweep without any replayed call.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import asdict
from statistics import fmean
from typing import Any

import numpy as np

from ragatta.eval.groups import groups_of
from ragatta.eval.metrics import RETRIEVAL, SCORE
from ragatta.eval.scorers import is_comparable
from ragatta.eval.statistics import Clusters, Comparison, mean_interval, variance
from ragatta.experiments.on_record.journal import is_timed
from ragatta.experiments.results.kinds import comparisons_by_kind
from ragatta.experiments.results.names import short_names
from ragatta.experiments.results.reading import ResultRow, RunResult, SweepResult
from ragatta.experiments.results.tables import all_comparisons, comparable, run_figures
from ragatta.extensions.report.question_pages import measured_now

CALLS = ("live_calls", "replayed_calls", "tokens_in", "tokens_out")  # as summary.csv counts them
INTERVALS = (SCORE, RETRIEVAL)  # metrics that are shown with their interval, beside the one compared


def variations(sweep: SweepResult) -> list[dict[str, Any]]:
    """One record per variation, in the order of the sweep."""
    metric = str(sweep.info["metric"])
    found = all_comparisons(sweep) if metric in comparable(sweep) else {}
    compared, *second = found.values() or ({},)
    kinds = by_kind(sweep, metric)
    collections = {variation["label"]: variation["collection"] for variation in sweep.info["variations"]}
    summary = {row["variation"]: row for row in sweep.summary}
    short = short_names([run.label for run in sweep.runs])
    return [
        {
            "label": run.label,
            "short": name,
            "architecture": run.config["architecture"]["name"],
            "llm": run.config["llm"]["name"],
            "model": ", ".join(model["name"] for model in run.manifest["models"]),
            "collection": collections[run.label],
            "run_key": run.manifest["run_key"][:12],
            "same_as": run.same_as,
            "reused": run.reused,
            "answers": len(run.rows),
            "failed": sum(row.answer["status"] == "failed" for row in run.rows),
            "means": means(run, metric, sweep.terms.clusters),
            "by_rule": run.by_rule,
            "comparison": _as_record(compared.get(run.label)),
            "second": _as_record(second[0].get(run.label)) if second else None,  # by score, where evidence comes first
            **{name: int(summary[run.label][name]) for name in CALLS},
            "cost_usd": summary[run.label]["cost_usd"],
            "figures": run_figures(summary[run.label]),
            "kinds": kinds[run.label],
            "latency": [_latency(how, rows) for how, rows in _apart(run.rows)],
            "times": [_times(how, rows) for how, rows in _apart(run.rows)],
            "lost": Counter(row.lost_at for row in run.rows),
            "pieces": Counter(piece["lost_at"] for row in run.rows for piece in row.evidence),
        }
        for run, name in zip(sweep.runs, short, strict=True)
    ]


def by_kind(sweep: SweepResult, metric: str) -> dict[str, dict[str, Any]]:
    """label → group of questions → the metric's mean and the comparison with the baseline; without groups to which the
    metric does not apply."""
    compared = comparisons_by_kind(sweep) if metric in comparable(sweep) else {}
    groups = groups_of(sweep.questions.values())
    found: dict[str, dict[str, Any]] = {run.label: {} for run in sweep.runs}
    for run in sweep.runs:
        scores = {question: fmean(own) for question, own in run.scores(metric).items()}
        for name, questions in groups.items():
            if own := [scores[question] for question in questions if question in scores]:
                comparison = _as_record(compared.get(name, {}).get(run.label))
                found[run.label][name] = {"mean": fmean(own), "questions": len(own), "comparison": comparison}
    return found


def means(run: RunResult, compared: str, clusters: Clusters) -> dict[str, dict[str, float]]:
    """For each metric, the mean over questions (after averaging repeats), and the number of questions to which it
    applies; `low` and `high` of the 95% interval for the compared metric and for INTERVALS. If questions were repeated:
    the compared metric's variance between questions and between repeats."""
    found: dict[str, dict[str, float]] = {}
    for metric in (name for name in run.metrics if is_comparable(name)):
        scores = run.scores(metric)
        if metric in (compared, *INTERVALS):
            found[metric] = asdict(mean_interval(scores, clusters))
        else:
            found[metric] = {"mean": fmean(fmean(samples) for samples in scores.values())}
        found[metric]["questions"] = len(scores)
        if metric == compared and (parts := variance(scores)).repeat is not None:
            found[metric] |= {"variance_question": parts.question, "variance_repeat": parts.repeat}
    return found


def _as_record(found: Comparison | None) -> dict[str, Any] | None:
    return {**asdict(found), "words": found.words} if found else None


def baseline_of(sweep: SweepResult) -> str:
    return str(sweep.info["baseline"] or sweep.runs[0].label)


def _apart(rows: Iterable[ResultRow]) -> list[tuple[str, list[ResultRow]]]:
    """The seconds of live rows and of replayed rows, if there are any."""
    found: dict[str, list[ResultRow]] = {"live": [], "replayed": []}
    for row in rows:
        if is_timed(row.timing):
            found["live" if measured_now(row) else "replayed"].append(row)
    return [(how, own) for how, own in found.items() if own]


def _latency(how: str, rows: Sequence[ResultRow]) -> dict[str, Any]:
    """Seconds per question: the median and the 95th percentile. A replayed call counts with its original seconds."""
    seconds = [row.timing["seconds"] + row.timing["replayed_seconds"] for row in rows]
    p50, p95 = (float(np.quantile(seconds, share)) for share in (0.5, 0.95))
    return {"measured": how, "answers": len(rows), "p50": p50, "p95": p95}


def _times(how: str, rows: Sequence[ResultRow]) -> dict[str, Any]:
    """The mean seconds per question of each stage, in the order of their first appearance."""
    sums: dict[str, float] = {}
    for row in rows:
        for stage in row.timing["stages"]:
            sums[stage["name"]] = sums.get(stage["name"], 0.0) + stage["seconds"] + stage["replayed_seconds"]
    return {
        "measured": how,
        "answers": len(rows),
        "stages": [[name, seconds / len(rows)] for name, seconds in sums.items()],
    }
