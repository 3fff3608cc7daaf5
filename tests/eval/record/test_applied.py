"""What the record of a class makes of a rule's verdict."""

from __future__ import annotations

import math

from ragatta.eval.metrics import DECIDED, IF_RIGHT, IF_WRONG, RECORD_ERROR, SCORE, UNDECIDED_ANSWERS
from ragatta.eval.record.applied import NONE_LIKE_IT, TOO_OFTEN, with_record
from ragatta.eval.record.table import Record
from ragatta.eval.verdict import ClassRecord, Verdict

SAID = ClassRecord("text: said", 200, 100, 196, 196, 0.03)
UNSAID = ClassRecord("text: unsaid", 100, 60, 40, 60, math.inf)
EXACT = ClassRecord("number: exact", 50, 40, 50, 50, 0.0)
CLAIMED = ClassRecord("number: claimed", 50, 40, 30, 30, 0.25)
RECORD = Record({one.name: one for one in (SAID, UNSAID, EXACT, CLAIMED)})


def applied(score: float, group: str, undecided: str = "", error: float = 0.03) -> Verdict:
    return with_record(Verdict(score, "rule", undecided, group=group), RECORD, error)


def test_a_text_is_decided_from_its_classs_error_on() -> None:
    decided = applied(0.95, "text: said")
    assert (decided.score, decided.undecided, decided.way, decided.record) == (0.95, "", "record", SAID)
    guess = applied(0.95, "text: said", error=0.029)
    assert (guess.score, guess.undecided, guess.way) == (0.98, TOO_OFTEN, "guess")
    settled = applied(0.6, "text: said", "it shares some of the expected words")
    assert (settled.score, settled.undecided) == (1.0, "")


def test_a_guess_counts_the_share_that_people_called_right() -> None:
    guess = applied(0.0, "text: unsaid")
    assert (guess.score, guess.record) == (0.4, UNSAID)
    assert guess.metrics() == {
        SCORE: 0.4, DECIDED: 0.0, RECORD_ERROR: None, UNDECIDED_ANSWERS: 1.0, IF_WRONG: 0.0, IF_RIGHT: 1.0
    }  # fmt: skip


def test_a_form_decides_until_its_record_shows_too_large_an_error() -> None:
    assert applied(1.0, "number: exact").way == "form"
    assert applied(1.0, "number: exact").metrics()[RECORD_ERROR] == 0
    assert applied(1.0, "number: claimed", error=0.3).undecided == ""
    barred = applied(1.0, "number: claimed")
    assert (barred.score, barred.undecided) == (0.6, TOO_OFTEN)
    open_one = applied(1.0, "number: exact", "the expected figure stands among others")
    assert (open_one.score, open_one.undecided) == (1.0, "the expected figure stands among others")


def test_what_is_not_recorded() -> None:
    assert applied(0.9, "text: new") == Verdict(0.9, "rule", NONE_LIKE_IT)
    assert applied(1.0, "date: new") == Verdict(1.0, "rule")
    assert applied(0.5, "") == Verdict(0.5, "rule")
    assert applied(0.5, "").metrics()[RECORD_ERROR] is None


def test_an_answer_that_did_not_come_is_neither_decided_nor_not() -> None:
    assert Verdict(0.0, "not answered").metrics()[DECIDED] is None
