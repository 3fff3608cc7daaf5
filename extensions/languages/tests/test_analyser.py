"""Words of other languages, as BM25 reads them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from ragatta.pipeline.retrieval import analyser
from ragatta.pipeline.retrieval.analyser import english, identity, load
from ragatta.pipeline.text.languages import language


def test_a_language_has_its_own_stop_words_and_stems() -> None:
    assert load("en") is english
    assert load("de")("Die Gebühren für Liegeplätze, C-1") == load("de")("eine Gebühr, der Liegeplatz C-1")
    assert load("de")("Gebu\u0308hr") == load("de")("Gebühr")  # as two characters, as some PDFs have it
    assert load("fr")("l'assurance des bateaux") == load("fr")("Assurances, bateau")
    assert load("de")("of the") == ["of", "the"]
    with pytest.raises(ValueError, match="unknown language 'xx'"):
        load("xx")


def test_without_a_segmenter_pairs_of_characters_count(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(analyser, "segmented", lambda _: False)
    assert load("ja")("保険料はＡＢＣ-1、3億") == ["保険", "険料", "料は", "abc-1", "3", "億"]
    assert load("zh")("费 保险费") == ["费", "保险", "险费"]
    assert identity("zh") == {"name": "zh"}


def test_with_a_segmenter_its_words_count(monkeypatch: pytest.MonkeyPatch) -> None:
    cutting = replace(language("ja"), package="pytest", cut=lambda run: [run[:2], run[2:3]])
    monkeypatch.setattr(analyser, "language", lambda _: cutting)
    assert load("ja")("保険の C-1") == ["保険", "c-1"]
    assert set(identity("ja")) == {"name", "pytest"}


def test_the_stemmer_has_a_version_in_its_identity() -> None:
    assert set(identity("de")) == {"name", "PyStemmer"} != set(identity("ja"))
