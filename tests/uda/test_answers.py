"""What UDA-QA's sets take for right, on rows of their form."""

from __future__ import annotations

import pytest

from ragatta.eval.scorers.score import score
from ragatta.pipeline.types import Answer, Question
from uda.answers import feta_qa, fin_qa, nq_qa, paper, tat_qa


def tat(answer: str, scale: str = "", kind: str = "span") -> dict[str, object]:
    return tat_qa({"answer": answer, "answer_scale": scale, "answer_type": kind})


@pytest.mark.parametrize(
    ("answer", "scale", "kind", "found"),
    [
        ("['$ 93,662']", "thousand", "span", ("number", "$ 93,662 thousand", [])),
        ("['411.5']", "million", "arithmetic", ("number", "411.5 million", [])),
        ("['10.84']", "percent", "arithmetic", ("number", "10.84%", ["10.84"])),
        ("['2.4%']", "percent", "span", ("number", "2.4%", ["2.4"])),
        ("['(461)']", "", "span", ("number", "-461", [])),
        ("['$ (4.5)']", "thousand", "span", ("number", "-$4.5 thousand", [])),
        ("['(2.4)%']", "percent", "span", ("number", "-2.4%", ["-2.4"])),
        ("['Deferred revenue (1)']", "", "span", ("text", "Deferred revenue (1)", [])),
        ("['6']", "", "count", ("number", "6", [])),
        ("['March 29, 1988']", "thousand", "span", ("text", "March 29, 1988", [])),
        ("['LWAY']", "", "span", ("text", "LWAY", [])),
    ],
)
def test_a_span_of_a_table(answer: str, scale: str, kind: str, found: tuple[str, str, list[str]]) -> None:
    fields = tat(answer, scale, kind)
    assert (fields["kind"], fields["expected"], fields["also_accepted"]) == found


def test_several_spans_are_a_list_each_once() -> None:
    assert tat("['$ 77', '(71)']", "thousand", "multi-span") == {
        "kind": "list",
        "expected": ["$ 77 thousand", "-71 thousand"],
    }
    assert tat("['$ 44', '44', '45']", "", "multi-span")["expected"] == ["$ 44", "45"]


@pytest.mark.parametrize(
    ("written", "computed", "found"),
    [
        ("-20.4%", "-0.2043", ("number", "-20.4%", ["-0.2043", "-20.43%", "-20.4", "-20.43"])),
        ("29.0%", "0.0029", ("number", "29.0%", ["0.0029", "29.0"])),  # not the same, be it a percentage
        ("247", "247.0", ("number", "247", [])),
        ("", "464.0", ("number", "464.0", [])),
        ("$ 17966 million", "17966.0", ("number", "$ 17966 million", ["17966.0"])),
        ("", "yes", ("yes_no", "yes", None)),
        ("yes", "yes", ("yes_no", "yes", None)),
    ],
)
def test_a_result(written: str, computed: str, found: tuple[str, str, list[str] | None]) -> None:
    fields = fin_qa({"answer_1": written, "answer_2": computed})
    assert (fields["kind"], fields["expected"], fields.get("also_accepted")) == found


def test_answers_that_the_source_takes_for_right_score() -> None:
    fields = fin_qa({"answer_1": "-20.4%", "answer_2": "-0.2043"})
    question = Question("Q", "How much?", "number", str(fields["expected"]), tuple(fields["also_accepted"]))
    said = ("-20.4%", "-20.43%", "-0.2043", "-20.4", "20.4%", "-0.204%")
    assert [score(question, Answer("answered", "", value=value)) for value in said] == [1, 1, 1, 1, 0, 0]


def test_variants_of_a_paper() -> None:
    row = {"answer_1": "BIBREF19, BIBREF20", "answer_2": "many-to-many BIBREF19", "answer_3": " "}
    assert paper(row) == {"kind": "text", "expected": "many-to-many", "also_accepted": []}
    row = {"answer_1": "Soup, BIBREF3, bread", "answer_2": "Bread", "answer_3": "soup  and bread"}
    assert paper(row)["also_accepted"] == ["Bread", "soup and bread"]
    assert paper({"answer_1": "No", "answer_2": "no", "answer_3": ""}) == {"kind": "yes_no", "expected": "no"}
    assert paper({"answer_1": "No", "answer_2": "Yes", "answer_3": ""}) == {}  # nobody can be right
    assert paper({"answer_1": " ", "answer_2": "BIBREF1", "answer_3": ""}) == {}


def test_encyclopedia_answers() -> None:
    assert feta_qa({"answer": "He  played Evan."}) == {
        "kind": "text",
        "expected": "He played Evan.",
        "also_accepted": [],
    }
    row = {"short_answer": "Tom Welling )", "long_answer": "Tom Welling plays him."}
    assert nq_qa(row) == {"kind": "text", "expected": "Tom Welling", "also_accepted": ["Tom Welling plays him."]}
    assert nq_qa({"short_answer": "1869 ,", "long_answer": "In 1866 and 1869."}) == {
        "kind": "number",
        "expected": "1869",
        "also_accepted": [],
    }
    assert nq_qa({"short_answer": "", "long_answer": "A paragraph."})["expected"] == "A paragraph."
