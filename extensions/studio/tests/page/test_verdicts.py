"""Undecided answers of a sweep are judged beside the gold, and stand in verdicts.jsonl as the terminal writes them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from extensions.studio.tests.page.conftest import QUESTIONS, Started
from ragatta.eval.gold.questions import load_questions
from ragatta.eval.people import read_settled
from ragatta.experiments.results.open_answers import with_verdicts
from ragatta.experiments.results.reading import SweepResult, open_sweep
from ragatta.experiments.results.tables import decided
from ragatta.extensions.studio import api as studio_api
from ragatta.extensions.studio.api import Api
from standins.sweeps import Sweep


@pytest.fixture
def sweep(tmp_path: Path) -> SweepResult:
    """Two variations, each with an answer to the one question that no rule decides."""
    (tmp_path / "asked.yaml").write_text(QUESTIONS, encoding="utf-8")
    made = Sweep(questions=1)
    made.gold = load_questions(tmp_path / "asked.yaml")
    found = open_sweep(str(made.write(tmp_path / "sweep")))
    runs = [
        replace(run, rows=tuple(replace(row, undecided="it may be right") for row in run.rows)) for run in found.runs
    ]
    return replace(found, runs=tuple(runs))


@pytest.fixture
def api(started: Started, sweep: SweepResult) -> Api:
    return started(sweep=sweep)


def waiting(api: Api) -> list[str]:
    return [one["key"] for one in api.call("state", {})["queue"] if one["group"] == "undecided"]


def judge(api: Api, key: str, verdict: object) -> None:
    api.call("judge", {"key": key, "verdict": verdict})


def test_a_verdict_is_written_and_taken_back(api: Api) -> None:
    first, second = waiting(api)
    shown = api.call("item", {"key": first})
    assert shown["record"]["expected"] == "$25"
    assert shown["answer"].startswith("The answer of")
    assert shown["why"] == "it may be right"
    assert shown["cited"]
    judge(api, first, 0.75)
    assert waiting(api) == [second]
    (line,) = read_settled(api.store.verdicts_path).lines
    assert (line.verdict, line.who, line.question_id) == (0.75, "ann", "G_1")
    api.call("undo", {})
    assert {*waiting(api)} == {first, second}
    assert not read_settled(api.store.verdicts_path).lines


def test_answers_drawn_at_random_come_first_and_say_nothing_of_our_verdict(
    started: Started, sweep: SweepResult
) -> None:
    runs = tuple(replace(run, rows=tuple(replace(row, undecided="") for row in run.rows)) for run in sweep.runs)
    api = started(sweep=replace(sweep, runs=runs), audit=1)
    (key,) = waiting(api)
    shown = api.call("item", {"key": key})
    assert (shown["labels"], shown["why"]) == ((), "drawn at random, to see how often people judge otherwise")
    assert shown["audited"]
    judge(api, key, 1)
    (line,) = read_settled(api.store.verdicts_path).lines
    assert line.audited is not None
    assert not line.drawn
    assert not waiting(api), "no other is drawn in its place"


def test_the_decision_in_the_head_is_made_anew_after_some_verdicts(
    api: Api, sweep: SweepResult, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(studio_api, "FEWEST", 2)
    first, second = waiting(api)
    judge(api, first, 1)
    assert api.call("state", {})["decision"] == ""
    judge(api, second, 0)
    decision = api.call("state", {})["decision"]
    assert decision == decided(with_verdicts(sweep, api.store.people)).text
    assert decision


@pytest.mark.parametrize("verdict", [2, -0.1, True, "1", None, float("nan")])
def test_what_is_no_verdict_is_refused(api: Api, verdict: object) -> None:
    with pytest.raises(ValueError, match="a number from 0 to 1"):
        judge(api, waiting(api)[0], verdict)
    assert not api.store.verdicts_path.exists()


def test_two_people_who_differ_leave_it_open_until_one_resolves_it(api: Api) -> None:
    key, _ = waiting(api)
    judge(api, key, 1)
    line = read_settled(api.store.verdicts_path).lines[0]
    with api.store.verdicts_path.open("a", encoding="utf-8") as stream:
        stream.write(replace(line, who="bob", verdict=0.0).line())
    assert key in waiting(api)
    assert "people differ" in api.call("item", {"key": key})["why"]
    judge(api, key, 0.5)
    assert read_settled(api.store.verdicts_path).lines[-1].resolves
    assert key not in waiting(api)


def test_a_second_person_judges_what_the_first_has_settled_and_their_agreement_is_said(
    started: Started, sweep: SweepResult
) -> None:
    ann = started(sweep=sweep)
    for key, verdict in zip(waiting(ann), (1, 0), strict=True):
        judge(ann, key, verdict)
    assert not waiting(ann)
    assert not ann.call("state", {})["agreement"]
    bob = started(sweep=sweep, who="bob")
    first, second = waiting(bob)
    judge(bob, first, 1)
    assert waiting(bob) == [second]
    judge(bob, second, 1)
    assert waiting(bob) == [second], "they differ"
    assert bob.call("state", {})["agreement"].startswith("ann and bob on 2 answers: kappa ")
    judge(bob, second, 0.5)
    assert not waiting(bob)
    assert read_settled(bob.store.verdicts_path).lines[-1].resolves


def test_a_question_shows_what_each_variation_answered(started: Started, sweep: SweepResult) -> None:
    first, second = sweep.runs
    silent = tuple(replace(row, answer={**row.answer, "answer": "", "status": "no_information"}) for row in second.rows)
    api = started(sweep=replace(sweep, runs=(first, replace(second, rows=silent))))
    answers = api.call("item", {"key": "q:G_1"})["answers"]
    assert [one["label"] for one in answers] == ["baseline", "other"]
    assert all(one["undecided"] for one in answers)
    assert answers[0]["text"].startswith("The answer of")
    assert answers[1]["text"] == "no_information", "it has no words"
