"""CUAD's labels as gold questions: on a contract of our own, and on the real ones where they are at hand."""

from __future__ import annotations

import csv
import json
import os
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from cuad.clauses import Contract, Label, categories, read_contracts, read_pages_said
from cuad.places import Places, beginning
from cuad.published import cut
from cuad.questions import gold, half
from ragatta.eval.gold.contradictions import contradictions
from ragatta.eval.gold.questions import check_evidence, load_questions
from ragatta.pipeline.types import Page

DATA = Path(os.environ.get("RAGATTA_DATA") or "no-such-folder") / "cuad"
LAW = "This Agreement is governed by the laws of Ohio"
PAGES = (
    "SUPPLY AGREEMENT between Acme and Bolt.",
    f"1. {LAW}. Each party shall carry",
    "insurance of $1,000 at all times.",
)
CORPUS = {"a.pdf": tuple(Page("a.pdf", number, text) for number, text in enumerate(PAGES, 1))}


def contract(*labels: Label) -> Contract:
    return Contract("a.pdf", labels)


def records(*labels: Label, said: dict[str, int] | None = None) -> list[dict[str, Any]]:
    pages = {("a.pdf", label.category): said or {} for label in labels}
    return list(gold(contract(*labels), Places(CORPUS, pages)))


def test_a_clause_that_is_there_is_asked_for_twice() -> None:
    present, clause = records(Label("Governing Law", (LAW,), "Ohio"))
    assert (present["kind"], present["expected"]) == ("yes_no", "yes")
    assert (clause["kind"], clause["expected"], clause["also_accepted"]) == ("text", LAW, ["Ohio"])
    place = {"file": "a.pdf", "pages": (2,), "quote": LAW, "value": ""}
    assert present["evidence"] == clause["evidence"] == [place]
    assert present["documents"] == ["a.pdf"]


def test_one_that_is_not_is_asked_for_once() -> None:
    (present,) = records(Label("Insurance", (), "No"))
    assert (present["expected"], present["evidence"], present["tags"]) == ("no", [], ["presence", "Insurance"])


def test_a_blank_is_there_and_has_no_words() -> None:
    (present,) = records(Label("Agreement Date", ("________",), ""))
    assert present["expected"] == "yes"


def test_short_names_are_right_together_only() -> None:
    _, clause = records(Label("Parties", ("Acme", "Bolt"), "Acme; Bolt"))
    assert (clause["expected"], clause["also_accepted"]) == ("Acme\nBolt", ["Acme; Bolt"])
    _, clause = records(Label("Insurance", ("Each party shall carry insurance", LAW), "Yes"))
    assert clause["also_accepted"] == ["Each party shall carry insurance", LAW]


@pytest.mark.parametrize("said", [None, {LAW: 2}, {LAW: 1}, {LAW: 3}])
def test_the_page_that_bears_a_clause_out_counts(said: dict[str, int] | None) -> None:
    _, clause = records(Label("Governing Law", (LAW,), "Ohio"), said=said)
    assert [place["pages"] for place in clause["evidence"]] == [(2,)]


def test_a_clause_over_a_page_border_names_both_pages() -> None:
    _, clause = records(Label("Insurance", ("Each party shall carry insurance of $1,000",), "Yes"))
    assert [place["pages"] for place in clause["evidence"]] == [(2, 3)]


def test_a_clause_that_stands_nowhere_has_no_evidence() -> None:
    _, clause = records(Label("Insurance", ("Carry umbrellas",), "Yes"))
    assert clause["evidence"] == []


def test_a_quote_is_a_clauses_beginning_in_whole_words() -> None:
    assert beginning("short") == "short"
    assert beginning("what is said <omitted> and more") == "what is said"
    assert beginning("<omitted> and more") == ""
    long = "word " * 80
    assert beginning(long) == ("word " * 60).strip()
    assert beginning("x" + long).endswith("word")


def test_half_goes_by_the_last_digit() -> None:
    assert [half(digit) for digit in "0123456789abcdef"] == ["test", "dev"] * 8


def write(path: Path, rows: list[list[str]]) -> Path:
    with path.open("w", encoding="utf-8", newline="") as stream:
        csv.writer(stream).writerows(rows)
    return path


def test_the_published_file_is_read(tmp_path: Path) -> None:
    header = ["Filename", *(cell for name in categories() for cell in (name, f"{name}- Answer"))]
    cells = [
        cell
        for name in categories()
        for cell in (f"['{LAW}', ' ', '{LAW}']" if name == "Governing Law" else "[]", "x ")
    ]
    path = write(tmp_path / "master_clauses.csv", [header, ["a.pdf", *cells], ["b.pdf", *cells]])
    first, _ = read_contracts(path)
    labels = {label.category: label for label in first.labels}
    assert (len(labels), first.file) == (41, "a.pdf")
    assert labels["Governing Law"] == Label("Governing Law", (LAW,), "x")
    ours = cut(path.read_text(encoding="utf-8"), {"b.pdf"})
    assert [line.rsplit(",", 1)[1] for line in ours.splitlines()] == ["pdf_file", "b.pdf"]
    (only,) = read_contracts(write(tmp_path / "ours.csv", list(csv.reader(ours.splitlines()))))
    assert (only.file, only.labels) == ("b.pdf", first.labels)


def test_a_file_of_another_form_says_so(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="no column 'Document Name'"):
        read_contracts(write(tmp_path / "a.csv", [["Filename"], ["a.pdf"]]))


def test_pages_are_counted_from_one(tmp_path: Path) -> None:
    path = tmp_path / "pages.jsonl"
    path.write_text(json.dumps({"pdf_file": "a.pdf", "category": "Parties", "page_index": 0, "clause": "Acme"}) + "\n")
    assert read_pages_said(path) == {("a.pdf", "Parties"): {"Acme": 1}}
    assert read_pages_said(tmp_path / "none.jsonl") == {}


@pytest.mark.skipif(not DATA.is_dir(), reason="RAGATTA_DATA names no folder with cuad")
def test_the_real_labels(tmp_path: Path) -> None:
    contracts = read_contracts(DATA / "master_clauses.csv")
    assert len(contracts) == 99
    assert sum(bool(label.spans) for one in contracts for label in one.labels) == 1393
    import pypdfium2

    few = sorted(contracts, key=lambda one: (DATA / "pdfs" / one.file).stat().st_size)[:6]
    corpus = {}
    for one in few:
        with pypdfium2.PdfDocument(DATA / "pdfs" / one.file) as pdf:
            texts = [page.get_textpage().get_text_range() for page in pdf]
        corpus[one.file] = tuple(Page(one.file, number, text) for number, text in enumerate(texts, 1))
    places = Places(corpus, read_pages_said(DATA / "evidence_pages_derived.jsonl"))
    written = [record for one in few for record in gold(one, places)]
    file = tmp_path / "questions.jsonl"
    file.write_text("".join(json.dumps(record) + "\n" for record in written), encoding="utf-8")
    questions = load_questions(file)
    assert contradictions(questions) == check_evidence(questions, corpus) == []
    kinds = Counter(question.kind for question in questions)
    assert kinds["yes_no"] == 6 * 41
    found = [question for question in questions if question.kind == "text" and question.evidence]
    assert len(found) >= 0.9 * kinds["text"]
