"""Which group a question is compared in."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from ragatta.eval.groups import group
from ragatta.pipeline.types import Question

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
