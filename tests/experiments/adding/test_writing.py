"""The places that are offered for an answer: rows that speak of the question come first."""

from __future__ import annotations

import pytest

from ragatta.eval.gold.conversations import exchange_of
from ragatta.experiments.adding.draft import NewQuestion
from ragatta.experiments.adding.writing import complete, offered, written
from ragatta.experiments.faults import Fault
from ragatta.pipeline.types import Evidence, Page, Question

PAGE = Page("fleet.pdf", 1, "Notes (1) and (2) apply.\nSection 3 of 1\nLifeboats aboard 1\nRafts aboard 4\n")


def quotes(question: str, expected: str) -> list[str]:
    draft = NewQuestion(question=question, expected=expected, documents=("fleet.pdf",))
    places = offered(draft, "number", {"fleet.pdf": (PAGE,)})
    return [one["evidence"]["quote"] for one in places if one["evidence"]]


def test_a_digit_elsewhere_is_no_place_of_the_answer() -> None:
    assert quotes("How many lifeboats are aboard?", "1") == ["Lifeboats aboard 1"]


def test_all_rows_are_offered_where_none_speaks_of_the_question() -> None:
    assert len(quotes("Combien y en a-t-il ?", "1")) == 3


SHED = Question(
    "A", "Who owns the shed?", "text", "The boat club", evidence=(Evidence("fleet.pdf", (1,), "Rafts aboard 4"),)
)


def test_a_follow_up_comes_after_the_question_there_that_is_its_turn() -> None:
    record = {
        "question": "And the rafts?", "standalone": "How many rafts are aboard?", "expected": "4", "kind": "number",
        "dependence": "ellipsis", "turns": [{"user": "Who owns the shed?", "assistant": "The boat club"}],
        "evidence": [{"file": "fleet.pdf", "pages": ["1"], "quote": "Rafts aboard 4", "value": "4"}],
    }  # fmt: skip
    corpus = {"fleet.pdf": (PAGE,)}
    for there, after in ([SHED], "A"), ([], ""):
        question = complete(written(record, there, "en", "test"), there, corpus)
        assert (question.after, question.dependence, question.turns[0].user) == (after, "ellipsis", SHED.question)
    of_a = written({**record, "turns": [], "after": "A"}, [SHED], "en", "test")
    assert complete(of_a, [SHED], corpus).turns == (exchange_of(SHED),)
    with pytest.raises(Fault, match="after: no question 'A'"):
        complete(of_a, [], corpus)
