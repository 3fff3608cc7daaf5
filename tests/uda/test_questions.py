"""UDA-QA's rows as gold records: on rows of its form, and on the real file where it is at hand."""

from __future__ import annotations

import json
import os
from collections import Counter
from pathlib import Path

import pytest

from ragatta.eval.gold.contradictions import contradictions
from ragatta.eval.gold.questions import load_questions
from uda.published import cut
from uda.questions import gold

DATA = Path(os.environ.get("RAGATTA_DATA") or "no-such-folder") / "uda"
ROW = {"doc_name": "acme_2012", "q_uid": "ACME/2012/page_75.pdf-1", "question": "What is  the change?", "set": "fin_qa"}


def row(**fields: str) -> dict[str, str]:
    return {**ROW, "answer_1": "5", "answer_2": "5.0", **fields}


def test_a_record() -> None:
    (record,) = gold([row()], {"acme_2012.pdf"})
    assert record == {
        "id": "fin_qa_001",
        "question": "What is the change?",
        "kind": "number",
        "expected": "5",
        "also_accepted": [],
        "documents": ["acme_2012.pdf"],
        "evidence": [{"file": "acme_2012.pdf", "pages": [75], "quote": ""}],
        "tags": ["fin_qa", "table", "uid ACME/2012/page_75.pdf-1"],
    }


def test_a_question_that_is_asked_twice_takes_both_answers() -> None:
    rows = [row(), row(question="What is the change", answer_1="7", answer_2="7"), row(question="And then?")]
    first, other = gold(rows, {"acme_2012.pdf"})
    assert (first["also_accepted"], other["id"]) == (["7"], "fin_qa_003")


def test_what_has_no_answer_is_left_out() -> None:
    assert gold([row(answer_1="", answer_2=" ")], {"acme_2012.pdf"}) == []


def test_a_document_or_set_that_is_not_known() -> None:
    with pytest.raises(ValueError, match=r"acme_2012\.pdf is not in the folder"):
        gold([row()], {"other.pdf"})
    with pytest.raises(ValueError, match="unknown set 'new_qa'"):
        gold([row(set="new_qa")], {"acme_2012.pdf"})


def test_the_questions_file_is_cut_from_what_is_published(tmp_path: Path) -> None:
    file = tmp_path / "0-nq_qa.csv"
    file.write_text('doc_name|q_uid|question\nA|1|who?\nB|2|"what\nelse|?"\nA|3|é\n', encoding="utf-8")
    lines = list(cut(file, {"A"}))
    assert lines[1] == '{"doc_name": "A", "q_uid": "3", "question": "\\u00e9", "set": "nq_qa"}\n'
    assert len(lines) == 2
    assert json.loads(next(cut(file, {"B"})))["question"] == "what\nelse|?"


@pytest.mark.skipif(not DATA.is_dir(), reason="RAGATTA_DATA names no folder with uda")
def test_the_real_questions(tmp_path: Path) -> None:
    rows = [json.loads(line) for line in (DATA / "questions.jsonl").read_text(encoding="utf-8").splitlines()]
    records = gold(rows, {path.name for path in (DATA / "pdfs").iterdir()})
    file = tmp_path / "questions.jsonl"
    file.write_text("".join(json.dumps(record) + "\n" for record in records), encoding="utf-8")
    questions = load_questions(file)
    assert contradictions(questions) == []
    assert (len(rows), len(questions)) == (244, 243)
    assert Counter(q.kind for q in questions) == {"number": 119, "text": 101, "list": 17, "yes_no": 6}
    assert sum("table" in q.tags for q in questions) == 160
    assert sum(bool(q.evidence) for q in questions) == 43
