"""One's own answers, drawn at random and judged, have a say in what is decided."""

from __future__ import annotations

import math
from dataclasses import replace

from ragatta.eval.people import Audited, People, Settled
from ragatta.eval.record.making import Judged
from ragatta.eval.record.own import audited, with_own
from ragatta.eval.record.table import Record, rules_digest
from ragatta.eval.verdict import ClassRecord

SAID = "text: said"
SHIPPED = Record(
    {
        SAID: ClassRecord(SAID, 200, 100, 196, 196, 0.02),
        "text: unsaid": ClassRecord("text: unsaid", 100, 60, 40, 60, math.inf),
        "outcome: declines": ClassRecord("outcome: declines", 100, 60, 12, 88, 0.07),
        "date: right": ClassRecord("date: right", 30, 30, 30, 30, 0.0),
    }
)


def judged(group: str, many: int, wrong: int, questions: str = "q") -> list[Judged]:
    return [Judged(group, True, at >= wrong, f"{questions}{at}") for at in range(many)]


def test_without_own_answers_the_record_is_as_it_came() -> None:
    assert with_own(SHIPPED, [], 0.03) is SHIPPED


def test_few_own_answers_change_nothing_however_they_were_judged() -> None:
    assert with_own(SHIPPED, judged(SAID, 19, 19) + judged("date: right", 19, 19), 0.03).classes == SHIPPED.classes


def test_no_text_is_decided_where_ones_own_are_shown_to_err_more_often() -> None:
    assert with_own(SHIPPED, judged(SAID, 40, 1), 0.03).classes[SAID].decides_from == 0.02
    barred = with_own(SHIPPED, judged(SAID, 40, 6), 0.03)
    assert barred.classes[SAID].decides_from == math.inf
    assert barred.classes["date: right"].decides_from == 0
    assert with_own(SHIPPED, judged(SAID, 40, 6), 0.3).classes[SAID].decides_from == 0.02


def test_enough_own_answers_of_a_class_give_its_guess() -> None:
    found = with_own(SHIPPED, judged("text: unsaid", 25, 5), 0.03)
    guess = found.like("text: unsaid")
    assert guess is not None
    assert (guess.answers, guess.share_right) == (25, 0.8)
    assert guess.decides_from == math.inf, "25 do not show that it may decide"


def test_many_own_answers_decide_by_themselves() -> None:
    found = with_own(SHIPPED, judged("text: unsaid", 1200, 6), 0.03)
    assert found.classes["text: unsaid"].decides_from <= 0.03
    assert with_own(Record(), judged("text: unsaid", 1200, 6), 0.03).classes["text: unsaid"].decides_from <= 0.03


def test_a_form_decides_until_ones_own_answers_show_an_error() -> None:
    assert with_own(SHIPPED, judged("date: right", 20, 6), 0.03).classes["date: right"].decides_from > 0.03
    assert with_own(SHIPPED, judged("date: right", 30, 0), 0.03).classes["date: right"].decides_from == 0


def test_a_form_that_the_record_stopped_decides_again_only_where_ones_own_answers_show_that_it_may() -> None:
    few = with_own(SHIPPED, judged("outcome: declines", 20, 1), 0.03).classes["outcome: declines"]
    assert (few.answers, few.decides_from > 0.03) == (20, True)
    assert with_own(SHIPPED, judged("outcome: declines", 59, 0), 0.03).classes["outcome: declines"].decides_from > 0.03
    assert with_own(SHIPPED, judged("outcome: declines", 120, 0), 0.03).classes["outcome: declines"].decides_from < 0.03


def test_only_answers_that_todays_rules_judged_count() -> None:
    line = Settled("q", "gold", "yes", 1.0, "ann", audited=Audited(SAID, says_right=True, rules=rules_digest()))
    assert line.audited is not None
    older = replace(line, answer="no", audited=replace(line.audited, rules="0"))
    drawn = Settled("q", "gold", "perhaps", 1.0, "ann", drawn=True)
    differ = replace(line, answer="both")
    people = People([line, older, drawn, differ, replace(differ, who="bob", verdict=0.0)])
    assert audited(people) == [Judged(SAID, True, True, "q")]
