"""What of the settings a gate records, and how a change is said."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from ragatta.experiments.gate.settings import changed_settings, settings_of, since_words
from ragatta.experiments.results.reading import RunResult


def of(**config: Any) -> dict[str, Any]:
    return settings_of(RunResult("v", Path(), config, {}, ()))


def test_what_changes_no_answer_and_what_is_secret_is_not_recorded() -> None:
    found = of(
        window={"size": 2},
        tracking={"mlflow": True},
        runner={"jobs": 4},
        budget={"usd": 1.0},
        variation="v",
        dataset={"name": "d", "pdfs": "/home/somebody", "passwords": {"a.pdf": "secret"}},
        llm={"base_url": "http://127.0.0.1:1", "model": "m"},
    )
    assert found == {"window.size": 2, "dataset.name": "d", "llm.model": "m"}


def test_a_long_text_is_recorded_by_its_digest() -> None:
    (first,), (other,) = (of(prompts={"a": "x" * 90 + end}).values() for end in "ab")
    assert first.startswith("digest ")
    assert first != other


def test_a_change_is_said_with_both_values_and_what_came_with_it_last() -> None:
    then = {"reranker.name": "none", "reranker.candidates": 40, "window.size": 2, "llm.model": ""}
    now = {"reranker.name": "maxsim", "reranker.depth": 3, "window.size": 0, "llm.model": "m"}
    found = changed_settings(then, now)
    assert found == [
        "reranker.name none → maxsim",
        "window.size 2 → 0",
        "llm.model '' → m",
        "reranker.candidates 40 → not set",
        "reranker.depth not set → 3",
    ]
    said = "changed since the record: reranker.name none → maxsim, window.size 2 → 0, llm.model '' → m and 2 more"
    assert since_words(found) == said
    assert since_words(changed_settings(then, then)) == "no setting changed since the record"
