"""Questions whose parts ask of different documents, and ranks that several fields could be of."""

from __future__ import annotations

import re

import pytest

from ragatta.extensions.agentic.architectures.agentic import Agentic
from standins.agentic import Shop, asked, details, files
from standins.orders import document

AGENTIC = Agentic()


def test_each_part_is_answered_from_where_it_stands(shop: Shop) -> None:
    tools, trace = shop()
    found = AGENTIC.answer(
        asked("What is the status of order AB-102? And within how many days may a customer return goods?"), tools
    )
    assert found.status == "answered"
    assert [part.value for part in found.sub_answers] == ["open", "14"]
    assert set(files(found)) == {document("AB-102"), "handbook.pdf"}
    assert set(files(found)) <= {chunk.source_file for chunk in found.context}
    assert details(trace, "search")["filters"] == []  # a condition of one part is none of the others


def test_parts_that_fields_answer_need_no_search(shop: Shop) -> None:
    tools, trace = shop()
    found = AGENTIC.answer(asked("What is the amount due of order AB-101? How many orders are open?"), tools)
    assert [part.value for part in found.sub_answers] == ["120.50", "2"]
    assert details(trace, "search")["tool_calls"] == []


@pytest.mark.parametrize(
    ("question", "values"),
    [
        ("How many orders are open? How many orders are shipped?", ["2", "2"]),
        (
            "What is the average amount due of all orders? What is the total amount due of all orders?",
            ["146.63", "586.50"],
        ),
        ("How many orders are over $100? How many orders are from Mill Tavern?", ["2", "1"]),
    ],
)
def test_a_figure_of_one_part_is_over_nothing_that_another_part_names(
    question: str, values: list[str], shop: Shop
) -> None:
    found = AGENTIC.answer(asked(question), shop()[0])
    assert [part.value for part in found.sub_answers] == values


def test_parts_share_the_context_and_no_mark_is_called_invented(shop: Shop) -> None:
    tools, _ = shop(copies=30, budget=600)
    found = AGENTIC.answer(asked("How many orders are open? How many orders are cancelled?"), tools)
    assert [part.value for part in found.sub_answers] == ["60", "30"]
    assert found.safety_flags == ()
    assert all(part.citations for part in found.sub_answers)
    told = re.findall(r"(\d+) of \d+ documents are cited", found.limitations)
    assert sum(map(int, told)) == len(found.citations)


def test_a_part_without_an_answer_is_said_beside_the_others(shop: Shop) -> None:
    found = AGENTIC.answer(asked("What is the status of order AB-102? And who painted the ceiling?"), shop()[0])
    assert found.status == "answered"
    assert [part.status for part in found.sub_answers] == ["answered", "no_information"]
    assert found.limitations


def test_a_part_that_lists_too_many_is_asked_back(shop: Shop) -> None:
    found = AGENTIC.answer(asked("Which orders are open? And who painted the cold room?"), shop(copies=60)[0])
    assert found.status == "clarify"
