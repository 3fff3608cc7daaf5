"""What differs between two runs is named; what differs between any two is not."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from ragatta.experiments.results.differences import made_from, outputs


def test_what_a_run_was_made_from_is_compared_leaf_by_leaf() -> None:
    files = {"pipeline/a.py": "1", "eval/b.py": "2"}
    then = {"python": "3.11.1", "created": "then", "code": {"pipeline": "a", "files": files},
            "config": {"llm.cache": "use", "llm.seed": 0}, "corpus_digest": "c"}  # fmt: skip
    now = {**then, "created": "now", "code": {"pipeline": "b", "files": {"pipeline/a.py": "3", "pipeline/new.py": "4"}},
           "config": {"llm.cache": "only", "llm.seed": 1}}  # fmt: skip
    assert made_from(then, now) == [
        "eval/b.py: 2 then, nothing here",
        "pipeline/a.py: 1 then, 3 here",
        "pipeline/new.py: nothing then, 4 here",
        "config.llm.seed: 0 then, 1 here",
    ]
    assert made_from(then, then) == []
    scorers = {"score": "a", "mine": "b"}, {"score": "c"}
    assert made_from(*({"scorers": each} for each in scorers)) == ["scorers.mine: b then, nothing here"]
    del now["corpus_digest"]
    assert not [line for line in made_from(then, now) if "corpus" in line], "not looked at is not different"


def folder(path: Path, *rows: dict[str, Any]) -> Path:
    path.mkdir()
    (path / "scores.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path


def row(question: str, sample: int = 0, **scores: float) -> dict[str, Any]:
    return {"question_id": question, "sample": sample, "scores": scores}


def test_the_questions_that_differ_are_named_and_the_largest_difference_told(tmp_path: Path) -> None:
    then = folder(tmp_path / "then", row("a", score=1.0, f1=0.5), row("a", 1, score=1.0), row("b", score=0.5), row("c"))
    now = folder(tmp_path / "now", row("a", score=0.75, f1=0.6), row("a", 1, score=0.5), row("b", score=0.5), row("d"))
    found = outputs(then, now, "scores.jsonl")
    assert not found.equal
    assert found.differing == (("a", "scores"), ("a, sample 1", "scores"), ("c", "only then"), ("d", "only here"))
    assert list(found.lines()) == [
        "scores.jsonl: 4 of 5 rows differ: a (scores), a, sample 1 (scores), c (only then), d (only here)",
        "  largest difference: score of a, 1 then and 0.5 here",
    ]
    assert list(outputs(then, then, "scores.jsonl").lines()) == ["scores.jsonl: equal, byte for byte (4 rows)"]
