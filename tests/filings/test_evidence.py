"""Gold evidence stands where it is said to stand, as both parsers read the page."""

from __future__ import annotations

import re
from typing import Any

import pytest

from ragatta.experiments.paths import ROOT


@pytest.mark.parametrize("parser", ["pdfium", "pypdf"])
def test_every_quote_and_value_stands_on_its_page(parser: str, questions: list[dict[str, Any]], parsed: Any) -> None:
    missing = []
    for record in questions:
        for evidence in record.get("evidence", []):
            text = " ".join(parsed.page(parser, evidence["file"], number) for number in evidence["pages"])
            if evidence["quote"] not in text:
                missing.append((record["id"], evidence["quote"]))
            if evidence.get("value", "") not in evidence["quote"]:
                missing.append((record["id"], evidence["value"]))
    assert missing == []


def test_answers_stand_in_their_evidence(questions: list[dict[str, Any]]) -> None:
    """Except where the answer has to be calculated or counted."""
    for record in questions:
        if record["kind"] not in ("text", "number") or {"calculation", "count"} & set(record["tags"]):
            continue
        quotes = " ".join(evidence["quote"] for evidence in record["evidence"])
        answers = [record["expected"], *record.get("also_accepted", [])]
        bare = [answer.strip("$%") if record["kind"] == "number" else answer for answer in answers]
        assert any(answer.lower() in quotes.lower() for answer in bare), (record["id"], record["expected"], quotes)


def test_list_items_stand_in_their_evidence(questions: list[dict[str, Any]]) -> None:
    for record in questions:
        if record["kind"] == "list":
            quotes = " ".join(evidence["quote"] for evidence in record["evidence"]).lower()
            assert [item for item in record["expected"] if item.lower() not in quotes] == [], record["id"]


def test_unanswerable_questions_ask_about_what_no_page_names(parsed: Any, drawn: Any) -> None:
    text = parsed.everything()
    asked = [gold for gold in drawn(7)[2] if gold.kind == "unanswerable"]
    assert len(asked) >= 35
    for gold in asked:
        assert gold.entity in gold.question
        assert not gold.evidence
        assert not re.search(rf"(?<![\w.,]){re.escape(gold.entity.lower())}(?!\w|[.,]\d)", text), gold


def test_the_question_of_the_contributors_page_finds_its_evidence_at_one_place(parsed: Any) -> None:
    """`ragatta add-question` asks for a choice, and in a script ends, where a quote stands at several places."""
    page = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    (quote,) = re.findall(r"ragatta add-question '[^']*' --expected '[^']*' \\\n  --quote '([^']*)'", page)
    assert parsed.everything().count(quote.lower()) == 1
