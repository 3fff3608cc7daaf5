"""Judged figures through the command: by hand, with a reply that cannot be read, and beside how far people agree."""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from standins.commands import Command
from tests.standins.judging import data_of, judging
from tests.standins.loopback import Said
from tests.standins.ollama_server import OllamaServer
from tests.standins.sensible import schema_of

PEOPLE = """question,expected,answer,verdict,context,faithfulness
How long?,600 hours,After 600 hours.,right,Seals last. After 600 hours.,right
How long?,600 hours,After 60 hours.,wrong,Seals last.,wrong
Who?,Ann,Ann did.,right,Ann did.,1
Who?,Ann,Ben did.,wrong,Ann did.,0
Where?,In Rome,In Paris.,wrong,It is big.,0
Where?,In Rome,In Rome.,right,It is big.,1
"""


@pytest.fixture
def server() -> Iterator[OllamaServer]:
    with OllamaServer(think=judging) as running:
        yield running


def own(documents: Path, server: OllamaServer) -> list[str]:
    return ["--grid", "none", "--pdfs", f"{documents}/pdfs", "--questions", f"{documents}/questions.csv",
            "architecture=single_pass", "tracking=off", "scoring=judged",
            f"scoring.judge_llm.base_url={server.base_url}"]  # fmt: skip


def scores(home: Path) -> dict[str, dict[str, float]]:
    lines = (home / "outputs/latest/runs/01/scores.jsonl").read_text(encoding="utf-8").splitlines()
    return {row["question_id"]: row["scores"] for row in map(json.loads, lines)}


def test_judged_figures_of_a_sweep(command: Command, documents: Path, home: Path, server: OllamaServer) -> None:
    def claims_in_prose(body: Any) -> Said:
        asked = data_of(body)["question"]
        return (
            Said("Well, all of it.") if "claims" in schema_of(body)["properties"] and "fee" in asked else judging(body)
        )

    server.think = claims_in_prose
    planned = command("sweep", *own(documents, server), "--dry-run")
    assert "Judging by llama3.2 takes at most 15 calls" in planned.stdout, "4 an answer, and 1 a question"
    assert server.chats == []
    first = command("sweep", *own(documents, server))
    assert first.returncode == 0, first.stderr
    found = scores(home)
    assert (found["fee"]["nugget_recall"], found["fee"]["context_recall"], found["fee"]["judged_failed"]) == (1, 1, 1)
    assert not {"faithfulness", "answer_relevancy"} & found["fee"].keys(), "a reply that cannot be read is no score"
    assert found["hours"]["answer_relevancy"] == 1.0
    assert found["hours"]["judged_failed"] == 0.0
    assert "1 call of the judge about claims, passages or nuggets failed" in first.stdout
    assert "judged by llama3.2" in first.stdout
    assert "Of 3 questions, as many are behind the means of faithfulness" in " ".join(first.stdout.split())
    assert "nugget recall vital: not calibrated" in " ".join(first.stdout.split())
    with (home / "outputs/latest/summary.csv").open(encoding="utf-8") as stream:
        (row,) = csv.DictReader(stream)
    assert (row["judged_failed"], row["nugget_recall_vital"] != "") == ("1.000000", True)
    timings = [json.loads(line) for line in (home / "outputs/latest/runs/01/timings.jsonl").read_text().splitlines()]
    calls = [call for timing in timings for call in timing["judge"]["calls"]]
    assert row["judge_tokens_in"] == str(sum(call["tokens_in"] for call in calls)), "of every call, none twice"
    assert f"{int(row['judge_tokens_in']):,}" in first.stdout

    asked, server.think = len(server.chats), judging
    again = command("sweep", *own(documents, server), "retry_failed=true")
    assert len(server.chats) == asked + 1, "the failed call alone"
    assert scores(home)["fee"]["judged_failed"] == 0.0
    assert "failed, with the reason" not in again.stdout
    only = command("sweep", *own(documents, server), "llm.cache=only")
    assert (only.returncode, len(server.chats)) == (0, asked + 1)


def test_figures_stand_beside_how_far_the_judge_agrees_with_people(
    command: Command, documents: Path, home: Path, server: OllamaServer, tmp_path: Path
) -> None:
    def right_but_for_rome(body: Any) -> Said:
        data = data_of(body)
        if "verdict" not in schema_of(body)["properties"]:
            return judging(body)
        if "Ben" in data["answer"]:
            return Said("It depends.")
        right = data["expected"] in data["answer"] or "Paris" in data["answer"]
        return Said(json.dumps({"reason": "so", "verdict": "correct" if right else "incorrect"}))

    file = tmp_path / "people.csv"
    file.write_text(PEOPLE, encoding="utf-8")
    server.think = right_but_for_rome
    judge = ["scoring=judged", f"scoring.judge_llm.base_url={server.base_url}"]
    done = command("calibrate", "--from", str(file), *judge)
    assert done.returncode == 0, done.stderr
    said = {
        row.split("│")[1].strip(): [c.strip() for c in row.split("│")[2:-1]]
        for row in done.stdout.splitlines()
        if "│" in row
    }
    # judge: 600, 60, Ann right; Paris wrong, Rome right; Ben unread: of 5 answers 4 agree, 14/25 by chance
    assert said["judge"][:3] == ["5", "3", f"{(4 / 5 - 14 / 25) / (1 - 14 / 25):.2f}"]
    assert (said["judge"][4], said["judge"][6]) == ("0.80", "1")
    # claims are supported where they stand in the context: not so in Rome
    assert (said["faithfulness"][0], said["faithfulness"][4], said["faithfulness"][6]) == ("6", "0.83", "0")
    assert said["score"][2] == "1.00"
    asked = len(server.chats)
    assert command("calibrate", "--from", str(file), *judge).stdout == done.stdout
    assert len(server.chats) == asked, "replies are kept"

    assert command("sweep", *own(documents, server)).returncode == 0
    table = " ".join(command("sweep", *own(documents, server)).stdout.split())
    assert "judge agrees with people: kappa 0.55 (" in table
    assert "faithfulness agrees with people: kappa 0.67 (" in table
    assert "nugget recall, nugget recall vital: not calibrated (ragatta calibrate)." in table
    summary = (home / "outputs/latest/summary.md").read_text(encoding="utf-8")
    assert "judge agrees with people: kappa 0.55" in summary
    other = command("sweep", *own(documents, server), "scoring.judge_llm.options.top_k=1").stdout
    assert "faithfulness, answer relevancy" in other.replace("\n", " ")
    assert "kappa" not in other, "another judge"
    assert command("report").returncode == 0
    report = (home / "outputs/latest/report.html").read_text(encoding="utf-8")
    assert re.search(r'"judge": ?"llama3.2", ?"agreements": ?{"judge": ?"not calibrated"', report)


def test_what_is_wrong_with_a_file_of_verdicts_is_said_before_any_call(
    command: Command, server: OllamaServer, tmp_path: Path
) -> None:
    file = tmp_path / "people.jsonl"
    rows = [
        {"question": "Who?", "expected": "Ann", "answer": "Ann", "verdict": "perhaps"},
        {"question": "Who?", "answer": "Ann", "verdict": 0.5},
        {"question": "Who?", "expected": "Ann", "answer": "Ann", "context": [1], "verdict": "right"},
        {"question": "Who?", "expected": "Ann", "answer": "Ann"},
    ]
    file.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    judge = f"scoring.judge_llm.base_url={server.base_url}"
    done = command("calibrate", "--from", str(file), judge)
    assert (done.returncode, server.chats) == (1, [])
    for said in (
        "line 1, verdict: 'perhaps' must be right or wrong, or a number from 0 to 1",
        "line 2, expected: is empty; leave out what has no expected answer",
        "line 3, context: must be a text or a list of texts", "line 4, verdict: is missing",
    ):  # fmt: skip
        assert said in done.stderr
    assert "Traceback" not in done.stderr
    for words, said in (([], "ragatta calibrate --from "), (["--from", "nowhere.csv"], "no such file")):
        assert said in command("calibrate", *words, judge).stderr
