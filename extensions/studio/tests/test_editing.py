"""A question is replaced or removed, and every other byte of its file stays."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from ragatta.eval.gold.appending import append_questions
from ragatta.eval.gold.conversations import continued
from ragatta.eval.gold.questions import load_questions
from ragatta.eval.gold.records import GoldError
from ragatta.extensions.studio.editing import replace_question
from ragatta.pipeline.types import Question

FILES = {
    "comments": "# head\n\n-   id:  'A'   # keep\n    question: \"Why?\"\n    kind: text\n    expected: so\n\n# of B\n"
    "- id: B\n  question: How?\n  kind: text\n  expected: thus\n# between\n\n- id: C\n  question: Who?\n"
    "  kind: text\n  expected: they # all\n# tail\n",
    "braces": "- {id: A, question: Why?, kind: text, expected: so}\n- {id: B, question: How?, kind: text,\n"
    "   expected: thus}\n- {id: C, question: Who?, kind: text, expected: they}",
    "indented, Windows": "\ufeff  - id: A\r\n    question: Why?\r\n    kind: text\r\n    expected: so\r\n  - id: B\r\n"
    "    question: How?\r\n    kind: text\r\n    expected: thus\r\n  - id: C\r\n    question: Who?\r\n"
    "    kind: text\r\n    expected: they\r\n",
    "a text that looks like a comment": "- id: A\n  question: Why?\n  kind: text\n  expected: so\n- id: B\n"
    "  question: How?\n  kind: text\n  expected: |\n    thus\n    # and so\n- id: C\n  question: Who?\n  kind: text\n"
    "  expected: they\n",
}


@pytest.mark.parametrize("text", FILES.values(), ids=FILES)
@pytest.mark.parametrize("identity", ["A", "B", "C"])
def test_all_else_stays_byte_for_byte(tmp_path: Path, text: str, identity: str) -> None:
    path = tmp_path / "questions.yaml"
    path.write_bytes(text.encode())
    before = load_questions(path)
    changed = [replace(one, question="New?", tags=("t",)) if one.id == identity else one for one in before]
    replace_question(path, identity, next(one for one in changed if one.id == identity))
    assert load_questions(path) == changed
    marks = [line for line in text.splitlines(keepends=True) if line.startswith("#")]
    assert all(mark in path.read_bytes().decode() for mark in marks)
    replace_question(path, identity, None)
    assert load_questions(path) == [one for one in before if one.id != identity]
    others = text.replace("\r\n", "\n").split("- ")
    left = path.read_bytes().decode()
    assert ("\r\n" in left) == ("\r\n" in text)
    assert sum(part.strip() in left.replace("\r\n", "\n") for part in others if part.strip()) >= len(others) - 2


def test_a_question_can_be_renamed_but_to_no_other_ones_id(tmp_path: Path) -> None:
    path = tmp_path / "questions.yaml"
    path.write_text(FILES["comments"])
    first = load_questions(path)[0]
    replace_question(path, "A", replace(first, id="Z"))
    assert [one.id for one in load_questions(path)] == ["Z", "B", "C"]
    before = path.read_bytes()
    with pytest.raises(GoldError, match="taken already"):
        replace_question(path, "Z", replace(first, id="B"))
    with pytest.raises(GoldError, match="no question 'A'"):
        replace_question(path, "A", None)
    assert path.read_bytes() == before


def test_the_last_question_leaves_a_file_that_takes_new_ones(tmp_path: Path) -> None:
    path = tmp_path / "questions.yaml"
    path.write_text("# head\n- id: A\n  question: Why?\n  kind: text\n  expected: so\n")
    replace_question(path, "A", None)
    assert path.read_text() == "# head\n"


def test_a_comment_may_stand_behind_the_dash(tmp_path: Path) -> None:
    path = tmp_path / "questions.yaml"
    records = "-   # see p. 3-4\n  id: {}\n  question: Why {}-{}?\n  kind: text\n  expected: so\n"
    path.write_text("".join(records.format(name, name, name) for name in "AB"))
    first, second = load_questions(path)
    replace_question(path, "B", replace(second, question="How?"))
    assert load_questions(path) == [first, replace(second, question="How?")]
    assert path.read_text().startswith(records.format("A", "A", "A"))


def test_what_cannot_be_changed_alone_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "questions.yaml"
    path.write_text(
        "[{id: A, question: Why?, kind: text, expected: so}, {id: B, question: H?, kind: text, expected: s}]"
    )
    before = path.read_bytes()
    with pytest.raises(GoldError):
        replace_question(path, "A", None)
    assert path.read_bytes() == before


LINES = (
    '{"user_input": "Why?", "id": "A", "reference": "so", "persona_name": "x"}\n'
    '\n{"id": "B",  "question": "How?", "kind": "text", "expected": "thus"}\n'
    '{"qid": "C", "query": "Who?", "answer": "they"}'
)


@pytest.mark.parametrize("text", [LINES, LINES.replace("\n", "\r\n")])
@pytest.mark.parametrize("identity", ["A", "B", "C"])
def test_a_line_is_changed_and_all_others_stay(tmp_path: Path, text: str, identity: str) -> None:
    path = tmp_path / "questions.jsonl"
    path.write_bytes(text.encode())
    before = load_questions(path)
    changed = [replace(one, question="New?", tags=("t",)) if one.id == identity else one for one in before]
    replace_question(path, identity, next(one for one in changed if one.id == identity))
    assert load_questions(path) == changed
    lines, own = text.splitlines(keepends=True), "ABC".index(identity) + (identity != "A")
    left = path.read_bytes().decode().splitlines(keepends=True)
    assert [line for at, line in enumerate(left) if at != own] == [line for at, line in enumerate(lines) if at != own]
    assert [*json.loads(left[own])][:2] == [*json.loads(lines[own])][:2]
    assert ("persona_name" in left[0]) == ("persona_name" in lines[0])
    added = replace(before[0], id="D")
    append_questions(path, [added])
    assert load_questions(path) == [*changed, added]
    replace_question(path, "D", None)
    replace_question(path, identity, None)
    assert load_questions(path) == [one for one in before if one.id != identity]


@pytest.mark.parametrize("name", ["gold.yaml", "gold.jsonl"])
def test_an_edit_keeps_what_a_turn_comes_after_and_changes_the_turns_of_later_ones(tmp_path: Path, name: str) -> None:
    first = Question("A", "How long?", "number", "45 minutes")
    second = continued(Question("B", "And peas?", "number", "30", after="A", dependence="ellipsis"), {"A": first})
    third = continued(Question("C", "Why?", "text", "so", after="B"), {"B": second})
    append_questions(tmp_path / name, [first, second, third])
    last = (tmp_path / name).read_text().rpartition("C")[2]
    replace_question(tmp_path / name, "B", replace(second, question="And beans?", tags=("t",)))
    found = load_questions(tmp_path / name)
    assert found[1] == replace(second, question="And beans?", tags=("t",))
    assert [turn.user for turn in found[2].turns] == ["How long?", "And beans?"]
    assert (tmp_path / name).read_text().rpartition("C")[2] == last
    with pytest.raises(GoldError, match="C, after: no question 'B'"):
        replace_question(tmp_path / name, "B", None)
