"""Answers with people's verdicts, as CSV and as JSONL."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from ragatta.eval.gold.records import GoldError
from ragatta.eval.ranking import passages, text_of
from ragatta.eval.scorers.score import verdict
from ragatta.eval.trace import context_is_known
from ragatta.extensions.judges.calibrating.verdicts import Verdicts, read_verdicts

FIGURES = ("faithfulness",)


def written(folder: Path, *rows: object) -> Path:
    file = folder / "people.jsonl"
    file.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    return file


def test_both_forms_and_every_word(tmp_path: Path) -> None:
    file = tmp_path / "people.csv"
    file.write_text(
        "question_id,question,expected_output,answer,verdict\n1,Who?,Ann,Ann,Right\n2,Costs?,$5,$6,0.25\n"
        '3,Which?,"* a\n* b",a,no\n4,Who?,Ann,I do not know.,true\n'
        "5,Who?,Ann,The information in the context is insufficient.,0\n",
        encoding="utf-8",
    )
    found = read_verdicts(file, FIGURES)
    assert [row.people["verdict"] for row in found] == [1.0, 0.25, 0.0, 1.0, 0.0]
    assert [row.question.kind for row in found] == ["text", "number", "list", "text", "text"]
    assert found[2].question.expected == ("a", "b")
    assert (found[0].question.id, found[3].answer.status) == ("1", "no_information")
    assert found[4].answer.status == "no_information"
    (other,) = read_verdicts(
        written(tmp_path, {"question": "Which?", "expected": ["a", "b"], "answer": "a", "label": True}), FIGURES
    )
    assert (other.question.expected, other.question.id, other.people) == (("a", "b"), "Which?", {"verdict": 1.0})
    line = {"id": 7, "question_id": "EF_1", "question": "Who?", "expected": "Ann", "answer": "Ann", "verdict": 1}
    assert read_verdicts(written(tmp_path, line), FIGURES)[0].question.id == "EF_1", "beside it, id is the line's"


def test_a_list_as_gold_is_equally_right_answers(tmp_path: Path) -> None:
    row = {"question": "Who?", "gold": ["Ann Lee", "A. Lee", "Annie"], "answer": "Annie", "verdict": "Correct Answer"}
    (found,) = read_verdicts(written(tmp_path, row), FIGURES)
    assert (found.question.kind, found.question.expected) == ("text", "Ann Lee")
    assert found.question.also_accepted == ("A. Lee", "Annie")
    assert verdict(found.question, found.answer).score == found.people["verdict"] == 1
    (refused,) = read_verdicts(written(tmp_path, {**row, "answer": "I cannot say.", "verdict": "Refusal"}), FIGURES)
    assert refused.people["verdict"] == 0
    named = {"question": "Who?", "expected": "Ann", "also_accepted": ["Anna"], "answer": "Anna", "verdict": 1}
    (found,) = read_verdicts(written(tmp_path, named), FIGURES)
    assert found.question.also_accepted == ("Anna",)
    with pytest.raises(GoldError, match="also_accepted: must be a text or a list of texts"):
        read_verdicts(written(tmp_path, {**row, "gold": ["Ann", 7]}), FIGURES)


def test_a_context_is_known_passage_by_passage(tmp_path: Path) -> None:
    row = {"question": "Who?", "expected": "Ann", "answer": "Ann", "faithfulness": 0.5}

    def read(**more: object) -> Verdicts:
        (found,) = read_verdicts(written(tmp_path, {**row, **more}), FIGURES)
        return found

    found = read(context=["One.", "", "Two\nlines."])
    assert [text_of(one, found.pages) for one in passages(found.answer)] == ["One.", "", "Two\nlines."]
    assert found.people == {"faithfulness": 0.5}
    assert not context_is_known(read().answer)
    assert len(passages(read(context="all").answer)) == 1


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("a.csv", "", "no answers in it; write one a line, with question, expected, answer, verdict"),
        ("a.csv", "question,expected,answer,verdict\na,b,c,right,d", "line 2: more cells than columns"),
        ("a.csv", "question;answer\na;b", "'expected' is missing; it has answer, question"),
        ("a.csv", "question;answer;expected\na;b;c", "'verdict' is missing; it has answer, expected, question"),
        ("a.csv", 'question,expected,answer,verdict\n"a', "not CSV"),
        (
            "a.csv",
            "question,expected,answer,verdict\na,b,c,right\na,,c,right",
            "expected: is empty; leave out what has no expected",
        ),
        ("a.jsonl", "[1]", "line 1: not a JSON object (list, no object)"),
        ("a.csv", "question,expected,answer,verdict,human\na,b,c,right,wrong", "human, verdict are the same column"),
        ("a.csv", "question,expected,answer,verdict,faithfullness\na,b,c,right,1", "did you mean faithfulness?"),
        ("a.csv", "id,question,expected,answer,verdict\n1,a,b,c,1\n1,d,b,c,1", "line 3, question_id: '1' is that of"),
        (
            "a.jsonl",
            '{"question": "a", "expected": "b", "answer": "c", "verdict": 2}',
            "verdict: 2 must be right or wrong",
        ),
        (
            "a.jsonl",
            '{"question": {}, "expected": "b", "answer": "c", "verdict": 1}',
            "line 1, question: must be a text",
        ),
    ],
)
def test_what_cannot_be_read_is_said_with_its_line(name: str, text: str, said: str, tmp_path: Path) -> None:
    (tmp_path / name).write_text(text, encoding="utf-8")
    with pytest.raises(GoldError) as fault:
        read_verdicts(tmp_path / name, FIGURES)
    assert said in str(fault.value)
