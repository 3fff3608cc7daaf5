"""Answers written to attack the scorer by somebody who had not seen it: right ones in every dress, wrong twins.

attacks.jsonl has a pair a line: a gold question, an answer, and whether a careful reader calls it right. The misses
that are known are named here and in docs/scoring.md.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from eval.scorers.score import score
from pipeline.types import Answer, Question

PAIRS = [json.loads(line) for line in (Path(__file__).parent / "attacks.jsonl").read_text("utf-8").splitlines()]
SHORT_TEXT = 0.8  # of a short expected text this much is full marks
KNOWN = {"a106", "a132", "a182", "a242", "a399", "a435", "a555"}


def is_judged_as_a_reader_would(pair: dict[str, Any]) -> bool:
    expected = tuple(pair["expected"]) if isinstance(pair["expected"], list) else pair["expected"]
    question = Question("q", pair["question"], pair["kind"], expected, tuple(pair.get("also_accepted") or ()))
    answer = Answer("answered", pair["text"], items=tuple(pair.get("items") or ()), value=pair.get("value") or "")
    found = score(question, answer)
    if pair["right"]:
        return found >= (SHORT_TEXT if pair["kind"] == "text" else 1.0)
    return found < 1.0 if pair["kind"] == "list" else found <= 0.5


@pytest.mark.parametrize("right", [True, False])
def test_nearly_all_are_judged_as_a_reader_would(right: bool) -> None:
    own = [pair for pair in PAIRS if pair["right"] is right]
    assert len(own) > 150
    assert sum(map(is_judged_as_a_reader_would, own)) / len(own) >= 0.97


def test_the_misses_are_those_that_the_docs_name() -> None:
    assert {pair["id"] for pair in PAIRS if not is_judged_as_a_reader_would(pair)} == KNOWN
