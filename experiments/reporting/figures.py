"""The figures of each variation: means with intervals, the comparison with the baseline, seconds, losses.

Live and replayed seconds are never mixed: an answer is live if it was written in this sweep without any replayed call.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from statistics import fmean
from typing import Any

from eval.statistics import compare_all, mean_interval
from experiments.reporting.questions import measured_now
from experiments.results import ResultRow, RunResult, SweepResult

INTERVALS = ("evidence_recall",)  # metrics that are shown with their interval, beside the one compared


def variations(sweep: SweepResult) -> list[dict[str, Any]]:
    """One record a variation, in the order of the sweep."""
    compared = comparisons(sweep)
    collections = {variation["label"]: variation["collection"] for variation in sweep.info["variations"]}
    costs = {row["variation"]: row.get("cost_usd", "") for row in sweep.summary}
    return [
        {
            "label": run.label,
            "architecture": run.config["architecture"]["name"],
            "llm": run.config["llm"]["name"],
            "model": ", ".join(model["name"] for model in run.manifest["models"]),
            "collection": collections[run.label],
            "run_key": run.manifest["run_key"][:12],
            "same_as": run.same_as,
            "reused": run.reused,
            "answers": len(run.rows),
            "failed": sum(row.answer["status"] == "failed" for row in run.rows),
            "means": means(run, str(sweep.info["metric"])),
            "comparison": compared.get(run.same_as or run.label),
            "cost_usd": costs.get(run.label, ""),
            **_calls(run),
            "latency": [_latency(how, rows) for how, rows in _apart(run.rows)],
            "times": [_times(how, rows) for how, rows in _apart(run.rows)],
            "lost": Counter(row.lost_at for row in run.rows),
            "pieces": Counter(piece["lost_at"] for row in run.rows for piece in row.evidence),
        }
        for run in sweep.runs
    ]


def means(run: RunResult, compared: str) -> dict[str, dict[str, float]]:
    """Per metric its mean over questions (of each the mean of its repeats), and the number of questions it applies to;
    `low` and `high` of the 95% interval for the metric compared and for INTERVALS."""
    found: dict[str, dict[str, float]] = {}
    for metric in run.metrics:
        scores = run.scores(metric)
        if metric in (compared, *INTERVALS):
            found[metric] = asdict(mean_interval(scores))
        else:
            found[metric] = {"mean": fmean(fmean(samples) for samples in scores.values())}
        found[metric]["questions"] = len(scores)
    return found


def comparisons(sweep: SweepResult) -> dict[str, dict[str, Any]]:
    """By label, each variation against the baseline on the questions in common; none where the baseline, or anything
    to compare it with, is missing. Points that are the same as another are compared once."""
    metric, baseline = str(sweep.info["metric"]), baseline_of(sweep)
    scores = {run.label: run.scores(metric) for run in sweep.runs if not run.same_as or run.label == baseline}
    reference = scores.get(baseline, {})
    shared = {label: own for label, own in scores.items() if own.keys() & reference.keys()}
    if baseline not in shared or len(shared) < 2:
        return {}
    return {
        label: {**asdict(comparison), "words": comparison.words}
        for label, comparison in compare_all(shared, baseline).items()
        if label != baseline
    }


def baseline_of(sweep: SweepResult) -> str:
    return str(sweep.info["baseline"] or (sweep.runs[0].label if sweep.runs else ""))


def _apart(rows: Iterable[ResultRow]) -> list[tuple[str, list[ResultRow]]]:
    """The live rows and the others, each if there are any."""
    found: dict[str, list[ResultRow]] = {"live": [], "replayed": []}
    for row in rows:
        found["live" if measured_now(row) else "replayed"].append(row)
    return [(how, own) for how, own in found.items() if own]


def _latency(how: str, rows: Sequence[ResultRow]) -> dict[str, Any]:
    """Seconds a question: the median and the 95th percentile. What a replayed call took counts when it was made."""
    import numpy as np

    seconds = [row.timing["seconds"] + row.timing["replayed_seconds"] for row in rows]
    p50, p95 = (float(np.quantile(seconds, share)) for share in (0.5, 0.95))
    return {"measured": how, "answers": len(rows), "p50": p50, "p95": p95}


def _times(how: str, rows: Sequence[ResultRow]) -> dict[str, Any]:
    """Mean seconds a question per stage, in the order in which stages first appear."""
    sums: dict[str, float] = {}
    for row in rows:
        for stage in row.timing["stages"]:
            sums[stage["name"]] = sums.get(stage["name"], 0.0) + stage["seconds"] + stage["replayed_seconds"]
    return {
        "measured": how,
        "answers": len(rows),
        "stages": [[name, seconds / len(rows)] for name, seconds in sums.items()],
    }


def _calls(run: RunResult) -> Mapping[str, int]:
    names = ("live_calls", "replayed_calls", "tokens_in", "tokens_out")
    return {name: sum(row.timing[name] for row in run.rows) for name in names}
