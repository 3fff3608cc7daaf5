"""What is said of a question while it is written, and where its evidence may be."""

from __future__ import annotations

import pytest

from extensions.studio.tests.page.conftest import HOURS
from ragatta.extensions.studio.api import Api


def check(api: Api, **record: object) -> dict[str, object]:
    return api.call("check", {"record": record})


def test_the_kind_is_inferred_and_the_faults_are_the_loaders(api: Api) -> None:
    assert check(api, question="What is it?", expected="- a\n- b")["kind"] == "list"
    found = check(api, **{**HOURS, "kind": "number", "expected": "many"})
    assert found["faults"]
    assert "the new question" not in str(found["faults"])
    assert check(api, **HOURS)["faults"] == []


def test_near_questions_are_shown(api: Api) -> None:
    (near,) = check(api, question="What is the storage fee of a season?")["near"]  # type: ignore[misc]
    assert near["id"] == "G_1"


def test_places_of_the_answer_come_first_each_with_its_evidence(api: Api) -> None:
    places = check(api, question="What does the big pump cost?", expected="$120")["places"]
    first, *others = places  # type: ignore[misc]
    assert first["evidence"] == {"file": "prices.pdf", "pages": [1], "quote": "Big pump $120", "value": "$120"}
    assert not any(one["evidence"] for one in others)
    assert not first["elsewhere"]
    named = check(api, question="What does the big pump cost by the handbook?", expected="$120")["places"]
    assert [(one["file"], one["elsewhere"]) for one in named if one["evidence"]] == [("prices.pdf", True)]  # type: ignore[attr-defined]


def test_an_unanswerable_question_shows_what_a_search_finds(api: Api) -> None:
    found = check(api, question="What is the storage fee in winter abroad?", kind="unanswerable")
    assert found["faults"] == []
    assert found["places"][0]["file"] == "handbook.pdf"  # type: ignore[index]


@pytest.mark.parametrize(
    ("words", "line", "evidence"),
    [
        ("$80", False, {"quote": "Small pump $80", "value": "$80"}),
        ("Small pump", False, {"quote": "Small pump"}),
        ("pump", True, {"quote": "Big pump $120"}),
    ],
)
def test_marked_words_become_evidence(api: Api, words: str, line: bool, evidence: dict[str, str]) -> None:
    page = api.call("page", {"file": "prices.pdf", "page": 1})
    start = page["text"].index(words)
    given = {"file": "prices.pdf", "page": 1, "start": start, "end": start + len(words), "line": line}
    assert api.call("mark", given) == {"file": "prices.pdf", "pages": [1], **evidence}


def test_texts_are_located_and_found(api: Api) -> None:
    page = api.call("page", {"file": "handbook.pdf", "page": 3})
    ((start, end, number),) = api.call("locate", {"file": "handbook.pdf", "page": 3, "texts": ["$25"]})["spans"]
    assert (page["text"][start:end], number) == ("$25", 0)
    assert api.call("find", {"file": "handbook.pdf", "text": "storage"})["pages"] == [1, 3]
