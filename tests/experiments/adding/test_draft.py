"""A question while it is being written: its kind, its evidence, its faults."""

from __future__ import annotations

import pytest

from ragatta.experiments.adding.draft import NewQuestion, find_evidence, finished, free_id, unsafe_ids
from ragatta.experiments.faults import Fault
from ragatta.pipeline.types import Page, Question

CORPUS = {
    "book.pdf": (
        Page("book.pdf", 1, "Contents\nOnion Soup.....2\nRye\nBread.....3"),
        Page("book.pdf", 2, "Onion soup. Simmer for 45 minutes\nat 92 degrees, then serve"),
    ),
    "prices.pdf": (Page("prices.pdf", 1, "Onion Soup $6\nRye Bread $4.50"),),
}


def draft(expected: str | list[str] = "45", **fields: object) -> NewQuestion:
    texts = expected if isinstance(expected, list) else [expected]
    made = NewQuestion(id="A", question="How long?", expected=texts)
    for name, value in fields.items():
        setattr(made, name, value)
    return made


def first(phrase: str, found: list) -> list:  # type: ignore[type-arg]
    assert phrase
    return found[:1]


@pytest.mark.parametrize(
    ("written", "evidence"),
    [
        (draft(), [{"file": "book.pdf", "pages": ["2"], "value": "45"}]),
        (
            draft(quotes=["simmer  for 45 minutes"]),
            [{"file": "book.pdf", "pages": ["2"], "quote": "simmer for 45 minutes"}],
        ),
        (draft(["Onion Soup", "Rye Bread"]), [{"file": "book.pdf", "pages": ["1"]}]),
        (draft(["Onion Soup", "Rye Bread"], file="prices.pdf"), [{"file": "prices.pdf", "pages": ["1"]}]),
        (draft("- Onion Soup\n- Rye Bread", pages=[1]), [{"file": "book.pdf", "pages": ["1"]}]),
        (draft("", kind="unanswerable"), []),
    ],
)
def test_evidence_is_found(written: NewQuestion, evidence: list[dict[str, object]]) -> None:
    found = find_evidence(written, CORPUS, first)
    assert found == evidence
    assert finished(written, found).id == "A"


def test_a_day_is_found_as_the_page_prints_it() -> None:
    texts = ("Made on 3/5/21.", "It begins on May 3, 2021.")
    pages = {"lease.pdf": tuple(Page("lease.pdf", at, text) for at, text in enumerate(texts, 1))}
    for given, printed in (("May 3, 2021", "May 3, 2021"), ("2021-03-05", "3/5/21"), ("5/3/2021", "May 3, 2021")):
        (found,) = find_evidence(draft(given, kind="text"), pages, first)
        assert found["quote"] == printed


def test_all_places_of_one_file_are_one_piece_of_evidence() -> None:
    found = find_evidence(draft("Onion Soup", kind="text"), CORPUS, lambda _, places: places)
    assert found == [
        {"file": "book.pdf", "pages": ["1", "2"], "quote": "Onion Soup"},
        {"file": "prices.pdf", "pages": ["1"], "quote": "Onion Soup"},
    ]


@pytest.mark.parametrize(
    ("written", "message"),
    [
        (draft("yes"), "quote: missing; give the words of the page that show the answer"),
        (draft(file="bok.pdf"), "did you mean book.pdf?"),
        (draft("", kind="unanswerable", quotes=["Onion"]), "has no evidence; leave the quote out"),
        (draft("46"), "'46' is on no page of the documents, as they are read, and no page holds"),
        (draft(quotes=["simmer for fifty minutes"]), r"near it, book.pdf, page 2 \(67% of its words\)"),
        (draft(pages=[1]), "page: '45' is not on page 1; it is on book.pdf, page 2"),
        (draft(["Cake", "Tart"]), "none of the 2 items is in the documents"),
        (draft("- Cake\nTart"), "'Tart' has no bullet, but other lines have one"),
    ],
)
def test_evidence_that_is_not_there(written: NewQuestion, message: str) -> None:
    with pytest.raises(Fault, match=message):
        find_evidence(written, CORPUS, first)


def test_a_page_alone_is_evidence_where_the_quote_is_left_empty() -> None:
    written = draft("yes", quotes=[""], file="book.pdf", pages=[2])
    assert find_evidence(written, CORPUS, first) == [{"file": "book.pdf", "pages": ["2"], "quote": ""}]


@pytest.mark.parametrize(
    ("written", "message"),
    [
        (draft("many", kind="number"), "the new question, A, expected: 'many' must hold exactly one number"),
        (draft(""), "expected: missing"),
        (draft("5", kind="nubmer"), "did you mean number"),
        (draft("5", id="a b"), "must be of letters, digits"),
        (draft("5", id=""), "id: empty"),
        (draft("5", question=" "), "question: empty"),
    ],
)
def test_a_question_that_would_not_load(written: NewQuestion, message: str) -> None:
    with pytest.raises(Fault, match=message):
        finished(written, [])


@pytest.mark.parametrize(
    ("ids", "free"),
    [((), "ADDED_1"), (("EF_1", "EF_9"), "EF_10"), (("a", "b"), "ADDED_1"), (("n_1", "t_3", "ADDED_2"), "ADDED_3")],
)
def test_the_next_free_id(ids: tuple[str, ...], free: str) -> None:
    assert free_id([Question(name, "?", "text", "x") for name in ids]) == free
    assert unsafe_ids([free]) == []


def test_an_id_that_a_question_had_is_not_free() -> None:
    assert free_id([Question("EF_1", "?", "text", "x")], {"EF_4"}) == "EF_5"
