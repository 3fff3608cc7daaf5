"""Where a value of another tool's test case has its question and its answer."""

from __future__ import annotations

import pytest

from ragatta.eval.gold.spoken import answered, asked

ASKED = (
    "question", "query", "input", "user_input", "prompt", "text", "content", "messages", "message", "parts", "contents",
    "query_str", "user_query", "user_message", "human_input", "kwargs", "inputs",
)  # fmt: skip
ANSWERED = ("expected", "answer", "output", "expected_response", "response", "text", "content", "reference")


@pytest.mark.parametrize("name", ASKED)
def test_a_question_stands_under_any_of_these_names_beside_others(name: str) -> None:
    assert asked({"locale": "en", name: "How many?", "id": "a"}) == "How many?"


@pytest.mark.parametrize("name", ANSWERED)
def test_an_answer_stands_under_any_of_these_names_beside_others(name: str) -> None:
    assert answered({"locale": "en", name: "12", "id": "a"}) == "12"
