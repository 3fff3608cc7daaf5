"""What is judged of a sweep's files, and junit.xml and summary.md, whatever the texts of questions hold."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from xml.etree import ElementTree

import pytest

from ragatta.eval.by_person import ByPerson
from ragatta.eval.gate.decision import Judgement, Outcome, Seen, judge
from ragatta.eval.gate.thresholds import Limits
from ragatta.eval.people import People, Settled
from ragatta.eval.people import gold_digest as gold_digest_of
from ragatta.experiments.command_line.commands import run as command_of
from ragatta.experiments.commands.regress import CODES
from ragatta.experiments.commands.regress import _lines as lines_of
from ragatta.experiments.faults import Fault
from ragatta.experiments.gate import run
from ragatta.experiments.gate.expected import Gate, Recorded
from ragatta.experiments.gate.headline import LINES, first_lines, line_of
from ragatta.experiments.gate.junit import junit
from ragatta.experiments.gate.markdown import markdown
from ragatta.experiments.gate.measured import (
    board_of,
    check_recorded,
    contexts,
    gold_digest,
    live_latencies,
    recorded_of,
)
from ragatta.experiments.gate.result import GateResult, context, latency, mean_words
from ragatta.experiments.results.reading import ResultRow, RunResult, SweepResult
from ragatta.pipeline.llm.seam import ModelAway
from ragatta.pipeline.types import Question

ODD = "q\x00\x1b <b>&]]>\ud800 | \ufffe"
LIMITS = Limits(0.02, 0.05, {ODD: 0.05})


def row(id_: str = "a", score: float = 1.0, status: str = "answered", **timing: Any) -> ResultRow:
    pieces = (
        {"phrase": ODD, "lost_at": ""},
        {"phrase": "p", "lost_at": "not_used"},
        {"phrase": "r", "lost_at": "failed"},
    )
    passage = {"char_start": 10, "char_end": 110}
    part = {"context": [{**passage, "table": True, "text": "12 | 5"}], "sub_answers": []}
    answer = {"status": status, "limitations": "no reply", "context": [passage], "sub_answers": [part]}
    told = {"answered_now": True, "replayed_calls": 0, "seconds": 2.0, **timing}
    return ResultRow(id_, 0, answer, {"score": score, "judge": 0.1}, "not_used", pieces, told)


def sweep(*rows: ResultRow) -> SweepResult:
    questions = {row.question_id: Question(row.question_id, "?", "number", "1") for row in rows}
    return SweepResult(Path(), {"dataset": "d"}, questions, (RunResult("v", Path(), {}, {}, rows),))


def gate(of: SweepResult) -> Gate:
    board = board_of(of)
    return Gate("g", "", LIMITS, recorded=Recorded("d", gold_digest(of.questions.values()), ("v",), board))


def result(now: float) -> GateResult:
    measured = sweep(row(ODD, now), *(row(f"q{n}", now) for n in range(8)))
    recorded = board_of(sweep(row(ODD), *(row(f"q{n}") for n in range(8))))
    return GateResult("g", LIMITS, judge(board_of(measured), recorded, LIMITS), measured, (latency("v", 3.0, 2.0),))


def test_evidence_that_was_not_used_was_in_the_context() -> None:
    assert board_of(sweep(row()))["v"]["a"] == Seen(1.0, None, "110", "not_used", answered_wrongly=0.0)


def test_repeats_are_taken_together() -> None:
    first, second = row(score=1.0), row(score=0.0)
    second = replace(second, sample=1, evidence=({"phrase": ODD, "lost_at": "not_retrieved"}, *second.evidence[1:]))
    assert board_of(sweep(first, second))["v"]["a"] == Seen(0.5, None, "010", "not_used", answered_wrongly=0.5)


def test_nothing_measured_is_a_fault_that_says_why() -> None:
    with pytest.raises(Fault, match="all 2 questions of v failed: no reply"):
        board_of(sweep(row(status="failed"), row("b", status="failed")))
    with pytest.raises(Fault, match="no questions"):
        board_of(sweep())


def test_what_stopped_the_sweep_is_why_nothing_is_compared(monkeypatch: pytest.MonkeyPatch) -> None:
    away = ModelAway("no endpoint there")
    for name in ("announce", "planned", "new_sweep_folder"):
        monkeypatch.setattr(run, name, lambda *_: None)
    monkeypatch.setattr(run.Resources, "of", lambda *_: None)
    monkeypatch.setattr(run, "run_all", lambda *_: SimpleNamespace(stopped=away, folder=Path()))
    nothing: Any = None
    with pytest.raises(ModelAway, match="no endpoint there"):
        run.measure([], nothing)


def test_a_record_of_other_questions_is_a_fault() -> None:
    recorded, path = gate(sweep(row("a"), row("b"))), Path("expected.yaml")
    a, b = sweep(row("a"), row("b")).questions.values()
    check_recorded(recorded, path, [a, b], ["v"])
    with pytest.raises(Fault) as caught:
        check_recorded(recorded, path, [a, replace(b, id="c")], ["v"])
    missing, unknown = caught.value.problems
    assert missing.startswith("expected.yaml: questions that the dataset does not have: b;")
    assert "no line for the dataset's questions: c" in unknown
    assert all(problem.endswith("ragatta regress --update") for problem in caught.value.problems)
    with pytest.raises(Fault, match="other gold"):
        check_recorded(recorded, path, [a, replace(b, expected="2")], ["v"])
    with pytest.raises(Fault, match="variations v, the command makes v, w"):
        check_recorded(recorded, path, [a, b], ["v", "w"])
    check_recorded(recorded, path, [a, replace(b, tags=("new",))], ["v"])
    with pytest.raises(Fault, match=r"no baseline yet; .*--update"):
        check_recorded(replace(recorded, recorded=None), path, [a, b], ["v"])


def test_other_verdicts_of_people_are_no_regression(monkeypatch: pytest.MonkeyPatch) -> None:
    measured = sweep(row("a"), row("b"))
    questions = [*measured.questions.values()]
    people = People([Settled("a", gold_digest_of(questions[0]), "the answer", 1.0, "ann", "2026-01-02")])
    course = SimpleNamespace(questions=questions, people=people)
    monkeypatch.setattr(run, "points_of", lambda *_: [SimpleNamespace(label="v")])
    monkeypatch.setattr(run, "opened", lambda *_: course)
    monkeypatch.setattr(run, "measure", lambda *_: measured)
    recorded, path = gate(measured), Path("expected.yaml")
    other = run.check(recorded, path)
    assert other.outcome == "verdicts changed: record anew"
    assert "expected.yaml: the verdicts of people have changed since" in other.problems[0]
    assert CODES[other.outcome] == 2
    assert "verdicts of people have changed" in markdown([other])
    (suite,) = ElementTree.fromstring(junit([other]).encode())
    assert (suite.get("errors"), suite.get("failures")) == ("1", "0")
    anew = replace(recorded, recorded=recorded_of(measured, people))
    assert run.check(anew, path).outcome is Outcome.OK
    course.people = People([replace(people.lines[0], who="bob", when="")])
    assert run.check(anew, path).outcome is Outcome.OK, "the same verdict of somebody else"
    course.people = People()
    assert run.check(anew, path).outcome is Outcome.OTHER_VERDICTS


def test_verdicts_of_people_against_a_rule_stand_beside_the_figures() -> None:
    measured = result(1.0)
    assert measured.sweep is not None
    (own,) = measured.sweep.runs
    by_person = ByPerson(("ann",), "number: exact", 0.0)
    rows = tuple(replace(row, rule="person", by_person=by_person) for row in own.rows[:2]) + own.rows[2:]
    judged = replace(measured, sweep=replace(measured.sweep, runs=(replace(own, rows=rows),)))
    said = (
        "Of 2 verdicts by person, 2 contradict what a rule had decided (2 by ann): by the rule the score of v is 0.778 "
        "instead of 1.000."
    )
    assert f"- {said}\n" in markdown([judged])
    assert said in [*lines_of(judged)]
    assert "contradict" not in markdown([measured])


def test_a_context_that_grew_is_a_regression() -> None:
    assert contexts(sweep(row(), row("b"))) == {"v": 106}
    assert context("v", 110, 100, LIMITS).outcome is Outcome.OK
    assert context("v", 50, 100, LIMITS).outcome is Outcome.OK
    grown = replace(result(1.0), costs=(context("v", 2111, 1000, LIMITS),))
    assert grown.outcome is Outcome.REGRESSION
    assert "- v: mean context 2,111 characters, allowed 1,100 characters: regression" in markdown([grown])
    (suite,) = ElementTree.fromstring(junit([grown]).encode())
    assert [case.get("name") for case in suite if case.find("failure") is not None] == ["outcome", "mean context"]


@pytest.mark.parametrize("timing", [{"answered_now": False}, {"replayed_calls": 1}])
def test_latency_is_of_live_answers_only(timing: dict[str, Any]) -> None:
    assert live_latencies(sweep(row("a"), row("b", seconds=4.0), row("c", seconds=3.0))) == {"v": 3.0}
    with pytest.raises(Fault, match="1 of 2 answers are reused or replayed"):
        live_latencies(sweep(row("a"), row("b", **timing)))


def test_latency_is_not_of_answers_during_which_the_process_was_halted() -> None:
    assert live_latencies(sweep(row("a", seconds=4.0), row("b", seconds=0.1, halted=90.0))) == {"v": 4.0}
    with pytest.raises(Fault, match="the process was halted during every answer"):
        live_latencies(sweep(row("a", halted=90.0)))


def test_junit_is_xml_whatever_the_texts_hold() -> None:
    root = ElementTree.fromstring(junit([result(0.5)]).encode())
    (suite,) = root
    counts = {name: suite.get(name) for name in ("tests", "failures", "errors", "skipped")}
    assert counts == {"tests": "16", "failures": "13", "errors": "0", "skipped": "0"}
    failed = [case.find("failure") is not None for case in suite]
    assert failed == sorted(failed, reverse=True), "what failed comes first"
    assert suite[0].get("name") == "outcome"
    assert "score 1.000 → 0.500" in suite[0][0].get("message", "")
    assert all(case.get("classname") == "g/v" for case in suite)


def test_junit_of_gates_that_could_not_judge() -> None:
    faulted = GateResult("g", LIMITS, problems=("no baseline yet",))
    prompts = {"problems": ("prompt changed",), "changed_prompts": ("a", "b")}
    replayed = GateResult("h", LIMITS, unjudged=Outcome.INCONCLUSIVE, **prompts)
    said = "**fault: g**\n- no baseline yet\n\n**inconclusive: h**\n- prompt changed\n"
    assert markdown([replayed, faulted]).startswith(said)
    assert (faulted.outcome, replayed.outcome) == (Outcome.FAULT, Outcome.INCONCLUSIVE)
    first, second = ElementTree.fromstring(junit([faulted, replayed]).encode())
    assert (first.get("errors"), second.get("skipped"), second.get("failures")) == ("1", "2", "0")


def test_a_slow_run_is_a_regression() -> None:
    assert result(1.0).outcome is Outcome.REGRESSION
    assert replace(result(1.0), costs=(latency("v", 2.0, 2.0),)).outcome is Outcome.OK


def test_the_summary_shows_texts_as_texts() -> None:
    text = markdown([result(0.5)])
    assert text.startswith("**regression: g, 1 of 1 variation**\n- v: q")
    assert "## Regression gate g: regression" in text
    assert "| v | all | score | 1.000 | 0.500 | -0.500 (-0.500 to -0.164) | **regression** |" in text
    assert "<b>" not in text.replace("\\<b\\>", "")
    (run,) = sweep(row(score=0.5)).runs
    two = replace(sweep(row(score=0.5)), runs=(run, replace(run, label="w")))
    recorded = {label: board_of(sweep(row()))["v"] for label in "vw"}
    both = markdown([GateResult("g", LIMITS, judge(board_of(two), recorded, LIMITS), two)])
    assert "Dropped in v: 1," in both
    assert "Dropped in w: 1," in both


def test_only_a_sure_gain_is_called_higher_and_none_better() -> None:
    assert mean_words(judged(1.0, 0.5), LIMITS).endswith("higher than recorded")
    assert mean_words(judged(0.51, 0.5), LIMITS).endswith("ok")
    assert mean_words(judged(0.5, 1.0), LIMITS).endswith("regression")


def test_what_is_inconclusive_comes_after_a_regression_with_what_would_decide_it() -> None:
    def seen(wrong: int) -> dict[str, dict[str, Seen]]:
        return {"v": {f"q{n}": Seen(float(n >= wrong)) for n in range(40)}}

    lost = GateResult("g", LIMITS, judge(seen(5), seen(0), LIMITS), sweep(row()))
    assert lost.outcome is Outcome.INCONCLUSIVE
    said = line_of(lost, "v")
    assert re.search(r"score 1.000 → 0.875 \(not significant: would take .* more questions\)$", said)
    first = markdown([lost, result(0.5)]).partition("## ")[0]
    assert first.index("**regression: g") < first.index("**inconclusive: g") < first.index(said)


def test_a_test_that_nothing_could_pass_is_not_said_to_include_zero() -> None:
    def seen(score: float) -> dict[str, dict[str, Seen]]:
        return {"v": {f"q{n}": Seen(score) for n in range(2)}}

    (mean, *_) = judge(seen(0.0), seen(1.0), LIMITS).means
    assert mean.outcome is Outcome.INCONCLUSIVE
    assert "zero" not in mean_words(mean, LIMITS)


def test_no_change_has_no_sign() -> None:
    unchanged = judged(0.5, 0.5000001)
    assert "(0.000, 95% interval 0.000 to 0.000, margin" in mean_words(unchanged, LIMITS)
    measured = GateResult("g", LIMITS, Judgement((unchanged,), ()))
    assert "| 0.000 (0.000 to 0.000) | ok |" in markdown([measured])


def judged(now: float, before: float) -> Any:
    def board(score: float) -> dict[str, dict[str, Seen]]:
        return {"v": {f"q{n}": Seen(score) for n in range(9)}}

    return judge(board(now), board(before), LIMITS).means[0]


@pytest.mark.parametrize("seconds", ["nan", "inf", "0", "-1"])
def test_a_limit_that_nothing_exceeds_or_all_is_a_fault(seconds: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert command_of(["regress", "--max-latency-s", seconds]) == CODES[Outcome.FAULT]
    assert "must be a number of seconds above 0" in capsys.readouterr().err


def lost_pieces(number: int = 20) -> GateResult:
    """A gate of two variations, of which one lost a piece of every question's evidence; two settings changed."""

    def seen(reached: str, score: float) -> dict[str, Seen]:
        return {f"q{n}": Seen(score, None, reached, "not_retrieved") for n in range(number)}

    recorded, now = {"v": seen("110", 1.0), "w": seen("110", 1.0)}, {"v": seen("010", 1.0), "w": seen("110", 1.0)}
    pieces = ({"phrase": "HO3\n$400,000", "lost_at": "not_retrieved"}, *row().evidence[1:])
    rows = tuple(replace(row(f"q{n}"), evidence=pieces) for n in range(number))
    measured = sweep(*rows)
    measured = replace(measured, runs=(*measured.runs, replace(measured.runs[0], label="w")))
    limits = Limits(critical={"q1": 0.05, "q2": 0.05})
    changed = ["window.size 2 → 0", "retrieval.top_k 5 → 3", "a 1 → 2", "b 1 → 2"]
    return GateResult("g", limits, judge(now, recorded, limits), measured, since={"v": changed, "w": []})


def test_the_first_line_names_the_question_its_evidence_the_mean_and_what_changed() -> None:
    found = lost_pieces()
    said = (
        "v: q1 lost 'HO3 $400,000' (not retrieved) and 1 more guarded question; evidence recall 0.667 → 0.333; "
        "changed since the record: window.size 2 → 0, retrieval.top_k 5 → 3, a 1 → 2 and 1 more"
    )
    regressed, fine = first_lines([found])
    assert (regressed.heading, regressed.lines) == ("regression: g, 1 of 2 variations", (said,))
    assert fine.heading == "ok: g (1 of 2 variations)"
    assert said in (ElementTree.fromstring(junit([found]).encode())[0][0][0].get("message") or "")
    assert markdown([found]).splitlines()[0] == "**regression: g, 1 of 2 variations**"
    assert line_of(replace(found, since={"v": []}), "v").endswith("; no setting changed since the record")
    assert "since the record" not in line_of(replace(found, since={}), "v"), "an older record does not say"


def test_the_first_lines_are_few_whatever_is_wrong() -> None:
    many = GateResult("s", LIMITS, broken=tuple(f"scorer {n}: wrong" for n in range(20)))
    groups = first_lines([lost_pieces(), many, *(replace(lost_pieces(), name=f"g{n}") for n in range(3))])
    assert sum(len(group.lines) for group in groups) == LINES
    assert all(group.lines for group in groups[:-1])
    assert sum(group.more for group in groups) == 20 + 4 - LINES


def test_what_is_ok_is_folded_and_says_whether_it_is_within_the_margin() -> None:
    text = markdown([lost_pieces()])
    assert "<details><summary>ok: 7 means</summary>" in text
    assert "- w: 0 questions dropped and 0 gained, within the margin" in text

    def seen(wrong: int) -> dict[str, dict[str, Seen]]:
        return {"v": {f"q{n}": Seen(float(n >= wrong)) for n in range(30)}}

    few = GateResult("g", LIMITS, judge(seen(2), seen(0), LIMITS), sweep(row()))
    assert few.outcome is Outcome.OK
    said = "v: 2 questions dropped and 0 gained; beyond its margin, but not shown: score 1.000 → 0.933"
    assert few.held_words("v") == said
