"""Answers written to attack the scorer, by people who had not seen it: right ones in every dress, wrong ones like them.

A file of attacks/ has a pair a line: a gold question, an answer, and whether a careful reader calls it right. `first`
and `second` say right things in the words of the gold answer; `third` has paraphrases and swapped roles too, which no
words decide. MISSES are the pairs that are decided otherwise; docs/scoring.md says what they are. The score of an
undecided pair is a guess, of which LEAST must be right: by a record of answers that nobody wrote to mislead.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from ragatta.eval.scorers.score import verdict
from ragatta.eval.verdict import Verdict
from ragatta.pipeline.types import Answer, Question

SHORT_TEXT = 0.8  # of a short expected text this much is full marks
MISSES: dict[str, set[str]] = {
    "first": {"a106"},
    "second": {"b037", "b202"},
    "third": {"c111", "c118", "c123", "c165", "c194", "c196", "c216", "c289"},
}
LEAST = {"first": 0.86, "second": 0.75, "third": 0.75}
GUESS = 0.5  # a guess from here on is that the answer is right


def pairs(name: str) -> list[tuple[dict[str, Any], Verdict]]:
    lines = (Path(__file__).parent / "attacks" / f"{name}.jsonl").read_text("utf-8").splitlines()
    return [(pair, judged(pair)) for pair in map(json.loads, lines)]


def judged(pair: dict[str, Any]) -> Verdict:
    expected = tuple(pair["expected"]) if isinstance(pair["expected"], list) else pair["expected"]
    question = Question("q", pair["question"], pair["kind"], expected, tuple(pair.get("also_accepted") or ()))
    answer = Answer("answered", pair["text"], items=tuple(pair.get("items") or ()), value=pair.get("value") or "")
    return verdict(question, answer)


def is_as_a_reader_would(pair: dict[str, Any], found: Verdict) -> bool:
    if found.undecided:
        return bool(pair["right"]) == (found.score >= GUESS)
    if pair["right"]:
        return found.score >= (SHORT_TEXT if pair["kind"] == "text" else 1.0)
    return found.score < 1.0 if pair["kind"] == "list" else found.score <= 0.5


@pytest.mark.parametrize("name", MISSES)
def test_what_is_decided_is_decided_as_a_reader_would(name: str) -> None:
    decided = [(pair, found) for pair, found in pairs(name) if not found.undecided]
    assert {pair["id"] for pair, found in decided if not is_as_a_reader_would(pair, found)} == MISSES[name]
    assert len(MISSES[name]) / len(decided) < 0.06


@pytest.mark.parametrize("name", MISSES)
def test_guesses_are_mostly_right(name: str) -> None:
    found = pairs(name)
    assert sum(is_as_a_reader_would(*one) for one in found) / len(found) >= LEAST[name]
