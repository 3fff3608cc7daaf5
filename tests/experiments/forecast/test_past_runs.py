"""A forecast rests on the earlier runs that are most like it."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import yaml

from ragatta.experiments.forecast.past_runs import PastRuns, QuestionCost
from ragatta.extensions.extractive.backends.extractive import Extractive
from ragatta.pipeline.architectures.router_planner import RouterPlanner
from ragatta.pipeline.architectures.single_pass import SinglePass
from ragatta.pipeline.configuration import Pipeline
from ragatta.pipeline.llm.backends.ollama import Ollama
from ragatta.pipeline.plugins.checks import plain

OURS = Pipeline(architecture=RouterPlanner(), llm=Ollama(model="big"))


def ran(folder: Path, name: str, settings: Pipeline, calls: int, replayed: int = 0, **more: float) -> None:
    there = folder / name
    there.mkdir()
    there.joinpath("config.yaml").write_text(yaml.safe_dump(plain(settings)))
    stages = [{"calls": [{"tokens_in": 100 * (settings.llm.name != "extractive")}]}]
    row = {"live_calls": calls, "replayed_calls": replayed, "tokens_in": 100 * calls, "tokens_out": 10 * calls,
           "seconds": 2.0 * calls, "stages": stages, **more}  # fmt: skip
    there.joinpath("timings.jsonl").write_text(2 * (json.dumps(row) + "\n"))


def test_without_runs_nothing_is_known(tmp_path: Path) -> None:
    assert PastRuns(tmp_path).of(OURS) is None
    ran(tmp_path, "other", replace(OURS, architecture=SinglePass()), 1)
    tmp_path.joinpath("broken").mkdir()
    tmp_path.joinpath("broken/config.yaml").write_text("[")
    assert PastRuns(tmp_path).of(OURS) is None


def test_the_nearest_runs_count(tmp_path: Path) -> None:
    ran(tmp_path, "small", replace(OURS, llm=Ollama(model="small")), 9)
    assert PastRuns(tmp_path).of(OURS) == QuestionCost(9, 900, 90, 18, alike=False)
    ran(tmp_path, "ours", OURS, 4)
    assert PastRuns(tmp_path).of(OURS) == QuestionCost(4, 400, 40, 8)
    assert QuestionCost(4, 400, 40, 8).of(3) == QuestionCost(12, 1200, 120, 24)


def test_a_replay_says_nothing_of_seconds_and_rules_nothing_of_models(tmp_path: Path) -> None:
    ran(tmp_path, "rules", replace(OURS, llm=Extractive()), 5)
    assert PastRuns(tmp_path).of(OURS) is None
    assert PastRuns(tmp_path).of(replace(OURS, llm=Extractive())).calls == 0, "rules are no models"  # type: ignore[union-attr]
    ran(tmp_path, "ours", OURS, 0, replayed=4)
    assert PastRuns(tmp_path).of(OURS) == QuestionCost(4, 0, 0, 0)


def test_an_answer_during_which_the_process_was_halted_says_nothing_of_seconds(tmp_path: Path) -> None:
    ran(tmp_path, "halted", OURS, 4, seconds=0.1, halted=90.0)
    assert PastRuns(tmp_path).of(OURS) == QuestionCost(4, 400, 40, 0)
    ran(tmp_path, "ours", OURS, 4)
    assert PastRuns(tmp_path).of(OURS) == QuestionCost(4, 400, 40, 8)
