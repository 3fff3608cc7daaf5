"""Gathers the recorded judgements behind a run's scores, if a model judged its answers, and the judge's calibration."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ragatta.conf.schema import Config
from ragatta.eval.people import JUDGE
from ragatta.experiments.resources.calibrations import as_json, calibrated
from ragatta.experiments.showing.results import RunResult
from ragatta.pipeline.llm.recorded import asked
from ragatta.pipeline.llm.replies import Replies


def judgements(run: RunResult, config: Config) -> tuple[Mapping[str, Mapping[str, Any]], Mapping[str, Any]]:
    """The judgements by key, and the judge by request; both empty without a judge. The keys are those of the calls in
    the run's timings; a call that was not recorded has none."""
    if not config.scoring.asks_a_judge or not run.records.judgements.exists():
        return {}, {}
    calls = [call for row in run.rows for call in row.timing.get("judge", {"calls": ()})["calls"]]
    store = Replies(run.records.judgements)
    try:
        keys = dict.fromkeys(call["key"] for call in calls if call["key"])
        entries = {key: entry for key in keys if (entry := store.entry(key))}
        wanted = asked(config.scoring.judge_llm, None)
        return entries, {name: told for name, told in store.models().items() if name == wanted}
    finally:
        store.close()


def calibration(run: RunResult) -> Mapping[str, Any]:
    """That of the judge by whose verdicts answers are decided; nothing where none is."""
    if not any(row.rule == JUDGE for row in run.rows):
        return {}
    known = calibrated(run.manifest["judge"], run.records)["judge"]
    return as_json(known) if known else {}
