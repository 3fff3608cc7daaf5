"""What every architecture owes of its answer's record, over pages of text and over documents with metadata: quotes that
stand in the context, fields that fit the status, and details that a journal can hold."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from ragatta.pipeline.agents.trace import Trace
from ragatta.pipeline.index.collection import Collection
from ragatta.pipeline.types import Answer, AskedQuestion
from tests.standins.architectures import SEARCHING, TWO_DOCUMENTS, architecture

PAGES = (
    "What is the price of the brass pump?",
    "List all parts of the table of contents of the pump manual",
    "After how many hours of use are the seals changed?",
    "Who was the third emperor of Atlantis?",
    "What is the price of the brass pump and what is the price of the garden hose?",
)
ORDERS = (
    "List all orders of the Elm Street Bakery",  # rows
    "What is the average amount due of all orders?",  # a computed figure
    "How many orders are open?",  # a count
    "What are the amount due and the status of order AB-104?",  # two fields of one record: sub-answers
    "Which orders have an amount due over $9,000?",  # no document: the user may be asked back
    "How many days after delivery may a customer return goods?",  # the handbook, which has no fields
)
CASES = [*(("tools", question) for question in PAGES), *(("order_tools", question) for question in ORDERS)]

every_architecture = pytest.mark.parametrize("name", SEARCHING)


def _plain(text: str) -> str:
    return " ".join(text.split())


def _all(found: Answer) -> Iterator[Answer]:
    """The answer, and the answers to its parts."""
    yield found
    for part in found.sub_answers:
        yield from _all(part)


def _fits_its_status(found: Answer) -> bool:
    """An answer says something; what is none claims neither a value nor items."""
    if found.status == "answered":
        return bool(found.text.strip())
    empty = (found.value, found.items, found.evidence) == ("", (), ())
    said = {
        "no_information": bool(found.text),
        "clarify": bool(found.clarification),
        "refused": bool(found.safety_flags),
        "failed": not found.text and bool(found.limitations),
    }
    return empty and said[found.status]


def _is_json(value: Any) -> bool:
    """Whether it comes back from JSON as it was: no tuple, no key but a text, no number that is not one."""
    return json.loads(json.dumps(value, allow_nan=False)) == value


@pytest.fixture(params=CASES, ids=lambda case: case[1])
def case(request: pytest.FixtureRequest) -> tuple[Callable[..., tuple[Any, Trace]], AskedQuestion]:
    fixture, question = request.param
    return request.getfixturevalue(fixture), AskedQuestion(question)


@every_architecture
def test_the_record_of_an_answer(name: str, case: tuple[Callable[..., tuple[Any, Trace]], AskedQuestion]) -> None:
    made, asked = case
    toolbox, trace = made(name)
    found = architecture(name, router=TWO_DOCUMENTS).answer(asked, toolbox)
    shown = [_plain(chunk.text) for chunk in found.context]
    for one in _all(found):
        assert _fits_its_status(one), one
        assert all(any(_plain(quoted) in text for text in shown) for quoted in one.evidence), one.evidence
        assert all(quoted.strip() for quoted in one.evidence)
        assert {cited.chunk_id for cited in one.citations} <= {chunk.id for chunk in found.context}
    if found.status == "answered":
        assert bool(found.evidence) == bool(found.citations), "what is cited is quoted"
    for record in trace.records:
        assert _is_json(dict(record.details)), record.name
        assert record.live_calls + record.replayed_calls == len(record.calls)


@every_architecture
@pytest.mark.parametrize("question", ORDERS)
def test_metadata_keep_the_contract_too(name: str, question: str, order_tools: Callable, orders: Collection) -> None:
    answer = architecture(name, router=TWO_DOCUMENTS).answer
    scope = tuple(sorted({chunk.source_file for chunk in orders.chunks}))[:2]
    whole, narrow = AskedQuestion(question), AskedQuestion(question, documents=scope)
    assert answer(whole, order_tools(name)[0]) == answer(whole, order_tools(name)[0])
    assert {chunk.source_file for chunk in answer(narrow, order_tools(name)[0]).context} <= set(scope)
    toolbox, _ = order_tools(name, budget=30)
    assert sum(toolbox.count_tokens(chunk.text) for chunk in answer(whole, toolbox).context) <= 30


@pytest.mark.needs("agentic")
def test_agentic_answers_from_the_fields(order_tools: Callable) -> None:
    """Else nothing above would reach rows, computations and the user being asked back."""
    answer = architecture("agentic").answer
    listed, average, count, fields, none, _ = (answer(AskedQuestion(one), order_tools("agentic")[0]) for one in ORDERS)
    assert listed.items == ("AB-101", "AB-103")
    assert (average.value, count.value) == ("146.63", "2")
    assert [part.value for part in fields.sub_answers] == ["95.75", "cancelled"]
    assert none.status == "clarify"
