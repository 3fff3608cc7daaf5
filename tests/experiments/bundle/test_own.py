"""A bundle decides neither where anything is sent nor which variable is read."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from ragatta.conf.schema import Config
from ragatta.experiments.bundle.own import asked_here, foreign_packages, names_a_place
from ragatta.pipeline.retrieval.rerankers.cross_encoder import CrossEncoder


def test_what_was_asked_for_is_asked_for_here() -> None:
    there = json.dumps({"base_url": "https://theirs.example", "llm": "ollama", "model": "m", "window": 0})
    assert json.loads(asked_here(there, "")) == {**json.loads(there), "base_url": ""}
    for odd in ("[]", "{}", "5", "no json"):
        with pytest.raises(ValueError, match=r"."):
            asked_here(odd, "")


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("dataset.pdfs", "../../elsewhere/pdfs"),
        ("dataset.questions", "a/../../../etc/passwd.csv"),
        ("dataset.added", "../evil.yaml"),
        ("embedder.model_path", "../x"),
        ("reranker.model", "../x"),
    ],
)
def test_no_place_outside_is_taken_from_a_bundle(key: str, value: str) -> None:
    section, name = key.split(".")
    usual = replace(Config(), reranker=CrossEncoder())
    config = replace(usual, **{section: replace(getattr(usual, section), **{name: value})})
    assert names_a_place(key, config)


def test_no_package_is_run_that_the_dataset_here_does_not_name() -> None:
    plain = Config()
    assert foreign_packages(replace(plain, dataset=replace(plain.dataset, name="filings", generator="filings"))) == []
    for part in ({"generator": "uda"}, {"importer": "cuad"}):
        assert foreign_packages(replace(plain, dataset=replace(plain.dataset, name="ct_maps", **part)))
