"""Whatever a questions file holds, it is questions or a fault that names the file and, of a record, its line."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from ragatta.eval.gold.questions import load_questions
from ragatta.eval.gold.records import GoldError
from ragatta.pipeline.types import Question
from tests.standins.mangled import damaged, quick, refusal, spoiled, spoiled_lines

ONE = {
    "id": "A", "question": "How long?", "kind": "number", "expected": 45, "split": "dev", "tags": ["x"],
    "evidence": [{"file": "b.pdf", "pages": [2], "quote": "for 45 minutes", "value": "45"}],
    "filters": {"year": 2024, "at": {"in": [1]}}, "documents": ["b.pdf"],
    "components": [{"name": "time", "weight": 2.5, "match": "45"}],
}  # fmt: skip
MANY = {"id": "B", "question": "Which?", "kind": "multi", "expected": ["a", "b"], "sub_questions": ["x?", "y?"]}
CSV = b'id,question,expected_output,kind,split\nA,"How, long?",45,,dev\nB,Which,"* x\n* y",,\nC,Why,-5%,text,\n'
YAML = yaml.safe_dump([ONE, MANY]).encode()
JSONL = b"".join(json.dumps(each).encode() + b"\n" for each in (ONE, MANY))
FORMS = {"csv": CSV, "yaml": YAML, "jsonl": JSONL}


def law(path: Path, data: bytes) -> None:
    path.write_bytes(data)
    questions: list[Question] = []
    said = refusal(lambda: questions.extend(load_questions(path)), GoldError)
    assert bool(said) != bool(questions)
    for fault in said.splitlines():
        assert fault.startswith(str(path))
        assert fault.isprintable()
    for each in questions:
        f"{each.id}{each.question}{each.expected}{each.evidence}{each.filters}".encode()


@quick
@given(data=st.data(), form=st.sampled_from(sorted(FORMS)))
def test_damaged_bytes(tmp_path: Path, data: st.DataObject, form: str) -> None:
    law(tmp_path / f"q.{form}", data.draw(damaged(FORMS[form])))


@quick
@given(data=spoiled_lines([ONE, MANY]))
def test_lines_of_other_values(tmp_path: Path, data: bytes) -> None:
    law(tmp_path / "q.jsonl", data)


@quick
@given(records=spoiled([ONE, MANY]))
def test_yaml_of_other_values(tmp_path: Path, records: object) -> None:
    law(tmp_path / "q.yaml", json.dumps(records).encode())  # YAML takes JSON


HALF = "\\ud800"


@pytest.mark.parametrize("field", ["id", "question", "expected", "tags"])
def test_half_a_character_names_file_and_line(tmp_path: Path, field: str) -> None:
    told = {**ONE, field: [HALF] if field == "tags" else HALF}
    lines = "\n".join(json.dumps(each).replace(r"\\ud800", HALF) for each in (MANY, told))
    (tmp_path / "q.jsonl").write_text(lines)
    with pytest.raises(GoldError, match=rf"{tmp_path}/q\.jsonl, line 2: .*half of a surrogate pair"):
        load_questions(tmp_path / "q.jsonl")


def test_what_a_file_says_gives_the_terminal_no_orders(tmp_path: Path) -> None:
    (tmp_path / "q.jsonl").write_text(json.dumps({**ONE, "id": "A\x1b[2J", "od\nd": 1}))
    with pytest.raises(GoldError) as caught:
        load_questions(tmp_path / "q.jsonl")
    assert all(fault.isprintable() for fault in caught.value.faults)
    assert re.search(r"line 1, A\\x1b\[2J, od\\nd: unknown field", str(caught.value))


@pytest.mark.parametrize("number", ["1" + "0" * 400, "1e999", "NaN", "-Infinity"])
def test_a_filter_holds_numbers_that_metadata_can(tmp_path: Path, number: str) -> None:
    (tmp_path / "q.jsonl").write_text(
        json.dumps({**ONE, "filters": {"year": {"in": [7]}}}).replace("[7]", f"[{number}]")
    )
    with pytest.raises(GoldError, match=r"line 1, A, filters: holds a number that no metadata hold"):
        load_questions(tmp_path / "q.jsonl")
