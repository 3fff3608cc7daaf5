"""A gold file with anything wrong in it is read, or refused with every fault under the file's name."""

from __future__ import annotations

import json
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given
from hypothesis import strategies as st

from eval.gold import load_questions
from eval.records import GoldError
from pipeline.types import Question
from tests.standins.spliced import spliced

RECORD = {
    "id": "fee", "question": "What is the fee?", "kind": "number", "expected": "$25", "tags": ["fees"], "split": "dev",
    "evidence": [{"file": "a.pdf", "pages": [3], "quote": "The fee is $25"}], "filters": {"year": 2024},
}  # fmt: skip
GOOD = {
    "csv": b"id,question,expected_output\nfee,What is the fee?,$25\nb,Which?,yes\n",
    "jsonl": (json.dumps(RECORD) + "\n" + json.dumps({**RECORD, "id": "b"})).encode(),
    "yaml": b"- id: fee\n  question: What is the fee?\n  kind: number\n  expected: $25\n  evidence:\n"
    b"  - {file: a.pdf, pages: [3], quote: The fee is $25}\n",
}


def read(file: Path) -> tuple[list[Question], list[str]]:
    """The questions, or the faults."""
    try:
        return load_questions(file), []
    except GoldError as error:
        return [], error.faults or ["an error that says nothing"]


@pytest.mark.parametrize("form", GOOD)
@given(data=st.data())
def test_a_gold_file_is_read_or_refused_by_name(form: str, data: st.DataObject) -> None:
    with TemporaryDirectory() as folder:
        file = Path(folder, f"gold.{form}")
        file.write_bytes(data.draw(spliced(GOOD[form])))
        questions, faults = read(file)
    assert all(fault.startswith(str(file)) for fault in faults)
    assert all(question.id and question.question for question in questions)


@pytest.mark.parametrize("form", GOOD)
def test_the_good_ones_are_read(form: str, tmp_path: Path) -> None:
    (tmp_path / f"gold.{form}").write_bytes(GOOD[form])
    assert load_questions(tmp_path / f"gold.{form}")[0].expected == "$25"
