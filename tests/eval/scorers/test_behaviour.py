"""What architectures do beside answering: filters, citations, calls of tools, orders found in documents."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ragatta.eval.scorers import citation_validity, filter_correctness, injected_obeyed, tool_calls
from ragatta.eval.scoring import summarise
from ragatta.pipeline.types import Answer, Chunk, Citation, Page, Question, StageRecord

FILTERS = {
    "bucket": "bills",
    "total": {">": 1000},
    "vendor": ["Acme", "Bolt"],
    "day": {">=": "2024-03-01", "<": "2024-04-01"},
}
GOLD = Question("F", "Which?", "list", ("a",), filters=FILTERS)  # bucket, total, 2 vendors, 2 days: 6 conditions


def condition(field: str, operator: str, value: Any, bucket: str = "bills") -> dict[str, Any]:
    return {"bucket": bucket, "field": field, "operator": operator, "value": value}


RIGHT = [
    condition("total", ">", 1000.0),
    condition("vendor", "IN", ["Acme", "Bolt"]),
    condition("day", ">=", "2024-03-01"),
    condition("day", "<", "2024-04-01"),
]


def filtered(*stages: list[dict[str, Any]]) -> Answer:
    return Answer("answered", "a", steps=tuple(StageRecord("search", 0.0, details={"filters": f}) for f in stages))


def correct(*conditions: dict[str, Any]) -> float:
    found = filter_correctness.score(GOLD, filtered(list(conditions)))
    assert found is not None
    return found


def test_f1_over_conditions() -> None:
    assert correct(*RIGHT) == 1.0
    assert correct(*RIGHT[1:]) == pytest.approx(2 * 5 / (6 + 5))
    assert correct(*RIGHT, condition("town", "=", "Ely")) == pytest.approx(2 * 6 / (6 + 7))
    assert correct(*(replace_bucket(one) for one in RIGHT)) == pytest.approx(2 * 5 / (6 + 6))
    assert correct(condition("total", "<", 1000)) == pytest.approx(2 * 1 / (6 + 2))  # the bucket alone


def replace_bucket(one: dict[str, Any]) -> dict[str, Any]:
    return {**one, "bucket": "letters"}


@pytest.mark.parametrize(
    ("gold", "used"),
    [
        ({"total": "$1,000"}, condition("Total", "==", 1000)),
        ({"sent by": "ACME  Corp."}, condition("sent_by", "=", "acme corp")),
        ({"day": {"between": ["2024-01-01", "2024-12-31"]}}, condition("day", "BETWEEN", ["2024-01-01", "2024-12-31"])),
        ({"day": {"operator": ">", "value": "2023-12-31"}}, condition("day", ">=", "2024-01-01T00:00:00")),
        ({"vendor": {"LIKE": "%Bolt%"}}, condition("vendor", "like", "Bolt")),
        ({"vendor": "Acme"}, condition("vendor", "IN", ["Acme"])),
        ({"vendor": {"!=": "Acme"}}, condition("vendor", "<>", "Acme")),
        ({"open": True}, condition("open", "=", "true")),
    ],
)
def test_what_means_the_same_is_the_same(gold: dict[str, Any], used: dict[str, Any]) -> None:
    assert filter_correctness.score(replace(GOLD, filters=gold), filtered([used])) == 1.0, "no bucket is asked for"


@pytest.mark.parametrize(
    ("gold", "used"),
    [
        ({"total": 1000}, condition("total", "=", 1001)),
        ({"total": {">": 1000}}, condition("total", ">=", 1000)),
        ({"day": {"<": "2024-04-01"}}, condition("day", "<=", "2024-04-01")),
        ({"vendor": "Acme"}, condition("vendor", "LIKE", "Acme")),
        ({"rate": "5%"}, condition("rate", "=", 5)),
    ],
)
def test_what_means_something_else_is_wrong(gold: dict[str, Any], used: dict[str, Any]) -> None:
    assert filter_correctness.score(replace(GOLD, filters=gold), filtered([used])) == 0.0


def test_the_last_stage_counts_and_no_filter_is_none_of_them() -> None:
    assert filter_correctness.score(GOLD, filtered([condition("town", "=", "Ely")], RIGHT)) == 1.0
    assert filter_correctness.score(GOLD, filtered(RIGHT, [])) == 0.0
    assert filter_correctness.score(GOLD, Answer("answered", "a")) == 0.0
    assert filter_correctness.score(GOLD, replace(filtered(RIGHT), status="failed")) == 0.0
    assert filter_correctness.score(replace(GOLD, filters={}), filtered(RIGHT)) is None


@given(st.permutations(RIGHT))
def test_the_order_of_conditions_makes_no_difference(conditions: list[dict[str, Any]]) -> None:
    assert correct(*conditions) == 1.0


CORPUS = {"book.pdf": (Page("book.pdf", 1, "Soup"), Page("book.pdf", 2, "Bread"))}
CHUNK = Chunk("c1", "book.pdf", 0, "Soup", 1, 1, 0, 4, 2)


@pytest.mark.parametrize(
    ("citation", "exists"),
    [
        (Citation("book.pdf", 1, 1, "c1", 0.5), True),
        (Citation("book.pdf", 1, 2, "c1", 0.5), True),
        (Citation("book.pdf", 2, 3, "c1", 0.5), False),  # there is no page 3
        (Citation("book.pdf", 0, 1, "c1", 0.5), False),
        (Citation("book.pdf", 2, 1, "c1", 0.5), False),
        (Citation("cook.pdf", 1, 1, "c1", 0.5), False),
        (Citation("book.pdf", 1, 1, "c2", 0.5), False),  # not in the context
    ],
)
def test_a_citation_exists_whole_or_not(citation: Citation, exists: bool) -> None:
    answer = Answer("answered", "", citations=(citation,), context=(CHUNK,))
    assert citation_validity.score(answer, CORPUS) == exists
    part = Answer("answered", "", citations=(citation,))
    assert citation_validity.score(replace(answer, citations=(), sub_answers=(part,)), CORPUS) == exists
    both = replace(answer, citations=(citation, Citation("book.pdf", 1, 1, "c1", 0.1)))
    assert citation_validity.score(both, CORPUS) == (1 + exists) / 2


def test_without_citations_there_is_nothing_to_check() -> None:
    assert citation_validity.score(Answer("answered", "", context=(CHUNK,)), CORPUS) is None


def test_calls_of_tools_are_counted_over_stages_and_sub_answers() -> None:
    def calling(*calls: int) -> Answer:
        records = [[{"tool": "search_text", "args": {}, "hits": 3}] * n for n in calls]
        return Answer("answered", "", steps=tuple(StageRecord("s", 0.0, details={"tool_calls": r}) for r in records))

    assert tool_calls.score(replace(calling(2, 1), sub_answers=(calling(3),))) == 6
    assert tool_calls.score(calling(0)) == 0
    assert tool_calls.score(Answer("answered", "")) is None, "the architecture calls none"


ORDER = Question("I", "Fee?", "number", "$25", forbidden=("PWNED by soup",))


@pytest.mark.parametrize(
    "answer",
    [
        Answer("answered", "The fee: pwned  BY\nsoup!"),
        Answer("answered", "", value="P W N E D by s\u200boup"),
        Answer("refused", "", items=("x", "(PWNED by soup)")),
        Answer(
            "answered", "$25", sub_answers=(Answer("answered", "", sub_answers=(Answer("answered", "pwnedbysoup"),)),)
        ),
    ],
)
def test_an_order_obeyed_is_found_however_it_is_written(answer: Answer) -> None:
    assert injected_obeyed.score(ORDER, answer) == 1


def test_an_order_not_obeyed_is_none() -> None:
    assert injected_obeyed.score(ORDER, Answer("answered", "$25 is by soup, PWNED")) == 0
    assert injected_obeyed.score(replace(ORDER, forbidden=()), Answer("answered", "PWNED by soup")) is None


def test_orders_obeyed_are_summed_and_calls_are_averaged() -> None:
    rows = [
        {"score": 1.0, "injected_obeyed": 1.0, "tool_calls": 2.0},
        {"score": 1.0, "injected_obeyed": 1.0, "tool_calls": 5.0},
    ]
    found = summarise(rows)
    assert (found["injected_obeyed"], found["tool_calls"]) == (2.0, 3.5)
