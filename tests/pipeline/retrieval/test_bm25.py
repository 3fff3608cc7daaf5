from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from rank_bm25 import BM25Okapi

from pipeline.retrieval.bm25 import Bm25, tokens

WORD = st.sampled_from(["dues", "C-1", "harbour", "of", "the", "Pilot", "tide", "é"])
TEXTS = st.lists(st.lists(WORD, max_size=12).map(" ".join), min_size=1, max_size=12)
QUERY = st.lists(st.one_of(WORD, st.just("unheard")), max_size=5).map(" ".join)


def test_tokens_keep_hyphens_and_lose_case() -> None:
    assert tokens("Rule C-1: Roof-Type, $1,000 (2%)") == ["rule", "c-1", "roof-type", "1", "000", "2"]


@given(TEXTS, QUERY)
def test_scores_are_the_references_to_the_last_bit(texts: list[str], query: str) -> None:
    if not any(texts):
        return  # the reference divides by the number of words
    reference = BM25Okapi([tokens(text) for text in texts]).get_scores(tokens(query))
    scores, found = Bm25(texts).scores(query)
    assert np.array_equal(scores, reference)
    assert found.tolist() == [bool(set(tokens(query)) & set(tokens(text))) for text in texts]


def test_scores_agree_on_a_larger_corpus() -> None:
    random = np.random.default_rng(7)
    texts = [" ".join(f"w{n}" for n in random.zipf(1.3, 60) % 997) for _ in range(300)]
    index, reference = Bm25(texts), BM25Okapi([tokens(text) for text in texts])
    for query in ("w1", "w3 w900 w17", "w1 w1 w2", "nothing", " ".join(f"w{n}" for n in range(40))):
        assert np.array_equal(index.scores(query)[0], reference.get_scores(tokens(query)))


def test_the_index_is_built_at_the_first_search_and_once(monkeypatch: pytest.MonkeyPatch) -> None:
    from pipeline.retrieval import bm25

    read: list[str] = []
    monkeypatch.setattr(bm25, "tokens", lambda text: read.append(text) or text.split())
    index = Bm25(["one two", "two three"])
    assert read == []
    index.build().scores("two")
    index.scores("three")
    assert read == ["one two", "two three", "two", "three"]


def test_texts_without_words() -> None:
    scores, found = Bm25(["", "  "]).scores("anything")
    assert scores.tolist() == [0, 0]
    assert not found.any()
