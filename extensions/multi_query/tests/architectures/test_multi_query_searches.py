"""What multi_query promises of the single path, and its searches, each sub-question's its own."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from time import sleep
from typing import Any

import pytest

from ragatta.extensions.multi_query.agents.decomposer import Decomposer
from ragatta.extensions.multi_query.agents.need import Allotment
from ragatta.extensions.multi_query.architectures.multi_query import MultiQuery
from ragatta.pipeline.retrieval.searches.hybrid import Hybrid
from ragatta.pipeline.types import AskedQuestion, Hit
from standins.parts import PRICE, TWO, parted, prompts_of, scripted, stages

PLAIN = (
    PRICE.question,
    "After how many hours of use are the seals changed?",
    "Who was the third emperor of Atlantis?",
    "List all parts of the table of contents of the pump manual",
    "At which storage temperature is the pump kept in winter, and why?",
    "Is the brass pump or the garden hose on the price list?",
    "Where does the spring fair take place?",
    "Which parts of the pump are changed after use and storage?",
    "",
    "???",
)


@pytest.mark.parametrize("question", PLAIN)
def test_a_plain_question_gets_what_it_gets_without_the_decomposer(tools: Callable, question: str) -> None:
    toolbox, trace = tools("multi_query")
    off, without = tools("multi_query")
    whole = MultiQuery(decomposer=Decomposer(enabled=False))
    assert MultiQuery().answer(AskedQuestion(question), toolbox) == whole.answer(AskedQuestion(question), off)
    one, other = stages(trace), stages(without)
    for name in ("retriever", "orchestrator"):
        assert one[name].details == other[name].details
        assert one[name].live_calls == other[name].live_calls
    assert (one["decomposer"].live_calls, other["decomposer"].live_calls) == (1, 0)


def test_calls_are_counted_before_they_are_made() -> None:
    assert MultiQuery().calls(9) == 2
    assert MultiQuery(decomposer=Decomposer(enabled=False)).calls(9) == 1


def test_each_sub_question_is_searched_on_its_own(tools: Callable) -> None:
    toolbox, _ = tools("multi_query")
    asked: list[tuple[str, int, dict[str, Any]]] = []

    def search(query: str, documents: Any = None, top_k: int = 0, **how: Any) -> list[Hit]:
        asked.append((query, top_k, how))
        return toolbox.search(query, documents, top_k, **how)

    found = MultiQuery().retrieve(TWO, replace(toolbox, search=search))
    assert sorted(asked) == [
        ("What is the price of the brass pump?", 6, {"search": Hybrid()}),
        ("What is the price of the garden hose?", 6, {"search": Hybrid()}),
    ]
    assert found.plan.requires_combination
    assert [result.step.query for result in found.step_results] == [
        "What is the price of the brass pump?",
        "What is the price of the garden hose?",
    ]
    own = [[hit.chunk.text for hit in result.hits if hit.rank == 1] for result in found.step_results]
    assert [len(texts) for texts in own] == [1, 1]
    assert ["brass pump" in own[0][0], "garden hose" in own[1][0]] == [True, True]


@pytest.mark.parametrize(("allot", "kept"), [("rank", [6, 6]), ("need", [12, 6])])
def test_by_need_a_part_for_a_list_keeps_twice_as_many(tools: Callable, allot: str, kept: list[int]) -> None:
    toolbox, _ = tools("multi_query")
    parts = ("List all prices of the price list", "What is the price of the brass pump?")
    tops: dict[str, int] = {}

    def search(query: str, documents: Any = None, top_k: int = 0, **how: Any) -> list[Hit]:
        tops[query] = top_k
        return toolbox.search(query, documents, top_k, **how)

    given = scripted(replace(toolbox, search=search), decompose=[parted(*parts)])
    MultiQuery(multi_query=Allotment(allot=allot)).retrieve(AskedQuestion(" and ".join(parts)), given)
    assert [tops[part] for part in parts] == kept


def test_searches_that_ask_a_model_are_made_in_turn(tools: Callable) -> None:
    toolbox, _ = tools("multi_query")
    under_way, most = [0], [0]

    def search(query: str, *args: Any, **how: Any) -> list[Hit]:
        under_way[0] += 1
        most[0] = max(most[0], under_way[0])
        sleep(0.01)
        under_way[0] -= 1
        return toolbox.search(query, *args, **how)

    found = MultiQuery().retrieve(TWO, replace(toolbox, search=search, search_asks=True))
    assert (most, len(found.step_results)) == ([1], 2)


def test_a_search_that_fails_is_its_own_sub_questions_loss(tools: Callable) -> None:
    toolbox, trace = tools("multi_query")

    def search(query: str, *args: Any, **how: Any) -> list[Hit]:
        if "hose" in query:
            raise OSError("the index is damaged")
        return toolbox.search(query, *args, **how)

    found = MultiQuery().answer(TWO, replace(toolbox, search=search))
    assert [one.status for one in found.sub_answers] == ["answered", "no_information"]
    assert found.status == "answered"
    assert "2. nothing was retrieved for it" in found.limitations
    assert "the index is damaged" in stages(trace)["retriever"].notes[0]


def test_where_every_search_fails_the_question_has(tools: Callable) -> None:
    toolbox, _ = tools("multi_query")

    def search(*_args: Any, **_how: Any) -> list[Hit]:
        raise OSError("the index is damaged")

    for asked in (PRICE, TWO):
        with pytest.raises(OSError, match="damaged"):
            MultiQuery().answer(asked, replace(toolbox, search=search))


def test_no_more_sub_questions_than_are_allowed(tools: Callable) -> None:
    toolbox, trace = tools("multi_query")
    many = parted(*(f"What is the price of part {number}?" for number in range(9)))
    three = MultiQuery(decomposer=Decomposer(max_sub_questions=3))
    assert len(three.retrieve(TWO, scripted(toolbox, decompose=[many])).plan.steps) == 3
    assert "9 sub-questions cut to 3" in stages(trace)["decomposer"].notes


@pytest.mark.parametrize(
    ("least", "confidence", "parts"),
    [("low", None, 2), ("medium", "low", 1), ("medium", "medium", 2), ("high", "medium", 1), ("high", "high", 2)],
)
def test_a_question_stays_whole_where_its_parts_are_not_certain(
    tools: Callable, least: str, confidence: str | None, parts: int
) -> None:
    toolbox, trace = tools("multi_query")
    reply = parted("What is A?", "What is B?") | ({"confidence": confidence} if confidence else {})
    given, kept = prompts_of(scripted(toolbox, decompose=[reply]))
    found = MultiQuery(decomposer=Decomposer(least_confidence=least)).retrieve(TWO, given)
    assert len(found.plan.steps) == parts
    assert bool(stages(trace)["decomposer"].notes) == (parts == 1)
    assert ("confidence" in kept[0].reply.model_fields) == (least != "low"), "nothing is asked that is not read"
