"""Judged figures through the command: by hand, with a reply that cannot be read, and beside how far people agree."""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from ragatta.eval.gold.questions import load_questions
from ragatta.eval.people import Settled, append_settled, gold_digest, hashed
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
    first = command("sweep", *own(documents, server), "--all")
    assert first.returncode == 0, first.stderr
    found = scores(home)
    assert (found["fee"]["nugget_recall"], found["fee"]["context_recall"], found["fee"]["judged_failed"]) == (1, 1, 1)
    assert not {"faithfulness", "answer_relevancy"} & found["fee"].keys(), "a reply that cannot be read is no score"
    assert found["hours"]["answer_relevancy"] == 1.0
    assert found["hours"]["judged_failed"] == 0.0
    assert "1 call of the judge about claims, passages or nuggets failed" in first.stdout
    assert "judged by llama3.2" in first.stdout
    assert "0 (judge), 2 (faithfulness, answer relevancy)" in " ".join(first.stdout.split())
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
    assert ["number", "judge", "2", "1"] in kinds(done.stdout)
    assert ["text", "judge", "3", "2"] in kinds(done.stdout)
    assert "Its verdicts settle no answer: no undecided answer is among those that it was compared on" in done.stdout
    table = " ".join(command("sweep", *own(documents, server), "--all").stdout.split())
    assert "judge agrees with people: kappa 0.55 (" in table
    assert "faithfulness agrees with people: kappa 0.67 (" in table
    assert "nugget recall, nugget recall vital: not calibrated (ragatta calibrate)." in table
    summary = (home / "outputs/latest/summary.md").read_text(encoding="utf-8")
    assert "judge agrees with people: kappa 0.55" in summary
    other = command("sweep", *own(documents, server), "scoring.judge_llm.options.top_k=1", "--all").stdout
    assert "faithfulness, answer relevancy" in other.replace("\n", " ")
    assert "kappa" not in other, "another judge"
    assert command("report").returncode == 0
    report = (home / "outputs/latest/report.html").read_text(encoding="utf-8")
    assert re.search(r'"judge": ?"llama3.2", ?"agreements": ?{"judge": ?"not calibrated"', report)


def kinds(printed: str) -> list[list[str]]:
    """The kind, the metric and the numbers of answers and questions of each row of the table by kind."""
    rows = printed.partition("by kind of question")[2].splitlines()
    return [[cell.strip() for cell in row.split("│")[1:5]] for row in rows if "│" in row]


WORDS = "After {} hours of use, or {} where it is salty."


def predicted(documents: Path, server: OllamaServer, answer: str) -> list[str]:
    made = documents / "made.jsonl"
    asked = {"What is the storage fee per season?": "$25", "List all parts of the pump care": "* Winter Storage",
             "After how many hours of use are seals replaced?": answer}  # fmt: skip
    made.write_text("\n".join(json.dumps({"question": q, "answer": a}) for q, a in asked.items()), encoding="utf-8")
    return [*own(documents, server), "scoring=judge", "architecture=predictions",
            f"architecture.service.options.file={made}"]  # fmt: skip


def test_without_a_judge_our_own_score_is_held_against_people(command: Command, tmp_path: Path) -> None:
    people = tmp_path / "people.csv"
    people.write_text(PEOPLE, encoding="utf-8")
    done = command("calibrate", "--from", str(people), "scoring=default")
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("6 answers\n")
    assert "are decided without a judge. People judge otherwise 0 of " in done.stdout
    assert "saved" not in done.stdout


def test_a_judge_settles_undecided_answers_by_its_record_on_such_answers(
    command: Command, documents: Path, home: Path, server: OllamaServer, tmp_path: Path
) -> None:
    def incorrect_from_700(body: Any) -> Said:
        right = "700" not in data_of(body)["answer"]
        return Said(json.dumps({"reason": "so", "verdict": "correct" if right else "incorrect"}))

    server.think = incorrect_from_700
    judge = f"scoring.judge_llm.base_url={server.base_url}"
    wrong_of_judge: list[int] = []

    def calibrated(questions: int) -> str:
        file = tmp_path / "people.csv"
        with file.open("w", encoding="utf-8", newline="") as stream:
            writer = csv.writer(stream)
            writer.writerow(["question_id", "question", "expected", "answer", "verdict"])
            for at in range(questions):
                said = WORDS.format(800 - 100 * (at % 2), 600)
                right = 1 - at % 2 if at not in wrong_of_judge else at % 2
                writer.writerow([f"q{at}", f"After how many hours is seal {at} replaced?", "600", said, right])
        done = command("calibrate", "--from", str(file), judge, "scoring.error=0.1")
        assert done.returncode == 0, done.stderr
        return done.stdout

    def hours() -> dict[str, Any]:
        done = command("sweep", *predicted(documents, server, WORDS.format(700, 600)), "scoring.error=0.1")
        assert done.returncode == 0, done.stderr
        lines = (home / "outputs/latest/runs/01/scores.jsonl").read_text(encoding="utf-8").splitlines()
        return next(row for row in map(json.loads, lines) if row["question_id"] == "hours")

    few = " ".join(calibrated(28).split())
    assert "0 of 14 passes and 0 of 14 failures are false, at most 0.1 of all, above scoring.error (0.1)" in few
    assert "the judge and people differ" not in few
    before, manifest = hours(), home / "outputs/latest/runs/01/manifest.json"
    assert before["why_undecided"]
    assert before["scores"]["judge"] == 0
    assert json.loads(manifest.read_text(encoding="utf-8"))["verdicts_digest"] == ""
    wrong_of_judge += [2, 5, 7]
    said = calibrated(40)
    assert "1 of 20 passes and 2 of 20 failures are false" in said
    assert [line.count("false") for line in said.splitlines() if "people.csv, line" in line] == [1, 1, 1]
    wrong_of_judge.clear()
    assert "Its verdicts settle undecided answers." in calibrated(30)
    after = hours()
    assert (after["rule"], after["why_undecided"], after["scores"]["score"]) == ("judge", "", 0)
    with (home / "outputs/latest/summary.csv").open(encoding="utf-8") as stream:
        (row,) = csv.DictReader(stream)
    by = [row[f"verdicts_by_{name}"] for name in ("rule", "judge", "person")]
    assert (by, row["undecided"]) == (["2", "1", "0"], "0.000000")
    assert "Verdicts on 3 answers: 2 by rule, 1 by judge." in (home / "outputs/latest/summary.md").read_text(
        encoding="utf-8"
    )
    assert json.loads(manifest.read_text(encoding="utf-8"))["verdicts_digest"]
    assert not (documents / "verdicts.jsonl").exists(), "a judge is nobody"


def test_verdicts_of_a_dataset_calibrate_a_judge(
    command: Command, documents: Path, home: Path, server: OllamaServer
) -> None:
    words = predicted(documents, server, WORDS.format(600, 60))
    assert command("sweep", *words).returncode == 0
    gold = {one.id: gold_digest(one) for one in load_questions(documents / "questions.csv")}
    file = documents / "verdicts.jsonl"
    for line in (
        Settled("hours", gold["hours"], hashed(WORDS.format(600, 60)), 0.5, "ann"),  # found in outputs/
        Settled("hours", gold["hours"], hashed("After 6 hours."), 0.0, "ann"),  # not found
        Settled("fee", gold["fee"], "It is $25, or perhaps $20.", 1.0, "ann"),  # by its words
        Settled("fee", gold["fee"], "It is $20, or perhaps $25.", 1.0, "ann"),
        Settled("fee", gold["fee"], "It is $20, or perhaps $25.", 0.0, "bob"),  # they differ
        Settled("fee", "of another gold", "It is $30.", 0.0, "ann"),
    ):
        append_settled(file, line)
    odd = home / "outputs/runs/0123456789ab/journal.jsonl"
    odd.parent.mkdir()
    odd.write_text("{}\n", encoding="utf-8")  # of another version
    asked = len(server.chats)
    done = command(
        "calibrate", "--from", str(file), "--pdfs", f"{documents}/pdfs", "--questions", f"{documents}/questions.csv",
        f"scoring.judge_llm.base_url={server.base_url}",
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    for said in (
        "1 answer left out, whose answer is in no run of outputs/",
        "1 answer left out, on which people differ",
        "1 answer left out, on another gold by now, or on questions that are not here",
        "2 answers, judged by llama3.2",
    ):
        assert said in done.stdout
    assert ["number", "judge", "2", "2"] in kinds(done.stdout)
    assert ["undecided answers", "judge", "2", "2"] in kinds(done.stdout)
    assert len(server.chats) == asked + 1, "the answer of the sweep was judged in it"
    elsewhere = command("calibrate", "--from", str(file), f"scoring.judge_llm.base_url={server.base_url}")
    assert "no verdict to compare on the questions of filings" in elsewhere.stderr


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
