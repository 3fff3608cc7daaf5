"""Whose an object is, and what of it is a gold question."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from ragatta.eval.gold.importers import read_records
from ragatta.eval.gold.questions import load_questions
from ragatta.eval.gold.records import GoldError
from ragatta.eval.gold.shapes import case_of, shape_of


@pytest.mark.parametrize(
    ("fields", "tool"),
    [
        ({"id": "a", "question": "Why?", "answer": "so"}, ""),
        ({"qid": "a", "query": "Why?", "expected_output": "so", "kind": "text", "evidence": []}, ""),
        ({"id": "a", "qustion": "Why?", "answer": "so"}, ""),
        ({"id": "a", "question": "Why?", "__expected": "so"}, "promptfoo"),
        ({"id": "a", "question": "Why?", "__expected12": "so"}, "promptfoo"),
        ({"query": "Why?", "Generation GT": ["so"]}, "AutoRAG"),
        ({"question": "Why?", "source": "a.pdf", "Page": "1"}, "a table with pages"),
        ({"question": "Why?", "source": "a.pdf"}, ""),
    ],
    ids=str,
)
def test_the_tool_that_wrote_an_object(fields: dict[str, Any], tool: str) -> None:
    assert shape_of(fields) == tool


@pytest.mark.parametrize(
    ("fields", "given"),
    [
        ({"generation_gt": ["a", "b", "a"]}, {"expected": "a", "also_accepted": ["b"]}),
        ({"golden_answers": "a"}, {"expected": "a"}),
        ({"gt_answer": "2.060"}, {"expected": "2.060"}),
        ({"answer": "x", "is_impossible": True}, {"kind": "unanswerable"}),
        ({"answer": "Not answerable", "answer_format": "None", "evidence_pages": "[]"}, {"kind": "unanswerable"}),
        ({"targets": [{"speaker": "agent", "text": "x"}], "answerability": ["UNANSWERABLE"]}, {"kind": "unanswerable"}),
        ({"__expected": "not-contains: a"}, {}),
        ({"__expected": "regex: a"}, {}),
    ],
    ids=str,
)
def test_answers(fields: dict[str, Any], given: dict[str, Any]) -> None:
    assert case_of({"question": "Why?", **fields}).fields == {"question": "Why?", **given}


@pytest.mark.parametrize("name", ["answers", "generation_gt", "golden_answers", "ground_truths", "ideal"])
def test_each_answer_of_a_list_is_accepted(name: str) -> None:
    assert case_of({"question": "Why?", name: ["a", "b"]}).fields == {
        "question": "Why?", "expected": "a", "also_accepted": ["b"],
    }  # fmt: skip


def test_a_question_has_letters() -> None:
    assert "question" not in case_of({"question": {"a": "1"}}).fields
    assert case_of({"question": "為什麼?"}).fields == {"question": "為什麼?"}


def test_the_value_of_an_assertion_is_the_answer(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text('id,question,__expected\nA,How much?,contains: 320\nB,What?,"icontains: 7.50"\n')
    assert [(one.kind, one.expected) for one in load_questions(tmp_path / "a.csv")] == [
        ("number", "320"),
        ("number", "7.50"),
    ]


def test_what_lacks_is_one_line_with_its_places(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text("id,question,__expected\nA,Why?,so\nB,How?,llm-rubric: is short\n,Who?,is-json\n")
    with pytest.raises(GoldError) as raised:
        load_questions(tmp_path / "a.csv")
    said = f"{tmp_path}/a.csv: of 3 in the form of promptfoo, 2 without a stated answer (line 3, line 4)"
    assert raised.value.faults == (said,)
    assert raised.value.look == tmp_path / "a.csv"


@pytest.mark.parametrize(
    ("name", "text", "looks"),
    [
        ("a.jsonl", '{"id": "A", "question": "Why?", "anwser": "so"}', False),  # misspelt
        ("a.jsonl", '{"id": "A", "question": "Why?", "Gutachterin": "Ann"}', True),
        ("a.csv", "question,anwser\nWhy?,so\n", False),
        ("a.csv", "question,answer,reviewed by\nWhy?,so,Ann\n", True),
        ("a.csv", "Frage,Antwort\nWhy?,so\n", False),  # no door reads it
    ],
)
def test_a_form_that_is_none_is_looked_at_where_that_helps(tmp_path: Path, name: str, text: str, looks: bool) -> None:
    (tmp_path / name).write_text(text)
    with pytest.raises(GoldError) as raised:
        load_questions(tmp_path / name)
    assert bool(raised.value.look) == looks


def test_a_file_may_mix_both_forms(tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_text(
        '{"qid": "A", "query": "Why?", "generation_gt": ["so"]}\n{"id": "B", "question": "How?", "expected": "so"}\n'
    )
    assert [record.shape for record in read_records(tmp_path / "a.jsonl")] == ["AutoRAG", ""]
    assert [one.id for one in load_questions(tmp_path / "a.jsonl")] == ["A", "B"]
