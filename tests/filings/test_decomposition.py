"""The rule that takes questions apart, on every question of the dataset: which, and into how many."""

from __future__ import annotations

from typing import Any

from ragatta.extensions.extractive.rules.decompose import sub_questions

SEVERAL = ("multi", "compare")


def test_no_plain_question_is_taken_apart(questions: list[dict[str, Any]]) -> None:
    plain = [one["question"] for one in questions if one["kind"] not in SEVERAL]
    assert len(plain) > 400
    assert [question for question in plain if len(sub_questions(question)) > 1] == []


def test_questions_of_several_parts_are(questions: list[dict[str, Any]]) -> None:
    several = [one for one in questions if one["kind"] in SEVERAL]
    right = [one for one in several if len(sub_questions(one["question"])) == len(one["sub_questions"])]
    assert len(several) >= 60
    assert len(right) >= 0.95 * len(several)
