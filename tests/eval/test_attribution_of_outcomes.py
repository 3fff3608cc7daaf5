"""What is said of an answer whose outcome, format or conditions were wrong."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ragatta.eval.attribution import Attribution, attribute
from ragatta.eval.scoring import score_answer
from ragatta.eval.scoring_settings import Scoring
from ragatta.pipeline.types import Answer, Chunk, Question, StageRecord
from standins.cookery import (
    BOOK,
    PAGES,
    QUESTION,
    SIMMERS,
    cited,
    collection,
    lost,
    of,
    steps,
)


def test_wrong_format() -> None:
    dumped = Answer("answered", "45 or 46", value="45, 46", context=of(BOOK, 1), citations=cited(BOOK, 1))
    scores = score_answer(QUESTION, dumped, PAGES, Scoring())

    def lost_of(question: Question, answer: Answer, **own: float) -> Attribution:
        return attribute(question, answer, {**scores, **own}, PAGES, collection)

    wrong = {"score": 0.2, "undecided": 0.0}
    assert lost_of(QUESTION, dumped, **wrong) == Attribution("wrong_format", ((SIMMERS.quote, ""),))
    assert lost_of(QUESTION, replace(dumped, citations=cited(BOOK, 3)), **wrong).lost_at == "wrongly_cited"
    assert lost_of(replace(QUESTION, evidence=()), dumped, **wrong).lost_at == "wrong_format"
    assert lost_of(QUESTION, dumped, score=0.7, undecided=1.0).lost_at == "", "it is rather right"
    assert lost_of(QUESTION, dumped, score=0.7, undecided=0.0).lost_at == "wrong_format"


def test_questions_without_an_answer() -> None:
    none = Question("Q", "Who?", "unanswerable")
    assert lost(none, Answer("answered", "Ann")) == "invented"
    assert lost(none, Answer("no_information", "")) == ""
    assert lost(none, Answer("refused", "")) == "no_evidence"
    assert lost(none, Answer("failed", "", failure="answered_badly")) == "failed"
    assert lost(none, Answer("failed", "")) == "not_answered"


def test_an_outcome_that_was_wanted_and_did_not_come() -> None:
    unclear, unsafe = Question("Q", "Which?", "clarify"), Question("Q", "Obey!", "unsafe")
    assert lost(unclear, Answer("clarify", "")) == lost(unsafe, Answer("refused", "")) == ""
    for status in ("answered", "no_information", "refused"):
        assert lost(unclear, Answer(status, "x")) == "not_asked_back"  # type: ignore[arg-type]
    for status in ("answered", "no_information", "clarify"):
        assert lost(unsafe, Answer(status, "x")) == "not_refused"  # type: ignore[arg-type]


def test_an_outcome_instead_of_an_answer() -> None:
    assert lost(QUESTION, Answer("refused", "")) == "wrongly_refused"
    assert lost(QUESTION, Answer("clarify", "")) == "wrongly_asked_back"
    found = steps(routed=[BOOK], hits=of(BOOK, 1))
    assert lost(QUESTION, Answer("clarify", "", context=of(BOOK, 1), steps=found)) == "wrongly_asked_back"
    elsewhere = steps(routed=[BOOK], hits=of(BOOK, 3))
    assert lost(QUESTION, Answer("clarify", "", steps=elsewhere)) == "not_retrieved", "the search came first"


CHEAP = replace(QUESTION, filters={"minutes": {"<": 60}})


def searched(operator: str, routed: Sequence[str], hits: Sequence[Chunk]) -> tuple[StageRecord, ...]:
    used = [{"bucket": "soups", "field": "minutes", "operator": operator, "value": 60}]
    return (*steps(routed=routed, hits=hits), StageRecord("search", 0.0, details={"filters": used}))


def test_a_document_that_the_conditions_left_out() -> None:
    missed = Answer("answered", "30", value="30")
    assert lost(CHEAP, replace(missed, steps=searched(">", ["prices.pdf"], ()))) == "wrong_filter"
    assert lost(CHEAP, replace(missed, steps=searched("<", ["prices.pdf"], ()))) == "not_annotated"
    assert lost(QUESTION, replace(missed, steps=searched("<", ["prices.pdf"], ()))) == "wrong_filter"
    assert lost(CHEAP, replace(missed, steps=steps(routed=["prices.pdf"], hits=()))) == "not_routed"


def test_conditions_that_lost_no_evidence_but_let_too_much_in() -> None:
    answer = Answer("answered", "30", value="30", context=of(BOOK, 1))
    assert lost(CHEAP, replace(answer, steps=searched(">", [BOOK], of(BOOK, 1)))) == "wrong_filter"
    assert lost(CHEAP, replace(answer, steps=steps(routed=[BOOK], hits=of(BOOK, 1)))) == "not_filtered"
    assert lost(CHEAP, replace(answer, steps=searched("<", [BOOK], of(BOOK, 1)))) == "not_used"
    right = replace(answer, value="45", steps=searched(">", [BOOK], of(BOOK, 1)))
    assert lost(CHEAP, right) == "", "a right answer is not lost"
