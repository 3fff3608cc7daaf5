"""Which group a question is compared in."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from ragatta.eval.groups import group, groups_of
from ragatta.pipeline.types import Exchange, Question

QUESTION = Question("Q", "?", "list", ("a",))


@pytest.mark.parametrize(
    ("more", "expected"),
    [
        ({}, "list"),
        ({"kind": "multi"}, "multi"),
        ({"filters": {"year": 2024}}, "filter"),
        ({"forbidden": ("PWNED",)}, "injection"),
        ({"filters": {"year": 2024}, "forbidden": ("PWNED",)}, "filter"),
        ({"kind": "clarify", "filters": {"year": 2024}}, "clarify"),  # what is tested is the outcome
        ({"kind": "unsafe", "forbidden": ("PWNED",)}, "unsafe"),
    ],
)
def test_what_a_question_tests_is_its_group(more: dict[str, Any], expected: str) -> None:
    assert group(replace(QUESTION, **more)) == expected


def test_turns_are_compared_by_their_number_and_by_why_they_need_the_others() -> None:
    opening = replace(QUESTION, id="first", kind="text", question="What is the fee?", expected="$25")
    first = Exchange("What is the fee?", "$25")
    later = [
        replace(QUESTION, id=f"later {number}", turns=(first,) * number, dependence=why)
        for number, why in ((1, "ellipsis"), (2, "pronoun"), (10, "ellipsis"), (2, ""))
    ]
    found = groups_of([replace(QUESTION, id="alone"), *later, opening])
    assert [*found] == ["list", "text", "turn 1", "turn 2", "turn 3", "turn 11", "turn: ellipsis", "turn: pronoun"]
    assert found["turn 1"] == {"first"}, "a question that stands alone is no turn"
    assert found["turn: ellipsis"] == {"later 1", "later 10"}
    assert [*groups_of([QUESTION, opening])] == ["list", "text"]
