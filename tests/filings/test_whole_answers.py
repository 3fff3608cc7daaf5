"""Questions whose answer is every sentence on a subject, or the whole of a rule: nothing is left out."""

from __future__ import annotations

import re
from typing import Any

from filings.documents.manual import heading
from filings.facts import draw_facts
from filings.questions.subjects import mentions
from filings.rules import wording


def rule_pages(parsed: Any, file: str) -> dict[int, str]:
    """The text under the heading of each page of the manual that has one rule."""
    headings = {rule.label: heading(rule) for rule in draw_facts(7).rules}
    pages = {}
    for number in range(1, len(parsed.document(file)) + 1):
        text = parsed.page("pdfium", file, number)
        if found := re.search(r"Rule ([A-I]-\d+): ", text):
            pages[number] = text[found.end() :].removeprefix(headings[found[1]])
    return pages


def test_every_page_that_speaks_of_the_subject_is_evidence(questions: list[dict[str, Any]], parsed: Any) -> None:
    subjects = {subject["asked"]: subject["words"] for subject in wording("subjects")["subjects"]}
    asked = [one for one in questions if "subject" in one["tags"]]
    assert len(asked) >= 5
    for record in asked:
        words = next(words for name, words in subjects.items() if f" {name}" in record["question"])
        evidence = record["evidence"]
        named = {number for piece in evidence for number in piece["pages"]}
        quotes = {piece["quote"] for piece in evidence}
        for number, text in rule_pages(parsed, evidence[0]["file"]).items():
            sentences = re.split(r"(?<=[.:]) |•", text)
            saying = [one.strip() for one in sentences if mentions(one, words)]
            assert not [one for one in saying if number not in named and one.endswith(".")], (record["id"], number)
        assert all(mentions(quote, words) for quote in quotes)


def test_a_rule_is_asked_for_by_its_number_or_its_name(questions: list[dict[str, Any]], parsed: Any) -> None:
    asked = [one for one in questions if "whole rule" in one["tags"]]
    assert len(asked) >= 20
    for record in asked:
        evidence = record["evidence"]
        (page,) = {number for piece in evidence for number in piece["pages"]}
        text = parsed.page("pdfium", evidence[0]["file"], page)
        by_number = re.search(r"Rule ([A-I]-\d+)", record["question"])
        if by_number:
            assert f"Rule {by_number[1]}: " in text
        assert len(record["expected"]) >= 2
        assert len(set(record["expected"])) == len(record["expected"])


def test_no_rule_is_answered_with_what_stands_under_many(questions: list[dict[str, Any]]) -> None:
    usual = [sentence.split("{")[0] for sentence in wording("boilerplate")]
    for record in questions:
        if "whole rule" in record["tags"]:
            assert not [item for item in record["expected"] if item.startswith(tuple(usual))], record["id"]
