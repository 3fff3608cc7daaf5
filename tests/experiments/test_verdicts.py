"""`ragatta verdicts`: a person settles what no rule decides, and the next scoring of the same answers reads it."""

from __future__ import annotations

import csv
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from ragatta.eval.gold.questions import load_questions
from ragatta.eval.people import Settled, append_settled, gold_digest
from ragatta.experiments.bundle.archive import read_bundle
from standins.commands import Command

UNDECIDED = "Per season it is $25 for a pump and $20 for a hose.\x1b[31m"
ANSWERS = {
    "What is the storage fee per season?": UNDECIDED,
    "After how many hours of use are seals replaced?": "600",
    "List all parts of the pump care": "* Filter Cleaning\n* Winter Storage\n* Seal Replacement",
}


@pytest.mark.needs("contestants")
def test_what_a_person_says_is_asked_once_and_scores_the_same_answers(
    command: Command, documents: Path, home: Path, tmp_path: Path
) -> None:
    made = tmp_path / "made.jsonl"
    lines = (json.dumps({"question": question, "answer": answer}) for question, answer in ANSWERS.items())
    made.write_text("\n".join(lines), encoding="utf-8")
    words = ("--pdfs", str(documents / "pdfs"), "--questions", str(documents / "questions.csv"), "--grid", "none")
    words += ("architecture=predictions", f"architecture.service.options.file={made}", "tracking=off")

    def swept() -> dict[str, str]:
        done = command("sweep", *words)
        assert done.returncode == 0, done.stderr
        with (home / "outputs/latest/by_question.csv").open(encoding="utf-8") as stream:
            return next(row for row in csv.DictReader(stream) if row["question_id"] == "fee")

    def asked(typed: str, who: str, *further: str) -> str:
        environment = {**os.environ, "RAGATTA_HOME": str(home)}
        program = [sys.executable, "-m", "ragatta", "verdicts", "--who", who, *further]
        done = subprocess.run(program, input=typed, env=environment, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        return done.stdout

    before = swept()
    assert float(before["undecided"]) == 1
    said = asked("7\n\n", "ann")
    assert "1 answer undecided." in said
    assert UNDECIDED.removesuffix("\x1b[31m") in said
    assert "\x1b" not in said, "an answer gives the terminal no orders"
    assert "0 verdicts written" in said, "7 is none, and Enter skips"
    file = documents / "verdicts.jsonl"
    assert not file.exists()

    back = asked("b\n1\n", "ann")
    assert back.count("1 of 1") == 2, "b goes back, from the first answer to itself"
    file.unlink()
    assert "1 verdict written" in asked("0.5\n", "ann")
    assert "no answer is undecided" in asked("", "bob"), "of the sweep as it is scored now"
    assert "no answer to hours was judged" in asked("", "ann", "--again", "hours")
    again = asked("1\n", "ann", "--again", "fee")
    assert "fee: judged 0.5 by ann" in again
    assert "1 verdict written" in again
    assert "judged 1 by ann" in asked("0.5\n", "ann", "--again", "fee")
    after = swept()
    assert (float(after["score"]), after["rule"], float(after["undecided"])) == (0.5, "person", 0)

    differs = {**json.loads(file.read_text(encoding="utf-8").splitlines()[-1]), "who": "bob", "verdict": 0}
    with file.open("a", encoding="utf-8") as stream:
        stream.write(json.dumps(differs) + "\n")
    assert swept()["why_undecided"] == "people differ (0.5 by ann, 0 by bob)"
    assert "people differ" in asked("1\n", "cleo")
    assert json.loads(file.read_text(encoding="utf-8").splitlines()[-1])["resolves"] is True
    assert float(swept()["score"]) == 1


@pytest.mark.needs("bundles")
def test_answers_drawn_at_random_are_judged_without_our_verdict_and_make_a_record(
    command: Command, documents: Path, home: Path
) -> None:
    own = ("--pdfs", f"{documents}/pdfs", "--questions", f"{documents}/questions.csv")
    assert command("sweep", "--grid", "none", *own, "tracking=off").returncode == 0
    environment = {**os.environ, "RAGATTA_HOME": str(home)}

    def audited(typed: str, many: str) -> str:
        program = [sys.executable, "-m", "ragatta", "verdicts", "--audit", many, "--who", "ann"]
        done = subprocess.run(program, input=typed, env=environment, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        return done.stdout

    said = audited("1\n0\n", "2")
    assert "2 answers drawn at random. If all are decided and none is judged otherwise, at most 0.78 of all" in said
    assert "baseline" not in said, "who answered is not said"
    assert "Of 2 answers drawn at random and judged, 2 are decided. People judge otherwise " in said
    lines = [json.loads(line) for line in (documents / "verdicts.jsonl").read_text(encoding="utf-8").splitlines()]
    assert [one["verdict"] for one in lines] == [1, 0]
    assert all({*one["audited"]} == {"group", "says_right", "rules"} and "drawn" not in one for one in lines)
    assert "1 of 1" in audited("s\n", "9"), "the third is left"
    with (documents / "verdicts.jsonl").open("a", encoding="utf-8") as stream:
        taken_back = {name: value for name, value in lines[0].items() if name != "audited"}
        stream.write(json.dumps({**taken_back, "verdict": 0, "when": "2100-01-01"}) + "\n")
    again = command("sweep", "--grid", "none", *own, "tracking=off", "--all")
    assert "Of 2 answers drawn at random and judged, 2 are decided." in " ".join(again.stdout.split())

    bundle = home / "run.zip"
    assert command("export", "--run", "latest:baseline", "--to", str(bundle)).returncode == 0
    carried = [json.loads(line) for line in read_bundle(bundle).texts["verdicts.jsonl"].splitlines()]
    assert sorted(str(one["audited"]) for one in carried) == sorted(str(one["audited"]) for one in lines)
    assert not any("who" in one or "when" in one for one in carried)
    assert [one["verdict"] for one in carried] == [0, 0], "a verdict that was taken back is not carried"


@pytest.mark.needs("bundles")
def test_a_bundle_carries_the_verdicts_that_its_scores_rest_on(
    command: Command, documents: Path, home: Path, tmp_path: Path
) -> None:
    own = ("--pdfs", f"{documents}/pdfs", "--questions", f"{documents}/questions.csv")
    assert command("sweep", "--grid", "none", *own, "tracking=off").returncode == 0
    before = answer(home)
    assert before["score"] == 1
    gold = gold_digest(next(one for one in load_questions(documents / "questions.csv") if one.id == "fee"))
    file = documents / "verdicts.jsonl"
    append_settled(file, Settled("fee", gold, before["answer"], 0.0, "ann", "2026-01-02"))
    judged = command("sweep", "--grid", "none", *own, "tracking=off", "--all")
    assert (answer(home)["score"], answer(home)["rule"]) == (0, "person"), "a person stands above the rules"
    assert "Of 1 verdict by person, 1 contradicts what a rule had decided (1 by ann)" in judged.stdout.replace(
        "\n", " "
    )
    assert '"judged_by":["ann"]' in (home / "outputs/latest/runs/01/timings.jsonl").read_text(encoding="utf-8")
    with (home / "outputs/latest/summary.csv").open(encoding="utf-8") as stream:
        assert [row["verdicts_against_rule"] for row in csv.DictReader(stream)] == ["1"]
    with (home / "outputs/latest/by_question.csv").open(encoding="utf-8") as stream:
        said = [row["against_rule"] for row in csv.DictReader(stream) if row["against_rule"]]
    assert said == [f"1 by rule ({before['rule']}), 0 by ann"]

    bundle = tmp_path / "run.zip"
    exported = command("export", "--run", "latest:baseline", "--to", str(bundle))
    assert exported.returncode == 0, exported.stderr
    texts = read_bundle(bundle).texts
    carried = texts["verdicts.jsonl"]
    assert not any('"ann"' in text for text in texts.values()), "who judged is nobody else's business"
    assert json.loads(carried)["verdict"] == 0
    file.unlink()
    assert command("import", "--from", str(bundle), *own).returncode == 0
    (config,) = (home / "outputs/bundles").glob("run-*/outputs/runs/*/config.yaml")
    assert command("run", "--config", str(config), "tracking.mlflow=false").returncode == 0
    assert answer(home)["rule"] == "person"
    repeated = command("reproduce", "--run", str(config.parent))
    assert (repeated.returncode, repeated.stdout.splitlines()[-1]) == (0, "reproduced"), repeated.stderr
    assert command("sweep", "--grid", "none", *own, "tracking=off").returncode == 0
    assert answer(home)["score"] == 1, "it counts for the bundle alone"


def answer(home: Path) -> dict[str, Any]:
    """The answer on the fee in the latest sweep, with its score and rule."""
    folder = home / "outputs/latest/runs/01"
    made, scored = (
        next(json.loads(line) for line in (folder / name).read_text(encoding="utf-8").splitlines() if '"fee"' in line)
        for name in ("answers.jsonl", "scores.jsonl")
    )
    parts = dict.fromkeys(part for part in (made["value"], made["answer"]) if part)
    return {"answer": "\n".join(parts), "score": scored["scores"]["score"], "rule": scored["rule"]}
