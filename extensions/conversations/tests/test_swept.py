"""Conversations in a sweep, as a user runs it."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any

import pytest

from ragatta.experiments.commands.ask import opened
from ragatta.experiments.composing.overrides import compose_grid
from ragatta.experiments.paths import ROOT
from ragatta.experiments.running.keys import answer_key
from ragatta.pipeline.types import AskedQuestion, Exchange
from standins.commands import Command
from tests.experiments.test_what_runs_is_in_the_key import APART, executed

SMALL = ["tracking=off", "architecture=single_pass", "chunking=page", "retrieval=bm25", "retrieval.top_k=1"]


def answers(home: Path, label: str) -> dict[str, Any]:
    sweep = home / "outputs/latest"
    (folder,) = [
        v["folder"] for v in json.loads((sweep / "sweep.json").read_text())["variations"] if v["label"] == label
    ]
    lines = (sweep / folder / "answers.jsonl").read_text().splitlines()
    return {one["question_id"]: one for one in map(json.loads, lines)}


def test_histories_are_compared_by_turn(command: Command, home: Path, talks: list[str]) -> None:
    done = command("sweep", *talks, *SMALL, "history=none,last,all,rewrite")
    assert done.returncode == 0, done.stderr
    rows = list(csv.DictReader((home / "outputs/latest/by_kind.csv").read_text().splitlines()))
    shown = {(row["variation"], row["kind"]): (row["questions"], float(row["evidence_recall"])) for row in rows}
    assert shown["history=none", "turn 1"] == shown["history=rewrite", "turn 1"]
    assert shown["history=none", "turn: ellipsis"] == ("2", 0.5), "one page of two with that year"
    assert shown["history=rewrite", "turn: ellipsis"] == ("2", 1.0)
    assert ("history=rewrite", "turn 3") in shown
    compared = (home / "outputs/latest/comparisons_by_kind.csv").read_text()
    assert "history=rewrite,turn 2," in compared

    alone, worded = answers(home, "history=none"), answers(home, "history=rewrite")
    assert not [step for one in alone.values() for step in one["steps"] if step["name"] == "history"]
    stages = {name: [step for step in one["steps"] if step["name"] == "history"] for name, one in worded.items()}
    assert stages["fee_1"] == [], "there was nothing before it"
    assert stages["fee_2"][0]["details"]["alone"] == "What was the storage fee per season in 2022?"


@pytest.mark.parametrize("history", ["last", "rewrite"])
def test_what_runs_is_in_the_key(
    history: str, talks: list[str], keyed: set[Path], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    for written in ("COLLECTIONS", "VECTORS", "TOKEN_VECTORS"):
        monkeypatch.setattr(f"ragatta.experiments.resources.index.{written}", tmp_path / written)
    monkeypatch.setattr("ragatta.experiments.resources.documents.CACHE", tmp_path / "cache")
    files = ["dataset=local", f"dataset.pdfs={talks[1]}", f"dataset.questions={talks[3]}"]
    (point,) = compose_grid([*files, f"history={history}"])
    system = opened(point.config)
    system.prepare()
    answer_key(system.resources, point.config.pipeline())
    asked = AskedQuestion("And in 2022?", turns=(Exchange("What was the storage fee in 2021?", "$25"),))
    with executed() as ran:
        assert system.answer(asked)[0].status != "failed"
    left = {path.relative_to(ROOT).as_posix() for path in ran - keyed}
    handing = {"extensions/conversations/pipeline_settings/history.py"}  # as pipeline/core_settings.py
    assert {file for file in left if not file.startswith("experiments/")} <= {*APART} | handing
    assert handing <= left


def test_figures_by_turn_and_what_the_history_took(command: Command, home: Path, talks: list[str]) -> None:
    done = command("sweep", *talks, *SMALL, "history=none,all", "--all")
    assert done.returncode == 0, done.stderr
    shown = " ".join(done.stdout.split())
    assert "history=none: evidence recall by turn: turn 1 0.500, turn 2 0.500," in shown
    assert "its history adds" in shown.split("history=all: evidence recall by turn:")[1]
    assert "its history adds" not in shown.split("history=all: evidence recall by turn:")[0]
    page = command("report")
    assert page.returncode == 0, page.stderr
    assert "tokens for wording" in (home / "outputs/latest/report.html").read_text(encoding="utf-8")


def test_a_dataset_without_turns_has_no_word_of_them(command: Command, home: Path, documents: Path) -> None:
    words = ["--pdfs", f"{documents}/pdfs", "--questions", f"{documents}/questions.csv"]
    done = command("sweep", *words, *SMALL, "history=none,all", "--all")
    assert done.returncode == 0, done.stderr
    assert "turn" not in (home / "outputs/latest/by_kind.csv").read_text()
    assert "by turn" not in done.stdout
    first, second = (home / "outputs/latest/runs").glob("*/answers.jsonl")
    assert first.read_bytes() == second.read_bytes()
    assert "turns" not in (home / "outputs/latest/questions.jsonl").read_text()
