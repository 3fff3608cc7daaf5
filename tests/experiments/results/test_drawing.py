"""Undecided answers are drawn by what they can change, and drawn verdicts stand for those that are not drawn."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from ragatta.eval.by_person import ByPerson
from ragatta.eval.people import NOBODY, People, Settled, gold_digest
from ragatta.eval.statistics.drawing import FEWEST
from ragatta.experiments.results.drawing import NOT_YET, Draw, draw_of, lost, row_key
from ragatta.experiments.results.open_answers import drawn_words, open_answers, with_verdicts
from ragatta.experiments.results.reading import ResultRow, RunResult, SweepResult
from ragatta.experiments.results.tables import comparisons, decided
from ragatta.pipeline.types import Question

QUESTIONS = 120
Answers = Mapping[int, tuple[str, float, str]]  # by question: words, score, why undecided


class Swept(SweepResult):
    summary = ()


def swept(**answers: Answers) -> SweepResult:
    """Variations by name, the first is the baseline; other questions all answer right alike."""
    runs = []
    for label, given in answers.items():
        rows = []
        for at in range(QUESTIONS):
            words, score, why = given.get(at, ("the same", 1.0, ""))
            rows.append(ResultRow(f"q{at}", 0, record(words), {"score": score}, "", (), {}, "words", why))
        config = {"architecture": {"name": "single_pass"}, "llm": {"name": "ollama"}}
        runs.append(RunResult(label, Path(label), config, {}, tuple(rows)))
    questions = {f"q{at}": Question(f"q{at}", f"Which is {at}?", "text", "right") for at in range(QUESTIONS)}
    info = {"baseline": next(iter(answers)), "metric": "score", "cluster": "none"}
    return Swept(Path(), info, questions, tuple(runs))


def record(words: str) -> dict[str, Any]:
    parts = dict.fromkeys(("citations", "context", "steps", "sub_answers", "items", "evidence", "safety_flags"), ())
    return {**parts, "status": "answered", "answer": words, "value": ""}


def guessed(label: str, places: range, guess: float = 0.5) -> dict[int, tuple[str, float, str]]:
    return {at: (f"{label} {at}", guess, "people judge such answers otherwise too often") for at in places}


def judged(sweep: SweepResult, draw: Draw, many: int, verdicts: Mapping[str, float], drawn: bool = True) -> SweepResult:
    """With the verdict of each variation's answers on the first of the order."""
    first = {*draw.order[:many]}

    def of(label: str, row: ResultRow) -> ResultRow:
        if row_key(row) not in first or not row.undecided:
            return row
        person = ByPerson(("ann",), row.rule, row.scores["score"], row.undecided, drawn)
        return replace(row, scores={"score": verdicts[label]}, rule="person", undecided="", by_person=person)

    runs = tuple(replace(run, rows=tuple(of(run.label, row) for row in run.rows)) for run in sweep.runs)
    return replace(sweep, runs=runs)


@pytest.fixture
def planted() -> SweepResult:
    """What hangs: 60 answers of each side to other questions. The baseline is wrong on 20 more."""
    wrong = dict.fromkeys(range(60, 70), ("another", 0.0, ""))
    return swept(base={**guessed("base", range(60)), **wrong}, new=guessed("new", range(60)))


def test_only_answers_that_tell_variations_apart_are_drawn(planted: SweepResult) -> None:
    alike = swept(base=guessed("both", range(10)), new=guessed("both", range(10)) | guessed("new", range(5)))
    assert {key[1] for key in draw_of(alike).order} == {f"{label} {at}" for label in ("new", "both") for at in range(5)}
    assert len(draw_of(planted).order) == 120


def test_no_answer_of_a_comparison_that_is_settled_either_way_is_drawn() -> None:
    settled = {**guessed("settled", range(3)), **dict.fromkeys(range(40, 120), ("another", 0.0, ""))}
    order = draw_of(swept(base={}, settled=settled, new=guessed("new", range(40)))).order
    assert {key[1].split()[0] for key in order} == {"new"}


def test_an_answer_that_did_not_come_is_lost_for_its_share_of_the_question() -> None:
    base, new = swept(base={}, new={0: ("", 0.0, ""), 1: ("another", 0.0, "")}).runs
    first, *others = new.rows
    gone = replace(first, answer={**first.answer, "status": "failed", "failure": "timed_out"})
    assert lost(base, replace(new, rows=(gone, *others))) == 1.0
    assert lost(base, replace(new, rows=(first, replace(gone, sample=1), *others))) == 0.5


def test_an_answer_that_counts_in_more_comparisons_is_drawn_with_a_larger_weight() -> None:
    own, third = guessed("own", range(40)), guessed("third", range(40))
    weights = draw_of(swept(base={}, one=own, two=own, three=third)).weights
    assert weights["q0", "own 0"] > weights["q0", "third 0"]


def test_a_certain_guess_is_drawn_less() -> None:
    sweep = swept(base={}, new=guessed("open", range(30)) | guessed("sure", range(30, 60), 0.97))
    weights = draw_of(sweep).weights
    assert weights["q0", "open 0"] > weights["q30", "sure 30"] > 0


def test_the_order_stays_while_it_is_judged(planted: SweepResult) -> None:
    order = draw_of(planted).order
    assert draw_of(judged(planted, draw_of(planted), 50, {"base": 0.0, "new": 1.0})).order == order


def test_before_enough_verdicts_nothing_is_said_and_then_the_drawn_ones_stand_for_all(planted: SweepResult) -> None:
    draw = draw_of(planted)
    verdicts = {"base": 0.0, "new": 1.0}
    assert comparisons(planted)["new"].drawn == 0
    assert comparisons(judged(planted, draw, FEWEST - 1, verdicts))["new"].drawn == 0
    few = comparisons(judged(planted, draw, FEWEST, verdicts))["new"]
    assert (few.drawn, few.drawn_of) == (FEWEST, 120)
    assert few.hangs_on == 120 - FEWEST
    many = comparisons(judged(planted, draw, 60, verdicts))["new"]
    true = (60 + 10) / QUESTIONS
    assert many.drawn_difference == pytest.approx(true, abs=0.1)
    assert many.drawn_low is not None
    assert many.drawn_low > 0
    assert many.drawn_verdict == "better"
    assert many.words.endswith("by verdicts on 60 of 120 undecided answers")


def test_a_decision_that_hangs_in_the_worst_case_holds_by_drawn_verdicts(planted: SweepResult) -> None:
    before = decided(planted)
    assert before.is_open
    assert before.sentences[0].startswith("Not decided: ")
    after = decided(judged(planted, draw_of(planted), 60, {"base": 0.0, "new": 1.0}))
    assert (after.is_open, after.by_drawn, after.take) == (False, 60, "new")
    assert after.hangs_on.undecided == 60
    assert after.sentences[0].startswith("Take new")
    assert "60 verdicts on drawn answers show it; 60 undecided answers are open." in after.text


def test_verdicts_that_say_the_same_of_both_sides_do_not_decide() -> None:
    sweep = swept(base=guessed("base", range(60)), new=guessed("new", range(60)))
    after = judged(sweep, draw_of(sweep), 40, {"base": 1.0, "new": 1.0})
    assert comparisons(after)["new"].drawn_verdict in (NOT_YET, "not significant")
    assert decided(after).is_open


def test_verdicts_that_were_not_drawn_stand_for_themselves_alone(planted: SweepResult) -> None:
    after = judged(planted, draw_of(planted), 60, {"base": 0.0, "new": 1.0}, drawn=False)
    assert comparisons(after)["new"].drawn == 0
    assert len(draw_of(after).order) == 60


def test_open_answers_come_in_the_order_of_drawing_and_a_verdict_is_read_at_once(planted: SweepResult) -> None:
    waiting = open_answers(planted)
    assert [(one.question.id, one.answer.text) for one in waiting] == [*draw_of(planted).order]
    lines = []
    for one in waiting[:FEWEST]:
        right = float(one.labels == ("new",))
        lines.append(Settled(one.question.id, gold_digest(one.question), one.answer.text, right, "ann", drawn=True))
    people = People(lines)
    assert len(open_answers(planted, people)) == 120 - FEWEST
    said = drawn_words(with_verdicts(planted, people))
    assert said[0] == "20 of 120 undecided answers that tell variations apart are judged."
    assert said[1].startswith("new against base: ")
    assert said[1].endswith("by verdicts on 20 of 120 undecided answers")
    assert drawn_words(with_verdicts(planted, NOBODY))[0].startswith("0 of 120")


def test_few_verdicts_that_agree_with_certain_guesses_show_nothing_of_the_others() -> None:
    sweep = swept(base=guessed("base", range(100), 1.0), new=guessed("new", range(100), 0.0))
    draw = draw_of(sweep)
    few, many = (
        replace(draw, verdicts={key: float(key[1].startswith("base")) for key in draw.order[:judged]}).estimate(
            "new", "base", sweep.terms
        )
        for judged in (FEWEST, 180)
    )
    assert few.information < 0.7 < many.information


def test_a_comparison_without_drawn_verdicts_has_little_information() -> None:
    sweep = swept(base={}, new=guessed("new", range(60)), other=guessed("other", range(60), 0.03))
    draw = draw_of(sweep)
    only_new = [key for key in draw.order if key[1].startswith("new")]
    weights = {key: 1e9 if key in only_new else weight for key, weight in draw.weights.items()}
    draw = replace(draw, weights=weights, verdicts=dict.fromkeys(only_new, 1.0))
    assert draw.estimate("other", "base", sweep.terms).information < 0.1


def test_answers_that_did_not_come_leave_it_open(planted: SweepResult) -> None:
    after = judged(planted, draw_of(planted), 60, {"base": 0.0, "new": 1.0})
    lost = {**record(""), "status": "failed", "failure": "not_answered"}
    new = after.run("new")
    rows = (*new.rows[:-1], replace(new.rows[-1], answer=lost, scores={"score": 0.0}))
    config = {**new.config, "comparison": {"not_answered": 0.5}}
    after = replace(after, runs=(after.run("base"), replace(new, rows=rows, config=config)))
    assert decided(after).is_open
