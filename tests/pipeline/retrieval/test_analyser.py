from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ragatta.pipeline.retrieval.analyser import STOP_WORDS, english, identity, load, plain
from ragatta.pipeline.settings.retrieval import ANALYSERS


def test_plain_keeps_hyphens_and_loses_case() -> None:
    assert plain("Rule C-1: Roof-Type, $1,000 (2%)") == ["rule", "c-1", "roof-type", "1", "000", "2"]


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


@pytest.mark.parametrize("name", ANALYSERS)
def test_every_analyser_of_the_settings_is_there(name: str) -> None:
    assert load(name)("C-1") == ["c-1"]
    assert identity(name)["name"] == name


def test_the_stemmer_has_a_version_in_its_identity() -> None:
    assert set(identity("english")) == {"name", "PyStemmer"}
    assert identity("plain") == {"name": "plain"}
