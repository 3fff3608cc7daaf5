"""Calculations in free words over tables whose rows have to be chosen, from the question to the cited answer."""

from __future__ import annotations

import pytest

from ragatta.pipeline.annotations.sqlite import NO_ANNOTATIONS
from ragatta.pipeline.architectures.router_planner import RouterPlanner
from ragatta.pipeline.index.collection import Collection
from ragatta.pipeline.retrieval.searches.hybrid import Hybrid
from ragatta.pipeline.types import Answer, AskedQuestion
from tests.pipeline.architectures.conftest import WordEncoder, toolbox_over
from tests.standins.architectures import EVERY_DOCUMENT
from tests.standins.freight import BETWEEN, HIGHER, chunks

SEARCH = Hybrid(top_k=6)


def answer(question: str, *prose: str) -> Answer:
    pages = chunks(*prose)
    collection = Collection("pdf_t", "key", {}, pages, WordEncoder().embed([page.text for page in pages]))
    asking = RouterPlanner(router=EVERY_DOCUMENT)
    toolbox, _ = toolbox_over(asking, collection, NO_ANNOTATIONS, None, 4000, SEARCH)
    return asking.answer(AskedQuestion(question), toolbox)


@pytest.mark.parametrize(
    ("question", "value"),
    [
        ("Line-haul rate x zone factor = ? Road, zone Z2, 200 kg shipment weight, nearest dollar", "$176"),
    ],
)
def test_every_measure_has_the_conditions_of_its_own_table(question: str, value: str) -> None:
    found = answer(question)
    assert (found.status, found.value) == ("answered", value)


def test_an_age_that_the_question_does_not_state_is_missing() -> None:
    found = answer(
        "Truck built in 2004, policy effective in 2024: what is the Road line-haul rate times the age of truck factor?"
    )
    assert (found.status, found.value) == ("no_information", "")
    assert "Not found: Truck Age." in found.text


QUESTION = "Line-haul rate times the zone factor for Road, zone Z1, a shipment weight of 250 kg - which charge?"


def test_between_two_rows_a_rule_of_the_documents_decides() -> None:
    found = answer(QUESTION, BETWEEN)
    assert found.value == "$98"  # 80 × (1.2 + (1.3 − 1.2) × 50 ÷ 200) = 98
    assert "80 × (1.2 + (1.3 − 1.2) × 50 ÷ 200) = 98" in found.text
    assert found.calculation is not None
    assert [one.value for one in found.calculation.operands] == ["$80", "interpolate", "1.200", "1.300"]
    assert answer(QUESTION, HIGHER).value == "$104"


def test_between_two_rows_nothing_is_guessed() -> None:
    found = answer(QUESTION)
    assert found.status == "no_information"
    assert "250 is between 200 kg and 400 kg" in found.text
    assert "$80" in found.text


def test_a_question_for_one_value_may_say_that_it_lies_between_two_rows() -> None:
    question = "Interpolate the zone factor for Road, zone Z1 and a shipment weight of 250 kg between the two rows."
    found = answer(question, BETWEEN)
    assert "1.2 + (1.3 − 1.2) × 50 ÷ 200 = 1.225" in found.text
    assert answer(question).status == "no_information"
