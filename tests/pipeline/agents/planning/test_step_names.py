"""Names of bound values in a plan that a model wrote: nothing in it is relied on."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ragatta.pipeline.agents.planning.step_names import named
from ragatta.pipeline.agents.trace import Stage
from ragatta.pipeline.text.arithmetic import names_in
from ragatta.pipeline.types import RetrievalStep


def steps(*given: tuple[str, str]) -> list[RetrievalStep]:
    return [RetrievalStep(at, "", (), query, "", binds) for at, (query, binds) in enumerate(given, 1)]


@pytest.mark.parametrize(
    ("given_steps", "calculation", "expected", "expression"),
    [
        (
            [("a", "My Fare"), ("b {My Fare}", "f")],
            "price = My Fare * f",
            [("a", "my_fare"), ("b {my_fare}", "f")],
            "my_fare * f",
        ),
        ([("a", "x"), ("b", "x")], "x * 2", [("a", "x"), ("b", "")], "x * 2"),
        ([("a", "x"), ("b {x}", "")], "", [("a", "x"), ("b {x}", "")], ""),
        ([("a", "x"), ("b", "y")], "", [("a", ""), ("b", "")], ""),  # used by nothing
        ([("a {y}", "x"), ("b", "y")], "x + y", [("a y", "x"), ("b", "y")], "x + y"),  # not known yet
        ([("a", "x")], "x * w", [("a", "")], ""),
        ([("a", "x")], "__import__('os')", [("a", "")], ""),
        ([("a", "class")], "class * 2", [("a", "class_")], "class_ * 2"),
    ],
)  # fmt: skip
def test_names_are_kept_where_they_are_used(
    given_steps: list[tuple[str, str]], calculation: str, expected: list[tuple[str, str]], expression: str
) -> None:
    found, computed = named(steps(*given_steps), calculation, Stage())
    assert [(step.query, step.binds) for step in found] == expected
    assert computed == expression


WORDS = st.text("ab {}*/+=()xy_1 ", max_size=12)


@given(st.lists(st.tuples(WORDS, WORDS), min_size=1, max_size=4), WORDS)
def test_whatever_comes_is_a_plan_that_can_be_carried_out(given_steps: list[tuple[str, str]], calculation: str) -> None:
    found, expression = named(steps(*given_steps), calculation, Stage())
    bound = [step.binds for step in found if step.binds]
    assert len(set(bound)) == len(bound)
    assert set(names_in(expression) or ()) <= set(bound)
    assert len(found) == len(given_steps)
