"""The pinned cases hold, and one that does not is named."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from ragatta.eval.scorers import declared
from ragatta.experiments.faults import Fault
from ragatta.experiments.gate.pinned import PINNED, broken


def test_every_scorer_has_a_case_and_all_hold() -> None:
    assert broken() == ()
    cases = yaml.safe_load(PINNED.read_text(encoding="utf-8"))["cases"].values()
    always = {name for name, metric in declared().items() if not metric.on_request} - {"passages_aligned"}
    assert {metric for case in cases for metric in case["scores"]} >= always


def test_a_case_that_differs_is_named(tmp_path: Path) -> None:
    written = tmp_path / "pinned.yaml"
    written.write_text(
        "pages: {}\ncases:\n  five:\n    question: {question: How many?, kind: number, expected: '5'}\n"
        "    answer: {text: '6'}\n    scores: {score: 1, exact_match: 0, evidence_recall: 0}\n".replace(
            "{question: How many?,", "{question: 'How many?',"
        )
    )
    assert broken(written) == (
        "scorer score: five: expected 1, got 0",
        "scorer evidence_recall: five: expected 0, got nothing",
    )


def test_an_unknown_metric_is_a_fault(tmp_path: Path) -> None:
    written = tmp_path / "pinned.yaml"
    written.write_text(
        "pages: {}\ncases: {a: {question: {question: q, kind: number, expected: '5'}, answer: {}, scores: {f1: 1}}}\n"
    )
    with pytest.raises(Fault, match="no metric 'f1'"):
        broken(written)


BOMB = "a0: &a0 [x]\n" + "".join(f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]\n" for n in range(1, 12))


@pytest.mark.parametrize(
    "text",
    [
        *(BOMB, "[" * 5000, "a: [", "- 1", "", "\x00"),
        *("pages: 5\ncases: {}", "pages: {}\ncases: {a: 1}", "pages: {}\ncases: {a: {question: {}}}"),
    ],
)
def test_what_is_no_file_of_cases_is_named(tmp_path: Path, text: str) -> None:
    written = tmp_path / "pinned.yaml"
    written.write_text(text)
    with pytest.raises(Fault, match=r"pinned\.yaml"):
        broken(written)
