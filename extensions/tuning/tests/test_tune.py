"""ragatta tune: chosen on the dev questions, judged on the test questions, the same way each time."""

from __future__ import annotations

import csv
import re
import shlex
from pathlib import Path

import pytest

from standins.commands import Command

pytest.importorskip("optuna", reason="make setup-tune")


@pytest.fixture
def own(own_split: list[str]) -> list[str]:
    return [*own_split, "tracking=off"]


def test_the_winner_is_judged_on_questions_that_no_trial_has_seen(command: Command, own: list[str], home: Path) -> None:
    first = command("tune", "--trials", "3", *own)
    assert first.returncode == 0, first.stderr
    (written,) = home.glob("outputs/tunes/*/trials.csv")
    with written.open(encoding="utf-8") as stream:
        trials = list(csv.DictReader(stream))
    assert [trial["trial"] for trial in trials] == ["1", "2", "3"]
    best = max(trials, key=lambda trial: (float(trial["evidence_recall_dev"]), -int(trial["trial"])))
    with (home / "outputs/latest/summary.csv").open(encoding="utf-8") as stream:
        judged = list(csv.DictReader(stream))
    assert [row["variation"] for row in judged] == ["begun from", f"trial {best['trial']}"]
    assert {(row["split"], row["questions"]) for row in judged} == {("test", "1")}

    again = command("tune", "--trials", "3", *own)
    assert again.returncode == 0, again.stderr
    assert "0 to ask, 2 reused" in again.stdout
    found = [one.stdout.split("\nsettings ")[1].split("outputs/")[0] for one in (first, again)]
    assert found[0] == found[1]
    assert re.search(rf"^trial {best['trial']} +\d\.\d+ +\d\.\d+", found[0], re.MULTILINE), "the winner first"
    assert re.search(r"^begun from +\d\.\d+", found[0], re.MULTILINE)
    (offered,) = re.findall(r"^  ragatta (run --config .+)$", again.stdout, re.MULTILINE)
    run = command(*shlex.split(offered), "--dry-run")
    assert run.returncode == 0, run.stderr
    assert "1 variation × 2 questions" in run.stdout, "those of dev and test"


def test_what_cannot_be_searched_is_said(command: Command, own: list[str]) -> None:
    for words, said in (
        (["--trials", "0"], "--trials 0: must be at least 1"),
        (["--space", "retreival"], "--space retreival: no such file in conf/space/; did you mean retrieval?"),
        (["retrieval.top_k=3,5", "architecture.router.top_k_docs=1,2", "llm.seed=1,2"], "not a grid"),
        (["dataset.split=test"], "the search uses dev and the judgement test"),
    ):
        done = command("tune", *own, *words)
        assert done.returncode == 1
        assert said in done.stderr
        assert "Traceback" not in done.stderr
