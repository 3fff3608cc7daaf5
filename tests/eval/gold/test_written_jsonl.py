"""The JSONL form: an object a line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from ragatta.eval.gold.questions import load_questions
from ragatta.eval.gold.records import GoldError
from ragatta.pipeline.types import Evidence, Question


def load(tmp_path: Path, *lines: str) -> list[Question]:
    (tmp_path / "q.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")
    return load_questions(tmp_path / "q.jsonl")


def faults(tmp_path: Path, *lines: str) -> list[str]:
    with pytest.raises(GoldError) as caught:
        load(tmp_path, *lines)
    return [fault.removeprefix(f"{tmp_path}/") for fault in caught.value.faults]


def test_the_fields_of_a_question(tmp_path: Path) -> None:
    written = {
        "id": "SOUP",
        "question": "How long?",
        "kind": "number",
        "expected": 45,
        "evidence": [{"file": "book.pdf", "pages": [2], "quote": "for 45 minutes"}],
        "filters": {"year": 2024},
        "components": [{"name": "time", "weight": 2.5, "match": "45"}],
        "split": "dev",
    }
    (question,) = load(tmp_path, json.dumps(written), "")
    assert question.expected == "45"
    assert question.evidence == (Evidence("book.pdf", (2,), "for 45 minutes"),)
    assert question.filters == {"year": 2024}
    assert question.components[0].weight == 2.5
    assert question.split == "dev"


@pytest.mark.parametrize(
    ("fields", "kind", "expected"),
    [
        ('"expected_output": 2.060', "number", "2.060"),
        ('"answer": "$604"', "number", "$604"),
        ('"expected_answer": true', "yes_no", "yes"),
        ('"ground_truth": ["Onion Soup", 12]', "list", ("Onion Soup", "12")),
        ('"reference": "* One\\n* Two"', "list", ("One", "Two")),
        ('"expected": "slowly"', "text", "slowly"),
        ('"kind": "text", "expected": 7', "text", "7"),
    ],
)
def test_names_of_other_tools_and_kinds_that_follow(
    tmp_path: Path, fields: str, kind: str, expected: tuple[str, ...] | str
) -> None:
    (question,) = load(tmp_path, f'{{"question_id": "A", "query": "Why?", {fields}}}')
    assert (question.id, question.question, question.kind, question.expected) == ("A", "Why?", kind, expected)


def test_every_line_that_is_no_object_is_named_with_what_is_wrong_in_the_others(tmp_path: Path) -> None:
    other = '{"id": "B", "question": "Why?", "kind": "unanswerable", "split": ""}'
    assert [fault.split(" (")[0] for fault in faults(tmp_path, '{"id": "A"', "[1]", other, "7")] == [
        "q.jsonl, line 1: not a JSON object",
        "q.jsonl, line 2: not a JSON object",
        "q.jsonl, line 3, B, split: empty; write a text",
        "q.jsonl, line 4: not a JSON object",
    ]


def test_faults_of_fields_name_the_line(tmp_path: Path) -> None:
    found = faults(
        tmp_path,
        '{"id": "A", "question": "Why?", "answer": "5", "expected": "6"}',
        '{"id": "B", "question": "Why?", "answer": "5", "anwser": "6"}',
        '{"id": "C", "id": "D", "question": "Why?", "answer": "5"}',
        '{"id": "A", "question": "Why?", "kind": "list", "answer": 5}',
    )
    assert found == [
        "q.jsonl, line 1, A, expected: says expected once more; remove one",
        "q.jsonl, line 2, B, anwser: unknown field; known: id, question, kind, expected, also_accepted, evidence, "
        "components, sub_questions, filters, documents, forbidden, tags, split, turns, after, "
        "standalone, dependence, language",
        "q.jsonl, line 3, D, id: is given twice; remove one",
        "q.jsonl, line 4, A, expected: a question of kind list expects a list of items, a line each with '- '",
        f"q.jsonl, line 4, A, id: taken already ({tmp_path}/q.jsonl, line 1); choose another",
    ]


@pytest.mark.parametrize("depth", [60, 900, 100_000])
def test_depth_is_a_fault_of_its_line(tmp_path: Path, depth: int) -> None:
    deep = '{"id": "A", "question": "Why?", "expected": "so", "filters": {"x": ' + "[" * depth + "]" * depth + "}}"
    with pytest.raises(GoldError, match=r"line 1: not a JSON object .nested"):
        load(tmp_path, deep)


def test_an_array_of_json_is_read_as_its_objects(tmp_path: Path) -> None:
    first = {"id": "A", "question": "How long?", "answer": 1}
    second = {"id": "B", "question": "[x], y?", "answer": "x"}
    written = f"[\n {json.dumps(first)},\n\n {json.dumps(second)}\n]".replace(": 1}", ": 2.060}")
    (tmp_path / "q.json").write_text(written, encoding="utf-8")
    assert [(each.id, each.expected) for each in load_questions(tmp_path / "q.json")] == [("A", "2.060"), ("B", "x")]
    (tmp_path / "q.json").write_text(written.replace('"question": "[x], y?"', '"qestion": 1'), encoding="utf-8")
    with pytest.raises(GoldError, match=r"q\.json, line 4, B, qestion: unknown field"):
        load_questions(tmp_path / "q.json")


@pytest.mark.parametrize(
    ("written", "reason"),
    [
        ('{"question": "How long?"}', "no array"),
        ('[{"question": "How long?"}, 1]', "str instead"),
        ('[{"question": ', "line 1 column 15"),
        ("[" * 100_000, "nested too deeply|recursion"),
        ("[]", "no questions in it"),
    ],
)
def test_what_is_no_such_array_is_said_with_the_fix(tmp_path: Path, written: str, reason: str) -> None:
    (tmp_path / "q.json").write_text(written, encoding="utf-8")
    with pytest.raises(GoldError, match=reason):
        load_questions(tmp_path / "q.json")


def test_a_number_of_thousands_of_digits_is_a_fault(tmp_path: Path) -> None:
    line = f'{{"id": "A", "question": "How long?", "expected": {"9" * 5002}, "filters": {{"year": 2024}}}}'
    (fault,) = faults(tmp_path, line)
    assert "q.jsonl, line 1: not a JSON object (Exceeds the limit (4300 digits)" in fault
