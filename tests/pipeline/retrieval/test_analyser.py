from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ragatta.pipeline.retrieval import analyser
from ragatta.pipeline.retrieval.analyser import STOP_WORDS, english, identity, load, plain
from ragatta.pipeline.text.languages import LANGUAGES, language


def test_plain_keeps_hyphens_and_loses_case() -> None:
    assert plain("Rule C-1: Roof-Type, $1,000 (2%)") == ["rule", "c-1", "roof-type", "1", "000", "2"]


def test_accents_in_either_form_are_one_word() -> None:
    assert plain("Releve\u0301s") == plain("Relev\u00e9s") == ["relev\u00e9s"]


def test_english_leaves_out_the_common_words_and_keeps_stems() -> None:
    assert english("The sailing of ships, as Sailors were sailed") == ["sail", "ship", "sailor", "were", "sail"]
    assert english("C-1 is not in it") == ["c-1"]


@given(st.text())
def test_english_is_the_plain_tokens_one_by_one(text: str) -> None:
    kept = [token for token in plain(text) if token not in STOP_WORDS]
    assert english(text) == [term for token in kept for term in english(token)]
    assert len(english(text)) == len(kept)


def test_threads_stem_alike() -> None:
    words = [f"measure{n}ments sizings{n}" for n in range(300)]
    with ThreadPoolExecutor(4) as pool:
        together = list(pool.map(english, words * 4))
    assert together == [english(word) for word in words] * 4


@pytest.mark.parametrize("name", ["plain", "english", *sorted({*LANGUAGES.names()} - {"en"})])
def test_every_analyser_of_the_settings_is_there(name: str) -> None:
    assert load(name)("C-1") == ["c-1"]
    assert identity(name)["name"] == name


def test_the_stemmer_has_a_version_in_its_identity() -> None:
    assert set(identity("english")) == {"name", "PyStemmer"}
    assert identity("plain") == {"name": "plain"}
    assert identity("en") == identity("english")  # runs of before there was a choice are found again
    assert set(identity("de")) == {"name", "PyStemmer"} != set(identity("ja"))


def test_a_language_has_its_own_stop_words_and_stems() -> None:
    assert load("en") is english
    assert load("de")("Die Gebühren für Liegeplätze, C-1") == load("de")("eine Gebühr, der Liegeplatz C-1")
    assert load("de")("Gebu\u0308hr") == load("de")("Gebühr")  # as two characters, as some PDFs have it
    assert load("fr")("l'assurance des bateaux") == load("fr")("Assurances, bateau")
    assert load("de")("of the") == ["of", "the"]
    with pytest.raises(ValueError, match="unknown language 'xx'"):
        load("xx")


@pytest.mark.parametrize("code", LANGUAGES.names())
def test_stop_words_are_whole_lower_case_tokens(code: str) -> None:
    own = language(code)
    assert own.stop_words
    assert all(word == word.lower() and len(word.split()) == 1 for word in own.stop_words)
    assert not own.spaced or not load(code)(" ".join(own.stop_words))


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
