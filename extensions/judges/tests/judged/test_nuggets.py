"""Nuggets of an expected answer, and how many of them an answer states."""

from __future__ import annotations

import json
from typing import Any

import pytest

from extensions.judges.tests.scorers.test_judge import Model
from ragatta.extensions.judges.judged.nuggets import Nugget, nuggets_of, recalls
from ragatta.pipeline.llm.as_data import CallFailed
from ragatta.pipeline.llm.ask import Asker
from ragatta.pipeline.types import Question

TEXT = Question("Q", "How is it made?", "text", "Simmer for 45 minutes, best at 92 degrees.")
FOUR = [Nugget(nugget=str(number), importance="vital" if number < 2 else "okay") for number in range(4)]


def asked(reply: dict[str, Any]) -> Any:
    return Asker(Model(json.dumps(reply)), None).ask


def never(_: Any) -> Any:
    raise AssertionError("the judge was asked")


def test_a_text_is_split_by_the_judge() -> None:
    made = [
        {"nugget": "It simmers for 45 minutes.", "importance": "vital"},
        {"nugget": "92 is best.", "importance": "okay"},
    ]
    assert [one.importance for one in nuggets_of(TEXT, asked({"nuggets": made}), 99)] == ["vital", "okay"]
    with pytest.raises(CallFailed):
        nuggets_of(TEXT, asked({"nuggets": []}), 99)


def test_what_is_one_fact_or_lists_its_facts_is_no_call() -> None:
    def facts(question: Question) -> list[str]:
        made = nuggets_of(question, never, 99)
        assert {one.importance for one in made} == {"vital"}
        return [one.nugget for one in made]

    assert facts(Question("Q", "?", "list", ("Soup", "Bread"))) == ["Soup", "Bread"]
    assert facts(Question("Q", "?", "number", "$6", also_accepted=("6",))) == ["$6"]
    assert facts(Question("Q", "?", "multi", ("$6", "yes"), sub_questions=("Costs?", "Good?"))) == [
        "Costs? $6",
        "Good? yes",
    ]


def test_recall_by_hand() -> None:
    support = ["support", "partial_support", "support", "not_support"]
    reply = {"verdicts": [{"number": number, "support": one} for number, one in enumerate(support, 1)][::-1]}
    # weights 1, 1, 1/2, 1/2; worth 1, 1/2, 1/2 · 1, 0
    assert recalls(TEXT, "so", FOUR, asked(reply), 99) == ((1 + 0.5 + 0.5) / 3, 1 / 2)
    okay = [{"number": number, "support": "support"} for number in (1, 2)]
    assert recalls(TEXT, "so", FOUR[2:], asked({"verdicts": okay}), 99) == (1.0, None)
    with pytest.raises(CallFailed):
        recalls(TEXT, "so", FOUR, asked({"verdicts": okay}), 99)
