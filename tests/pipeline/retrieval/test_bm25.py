from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from rank_bm25 import BM25Okapi

from ragatta.pipeline.retrieval import bm25
from ragatta.pipeline.retrieval.analyser import english, plain
from ragatta.pipeline.retrieval.bm25 import Bm25, Formula

WORD = st.sampled_from(["dues", "C-1", "harbour", "of", "the", "Pilot", "tide", "é"])
TEXTS = st.lists(st.lists(WORD, max_size=12).map(" ".join), min_size=1, max_size=12)
QUERY = st.lists(st.one_of(WORD, st.just("unheard")), max_size=5).map(" ".join)


@given(TEXTS, QUERY)
def test_scores_are_the_references_to_the_last_bit(texts: list[str], query: str) -> None:
    if not any(texts):
        return  # the reference divides by the number of words
    reference = BM25Okapi([plain(text) for text in texts]).get_scores(plain(query))
    scores, found = Bm25(texts).scores(query)
    assert np.array_equal(scores, reference)
    assert found.tolist() == [bool(set(plain(query)) & set(plain(text))) for text in texts]


def test_scores_agree_on_a_larger_corpus(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bm25, "BLOCK", 64)
    random = np.random.default_rng(7)
    texts = [" ".join(f"w{n}" for n in random.zipf(1.3, 60) % 997) for _ in range(300)]
    index, reference = Bm25(texts), BM25Okapi([plain(text) for text in texts])
    for query in ("w1", "w3 w900 w17", "w1 w1 w2", "nothing", " ".join(f"w{n}" for n in range(40))):
        assert np.array_equal(index.scores(query)[0], reference.get_scores(plain(query)))


def test_with_another_analyser_scores_are_the_references_over_its_terms() -> None:
    texts = ["The pilots are boarding", "a pilot boards, no dues", "harbour dues"]
    reference = BM25Okapi([english(text) for text in texts])
    scores, found = Bm25(texts, english).scores("boarded by the pilot")
    assert np.array_equal(scores, reference.get_scores(["board", "pilot"]))
    assert found.tolist() == [True, True, False]


@given(TEXTS, QUERY, st.floats(0.1, 3), st.floats(0, 1))
@example(["", "dues"], "dues", 1.0, 1.0)
def test_other_values_are_the_references_too(texts: list[str], query: str, k1: float, b: float) -> None:
    if not any(texts):
        return
    with np.errstate(invalid="ignore"):  # with b=1 it divides 0 by 0 for an empty text
        reference = BM25Okapi([plain(text) for text in texts], k1=k1, b=b).get_scores(plain(query))
    scores, _ = Bm25(texts, formula=Formula(k1=k1, b=b)).scores(query)
    assert np.allclose(scores, np.nan_to_num(reference), rtol=1e-12)


def test_lucenes_formula_by_hand() -> None:
    texts = ["tide tide dues", "tide", "pilot", " ".join(["pier"] * 90)]
    scores, found = Bm25(texts, formula=Formula("lucene", k1=0.9, b=0.4)).scores("tide pier")
    average, idf = 95 / 4, math.log(1 + (4 - 2 + 0.5) / (2 + 0.5))
    assert scores[0] == pytest.approx(idf * 2 / (2 + 0.9 * (0.6 + 0.4 * 3 / average)))
    assert scores[1] == pytest.approx(idf * 1 / (1 + 0.9 * (0.6 + 0.4 * 1 / average)))
    rare = math.log(1 + (4 - 1 + 0.5) / (1 + 0.5))
    assert scores[3] == pytest.approx(rare * 90 / (90 + 0.9 * (0.6 + 0.4 * 88 / average))), "90 is 24 + 66, kept as 64"
    assert found.tolist() == [True, True, False, True]


@pytest.mark.parametrize(
    ("length", "held"),
    [(0, 0), (23, 23), (24, 24), (39, 39), (40, 40), (41, 40), (42, 42), (55, 54), (56, 56), (57, 56), (1000, 984)],
)
def test_lengths_are_rounded_as_lucenes_byte_holds_them(length: int, held: int) -> None:
    assert bm25._rounded(np.array([length])).tolist() == [held]


def test_what_is_wrong_with_a_formula_is_said() -> None:
    said = " ".join(Formula("lucen", k1=-1, b=2).problems())
    assert "bm25.formula: unknown 'lucen'" in said
    assert "bm25.k1" in said
    assert "bm25.b (2) must be from 0 to 1" in said
    assert not Formula("lucene", 0, 1).problems()


def test_the_index_is_built_at_the_first_search_and_once() -> None:
    read: list[str] = []

    def watched(text: str) -> list[str]:
        read.append(text)
        return text.split()

    index = Bm25(["one two", "two three"], watched)
    assert read == []
    index.build().scores("two")
    index.scores("three")
    assert read == ["one two", "two three", "two", "three"]


def test_texts_without_words() -> None:
    scores, found = Bm25(["", "  "]).scores("anything")
    assert scores.tolist() == [0, 0]
    assert not found.any()


@given(TEXTS, QUERY, st.data())
def test_scores_of_wanted_chunks_are_those_among_all(texts: list[str], query: str, data: st.DataObject) -> None:
    wanted = np.array(sorted(data.draw(st.sets(st.integers(0, len(texts) - 1)))), dtype=np.intp)
    index = Bm25(texts)
    for few, all_ in zip(index.scores(query, wanted), index.scores(query), strict=True):
        assert few[wanted].tolist() == all_[wanted].tolist()


def test_what_postings_are_made_of_takes_a_third_of_them() -> None:
    texts = [" ".join(f"w{(7 * number + step) % 900}" for step in range(120)) for number in range(400)]
    index = Bm25(texts)
    block = index._block(0, {}, np.zeros(len(texts), dtype=np.int64))
    assert sum(part.nbytes for part in block[1:]) < index.nbytes / 3
