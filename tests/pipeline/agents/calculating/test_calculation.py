"""What is doubtful of a calculation though each of its values is certain, and what is told of one that fails."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from ragatta.pipeline.agents.calculating.bindings import Binding, StepValue
from ragatta.pipeline.agents.calculating.calculation import answer_bound
from ragatta.pipeline.types import Answer, ExecutionResult, RetrievalPlan, RetrievalResult
from standins.scripted import chunk, hit

RULE = "Each total price is rounded up to the next full dollar."
Toolboxes = Callable[..., tuple[Any, Any]]


def answer(toolbox: Toolboxes, calculation: str, second: str, rule_in: str = "a.pdf", sure: bool = True) -> Answer:
    tools, trace = toolbox()
    bound = [
        StepValue(name, name, value, hit(chunk("a.pdf", at, f"{name}: {value}")), f"{name}: {value}", at == 0 or sure)
        for at, (name, value) in enumerate([("fee", "$13.00"), ("share", second)])
    ]
    plan = RetrievalPlan("Calculate it.", "", (), True, calculation, "return price")
    rule = hit(chunk(rule_in, 9, RULE))
    binding = Binding(ExecutionResult(plan, ()), tuple(bound), () if sure else ("a third value",))
    with trace.stage("orchestrator") as stage:
        return answer_bound(binding, lambda step, _: RetrievalResult(step, (rule,)), lambda *_: "", tools, stage)


@pytest.mark.parametrize(
    ("calculation", "second", "confidence"),
    [("fee + share", "15%", "low"), ("fee * share", "15%", "high"), ("fee - share", "$2", "high")],
)
def test_a_percentage_added_to_an_amount_is_doubtful(
    toolbox: Toolboxes, calculation: str, second: str, confidence: str
) -> None:
    assert answer(toolbox, calculation, second).confidence == confidence


def test_a_rounding_rule_of_another_document_that_does_not_name_the_result_is_doubtful(toolbox: Toolboxes) -> None:
    found = answer(toolbox, "fee * share", "1.35", rule_in="b.pdf")
    assert (found.value, found.confidence) == ("$18", "low")
    assert answer(toolbox, "fee * share", "1.35").confidence == "high"


def test_a_value_that_is_told_though_it_is_not_certain_is_called_so(toolbox: Toolboxes) -> None:
    found = answer(toolbox, "fee * share", "1.35", sure=False)
    assert found.status == "no_information"
    assert "fee: $13.00; share: 1.35 (not certain)." in found.text
