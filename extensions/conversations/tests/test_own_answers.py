"""Turns that are asked with what was answered before them: errors pile up, and a conversation goes on after a kill."""

from __future__ import annotations

import csv
import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import pytest

from ragatta.experiments.paths import ROOT
from standins.commands import Command
from standins.pdfs import write_pdf

TALKS, TURNS, RIGHT = 300, 3, 0.7
# Right on 7 of 10 questions, on a later turn only after a right answer to the one before.
SYSTEM = """
import hashlib, re, time
RIGHT, SECONDS = {right}, {seconds}

def gold(talk, turn):
    return 10_000 + 10 * talk + turn

def answer(question):
    time.sleep(SECONDS)
    with open({log!r}, "a") as log:
        log.write(question.splitlines()[-1] + "\\n")
    turn, talk = map(int, re.findall(r"\\d+", question.splitlines()[-1]))
    before = re.findall(r"^→ (\\d+)", question, re.MULTILINE)
    drawn = int(hashlib.sha256(f"{{talk}} {{turn}}".encode()).hexdigest()[:8], 16) / 16**8
    is_right = drawn < RIGHT and (turn == 1 or before[-1:] == [str(gold(talk, turn - 1))])
    return str(gold(talk, turn) if is_right else 7)
"""


def conversations(folder: Path, talks: int = TALKS, right: float = RIGHT, seconds: float = 0.0) -> list[str]:
    """The words that name the documents, the questions and a system that answers them."""
    (folder / "pdfs").mkdir(parents=True)
    write_pdf(folder / "pdfs/none.pdf", ["Nothing of what is asked stands here."])
    written = [
        {
            "id": f"{talk}-{turn}", "question": f"What is number {turn} of row {talk}?", "kind": "number",
            "expected": str(10_000 + 10 * talk + turn), **({"after": f"{talk}-{turn - 1}"} if turn > 1 else {}),
        }
        for talk in range(talks) for turn in range(1, TURNS + 1)
    ]  # fmt: skip
    (folder / "talks.jsonl").write_text("".join(f"{json.dumps(one)}\n" for one in written))
    (folder / "mine.py").write_text(SYSTEM.format(right=right, seconds=seconds, log=str(folder / "log")))
    files = ["--pdfs", str(folder / "pdfs"), "--questions", str(folder / "talks.jsonl"), "tracking=off"]
    options = f"architecture.service.options={{target: 'mine:answer', folder: '{folder}'}}"
    return [*files, "architecture=python", options, "history=last"]


def by_turn(home: Path) -> dict[tuple[str, str], dict[str, float]]:
    rows = list(csv.DictReader((home / "outputs/latest/by_kind.csv").read_text().splitlines()))
    return {
        (row["variation"], row["kind"]): {name: float(row[name]) for name in ("score", "score_ci_low", "score_ci_high")}
        for row in rows
    }


def test_errors_pile_up_where_turns_have_the_own_answers_before_them(
    command: Command, home: Path, tmp_path: Path
) -> None:
    done = command("sweep", *conversations(tmp_path / "talks"), "history.answers=gold,own")
    assert done.returncode == 0, done.stderr
    shown = by_turn(home)
    for turn in range(1, TURNS + 1):
        for answers, expected in (("gold", RIGHT), ("own", RIGHT**turn)):
            found = shown[f"answers={answers}", f"turn {turn}"]
            assert found["score_ci_low"] <= expected <= found["score_ci_high"], (answers, turn, found)
    assert shown["answers=own", "turn 3"]["score_ci_high"] < shown["answers=gold", "turn 3"]["score"]


def results(home: Path) -> dict[str, bytes]:
    """What is the same however a sweep came to its end."""
    names = ("answers.jsonl", "scores.jsonl")
    found = {path for name in names for path in (home / "outputs/latest/runs").glob(f"*/{name}")}
    return {f"{path.parent.name}/{path.name}": path.read_bytes() for path in found}


def test_a_killed_conversation_goes_on_where_it_was(command: Command, home: Path, tmp_path: Path) -> None:
    words = conversations(tmp_path / "talks", talks=6, seconds=0.15)
    asked = [*words, "history.answers=own", "runner.workers=4"]
    other = {"RAGATTA_HOME": str(tmp_path / "other")}
    assert command("sweep", *asked, **other).returncode == 0
    log = tmp_path / "talks/log"
    log.unlink()
    killed = subprocess.Popen(
        [sys.executable, "-m", "ragatta", "sweep", *asked], cwd=ROOT, stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL, env={**os.environ, "RAGATTA_HOME": str(home)},
    )  # fmt: skip
    until(lambda: log.exists() and any("number 2" in line for line in log.read_text().splitlines()))
    killed.send_signal(signal.SIGKILL)
    killed.wait()
    begun = log.read_text().splitlines()
    assert len(begun) < 18, "it was killed within conversations"
    done = command("sweep", *asked)
    assert done.returncode == 0, done.stderr
    after = log.read_text().splitlines()[len(begun) :]
    assert 0 < len(after) < 18, "what was answered is not asked again"
    assert results(home) == results(tmp_path / "other") != {}


def until(condition: Any) -> None:
    end = monotonic() + 60
    while not condition():
        assert monotonic() < end, "waited too long"
        sleep(0.01)


def test_a_race_cannot_wait_for_turns(command: Command, tmp_path: Path) -> None:
    done = command("sweep", *conversations(tmp_path / "talks", talks=2), "history.answers=own", "budget.race=true")
    assert done.returncode != 0
    assert "turns wait for the answers before them" in done.stderr


@pytest.mark.parametrize("extra", [["--limit", "3"], ["--dry-run"]])
def test_a_part_and_a_dry_run(extra: list[str], command: Command, tmp_path: Path) -> None:
    done = command("sweep", *conversations(tmp_path / "talks", talks=4), "history.answers=own", *extra)
    assert done.returncode == 0, done.stderr
    assert ("3 to ask" if "--limit" in extra else "12 to ask") in done.stdout
