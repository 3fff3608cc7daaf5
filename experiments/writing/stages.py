"""The rows of stages.csv and calls.csv: where the seconds, the memory and the model calls of a variation went.

Live and replayed seconds have separate columns, as in summary.csv. Tokens and seconds of calls are those of the
original calls, also for replayed ones.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from ragatta.experiments.resources.journal import is_timed
from ragatta.experiments.writing.summary import TOKENS, Run, Scored, cost_usd, is_live, quantile

MEMORY = ("read", "index", "ask")  # stages of the command whose peak memory is told


def stage_rows(run: Run, measured: Iterable[Mapping[str, Any]] = ()) -> list[dict[str, Any]]:
    """A row a stage of the answers, then a row for what the command measured of indexing and asking (`measured`:
    experiments.resources.stage_costs). A stage that an answer enters again counts once, with all its seconds."""
    live, replayed = _seconds(run.rows, live=True), _seconds(run.rows, live=False)
    names = dict.fromkeys(stage["name"] for row in run.rows for stage in _stages(row))
    of_answers = [
        {
            "variation": run.point.label,
            "measured": "answers",
            "stage": name,
            "answers": len(live[name]) + len(replayed[name]),
            "live_latency_p50_s": quantile(live[name], 0.5),
            "live_latency_p95_s": quantile(live[name], 0.95),
            "replayed_latency_p50_s": quantile(replayed[name], 0.5),
            "replayed_latency_p95_s": quantile(replayed[name], 0.95),
            "wall_s": math.nan,
            "peak_mb": math.nan,
        }
        for name in names
    ]
    empty = dict.fromkeys(of_answers[0] if of_answers else (), math.nan)
    of_command = [
        {**empty, "variation": run.point.label, "measured": "command", "stage": stage["name"]}
        | {name: stage[name] for name in ("wall_s", "peak_mb")}
        for stage in measured
        if stage["name"] in MEMORY and of_answers
    ]
    return of_answers + of_command


def call_rows(run: Run) -> list[dict[str, Any]]:
    """A row for each role (the stage that asked), task and model."""
    calls: dict[tuple[str, ...], list[Mapping[str, Any]]] = defaultdict(list)
    seconds: dict[tuple[str, ...], list[float]] = defaultdict(list)
    llm = run.point.config.llm
    for row in run.rows:
        for stage in _stages(row):
            for call in stage["calls"]:
                key = (stage["name"], call["task"], call["provider"], call["model"])
                calls[key].append(call)
                seconds[key] += [call["seconds"]] if is_timed(row.entry.timing) else []
    return [
        {
            "variation": run.point.label,
            **dict(zip(("stage", "task", "provider", "model"), key, strict=True)),
            "calls": len(own),
            "calls_per_answer": len(own) / len(run.rows),
            "live_calls": sum(call["live"] for call in own),
            "fell_back": sum(call["fell_back"] for call in own),
            "call_p50_s": quantile(seconds[key], 0.5),
            "call_p95_s": quantile(seconds[key], 0.95),
            "tokens_in": sum(call["tokens_in"] for call in own),
            "tokens_out": sum(call["tokens_out"] for call in own),
            "cost_usd": cost_usd(((call["model"], *(call[name] for name in TOKENS)) for call in own), llm),
        }
        for key, own in calls.items()
    ]


def _stages(row: Scored) -> Sequence[Mapping[str, Any]]:
    found: Sequence[Mapping[str, Any]] = row.entry.timing["stages"]
    return found


def _seconds(rows: Iterable[Scored], *, live: bool) -> dict[str, list[float]]:
    """Per stage its seconds in each answer that was live, or was not."""
    found: dict[str, list[float]] = defaultdict(list)
    for row in rows:
        if is_live(row) == live and is_timed(row.entry.timing):
            by_stage: dict[str, float] = defaultdict(float)
            for stage in _stages(row):
                by_stage[stage["name"]] += stage["seconds"] + (0.0 if live else stage["replayed_seconds"])
            for name, seconds in by_stage.items():
                found[name].append(seconds)
    return found
