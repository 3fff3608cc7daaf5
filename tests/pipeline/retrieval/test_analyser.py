from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ragatta.pipeline.retrieval.analyser import STOP_WORDS, english, identity, load, plain
from ragatta.pipeline.text.languages import LANGUAGES, language


def test_plain_keeps_hyphens_and_loses_case() -> None:
    assert plain("Rule C-1: Roof-Type, $1,000 (2%)") == ["rule", "c-1", "roof-type", "1", "000", "2"]


def test_accents_in_either_form_are_one_word() -> None:
    assert plain("Releve\u0301s") == plain("Relev\u00e9s") == ["relev\u00e9s"]


def test_english_leaves_out_the_common_words_and_keeps_stems() -> None:
    assert english("The sailing of ships, as Sailors were sailed") == ["sail", "ship", "sailor", "were", "sail"]
    assert english("C-1 is not in it") == ["c-1"]


@pytest.mark.parametrize(
    ("text", "terms"),
    [
        ("The library's books", ["librari", "book"]),
        ("O\u2019Neil\u2019s U.S.A. e.g. mp3", ["o\u2019neil", "u.s.a", "e.g", "mp3"]),
        ("1,000.5 of 3,4 and 3, 4; C-1", ["1,000.5", "3,4", "3", "4", "c", "1"]),
        ("a.1 1.a x_2", ["1", "1", "x_2"]),
        ("as is; multi-targeted compilers", ["multi", "target", "compil"]),
        ("IBM's 'S", ["ibm", "s"]),
    ],
)
def test_lucenes_words_are_cut_without_possessives_and_common_words_and_stemmed(text: str, terms: list[str]) -> None:
    assert load("lucene")(text) == terms


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


@pytest.mark.parametrize("code", LANGUAGES.names())
def test_stop_words_are_whole_lower_case_tokens(code: str) -> None:
    own = language(code)
    assert own.stop_words
    assert all(word == word.lower() and len(word.split()) == 1 for word in own.stop_words)
    assert not own.spaced or not load(code)(" ".join(own.stop_words))
