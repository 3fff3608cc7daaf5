"""Answers written to attack the scorer, by people who had not seen it: right ones in every dress, wrong ones like them.

A file of attacks/ has a pair a line: a gold question, an answer, and whether a careful reader calls it right. `first`
and `second` say right things in the words of the gold answer; `third` has paraphrases and swapped roles too, which no
words decide. MISSES are the pairs that are judged otherwise; docs/scoring.md says what they are.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from ragatta.eval.scorers.score import score
from ragatta.pipeline.types import Answer, Question

SHORT_TEXT = 0.8  # of a short expected text this much is full marks
MISSES = {
    "first": {
        "a106",
        "a132",
        "a182",
        "a242",
        "a399",
        "a435",
        "a555",
    },
    "second": {
        "b029",
        "b037",
        "b140",
        "b202",
        "b212",
        "b216",
    },
    "third": {
        "c004",
        "c007",
        "c018",
        "c023",
        "c067",
        "c094",
        "c111",
        "c118",
        "c120",
        "c123",
        "c146",
        "c163",
        "c165",
        "c168",
        "c170",
        "c171",
        "c172",
        "c173",
        "c187",
        "c194",
        "c196",
        "c202",
        "c205",
        "c216",
        "c224",
        "c225",
        "c226",
        "c228",
        "c230",
        "c231",
        "c232",
        "c235",
        "c236",
        "c254",
        "c270",
        "c280",
        "c281",
        "c289",
        "c296",
        "c303",
        "c312",
        "c318",
        "c319",
        "c327",
        "c334",
        "c345",
        "c351",
        "c352",
    },
}
LEAST = {"first": 0.97, "second": 0.97, "third": 0.85}


def pairs(name: str) -> list[dict[str, Any]]:
    lines = (Path(__file__).parent / "attacks" / f"{name}.jsonl").read_text("utf-8").splitlines()
    return [json.loads(line) for line in lines]


def is_judged_as_a_reader_would(pair: dict[str, Any]) -> bool:
    expected = tuple(pair["expected"]) if isinstance(pair["expected"], list) else pair["expected"]
    question = Question("q", pair["question"], pair["kind"], expected, tuple(pair.get("also_accepted") or ()))
    answer = Answer("answered", pair["text"], items=tuple(pair.get("items") or ()), value=pair.get("value") or "")
    found = score(question, answer)
    if pair["right"]:
        return found >= (SHORT_TEXT if pair["kind"] == "text" else 1.0)
    return found < 1.0 if pair["kind"] == "list" else found <= 0.5


@pytest.mark.parametrize("name", MISSES)
def test_the_misses_are_known_and_few(name: str) -> None:
    found = pairs(name)
    missed = {pair["id"] for pair in found if not is_judged_as_a_reader_would(pair)}
    assert missed == MISSES[name]
    assert 1 - len(missed) / len(found) >= LEAST[name]
