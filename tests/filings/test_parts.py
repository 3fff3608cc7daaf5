"""Questions of several parts and comparisons: an answer to each part, in order, from different places."""

from __future__ import annotations

from collections import Counter
from typing import Any


def test_each_part_has_its_answer(questions: list[dict[str, Any]]) -> None:
    for record in questions:
        if record["kind"] in ("multi", "compare"):
            assert len(record["sub_questions"]) == len(record["expected"]) in (2, 3)
            assert len(set(record["expected"])) == len(record["expected"])
            quotes = [evidence["quote"].lower() for evidence in record["evidence"]]
            for answer in record["expected"]:
                assert any(answer.strip("$").lower() in quote for quote in quotes), (record["id"], answer)


def test_parts_come_from_different_documents(questions: list[dict[str, Any]]) -> None:
    for record in questions:
        if "several_documents" in record["tags"] and record["kind"] in ("multi", "compare"):
            files = [evidence["file"] for evidence in record["evidence"]]
            assert len(set(files)) == len(files) == len(record["sub_questions"])
    several = Counter(record["kind"] for record in questions if "several_documents" in record["tags"])
    assert several["multi"] >= 30
    assert several["compare"] >= 20


def test_a_question_names_what_its_parts_ask_about(questions: list[dict[str, Any]]) -> None:
    """Every number and code of a part stands in the whole question too."""
    for record in questions:
        if record["kind"] in ("multi", "compare"):
            for part in record["sub_questions"]:
                codes = [word.strip("?,.()") for word in part.split() if any(letter.isdigit() for letter in word)]
                assert [code for code in codes if code not in record["question"]] == [], record["id"]


def test_wordings_are_many(questions: list[dict[str, Any]]) -> None:
    """No first two words open more than a third of the questions of a kind."""
    for name in ("multi", "compare", "filter", "clarify"):
        openings = Counter(
            tuple(record["question"].split()[:2]) for record in questions if record["id"].startswith(name)
        )
        assert max(openings.values()) <= sum(openings.values()) / 3, openings
