"""Texts over the limit in windows: how they are cut, and what their mean is."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, cast

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ragatta.pipeline.index.embedders.minilm import open_encoder
from ragatta.pipeline.index.embedding.encoder import Encoder
from ragatta.pipeline.index.embedding.opened import _PIECE
from ragatta.pipeline.index.embedding.pooled import Pooled
from tests.pipeline.index.embedding.test_onnx_encoder import own, own_model

ROOM = 5  # tokens: the limit without the special two


class Letters:
    """A token is a sign or up to six letters of a word; a vector counts the letters a, b and c."""

    dimensions = 3

    def __init__(self, **identity: Any) -> None:
        self.identity = {"max_tokens": ROOM + 2, **identity}
        self.asked: list[str] = []

    def token_spans(self, text: str) -> list[tuple[int, int]]:
        return [match.span() for match in _PIECE.finditer(text)]

    def count_tokens(self, text: str) -> int:
        return len(self.token_spans(text))

    def embed(self, texts: Sequence[str], progress: Callable[[int], None] | None = None) -> Any:
        self.asked += texts
        for done in range(len(texts)):
            if progress:
                progress(done + 1)
        found = np.array([[text.count(letter) for letter in "abc"] for text in texts], np.float32).reshape(-1, 3)
        return found / np.linalg.norm(found, axis=1, keepdims=True)


def pooled(**identity: Any) -> tuple[Pooled, Letters]:
    letters = Letters(**identity)
    return Pooled(cast(Encoder, letters)), letters


@pytest.mark.parametrize(
    ("text", "windows"),
    [
        ("a b c a b", ["a b c a b"]),
        ("a b c a b c", ["a b c", "a b c"]),
        (" a b c a b\nc a b c a b ", ["a b c a", "b\nc a b", "c a b"]),
        ("a b c abcabcabc a b", ["a b c", "abcabcabc a b"]),  # a word of two tokens is not cut
        ("abcabc" * 7, ["abcabc" * 4, "abcabc" * 3]),  # one that is longer than a window is
        ("a-b-c-a-b", ["a-b-c", "-a-b"]),
    ],
)
def test_a_long_text_is_cut_into_windows_of_whole_words(text: str, windows: list[str]) -> None:
    encoder, letters = pooled()
    encoder.embed([text])
    assert letters.asked == windows


@given(st.text(alphabet="ab c-.屋\n", max_size=200))
def test_every_token_is_in_one_window_that_the_embedder_reads_whole(text: str) -> None:
    encoder, letters = pooled()
    windows = encoder._windows(text)
    tokens = [[window[start:end] for start, end in letters.token_spans(window)] for window in windows]
    assert [token for own in tokens for token in own] == [text[start:end] for start, end in letters.token_spans(text)]
    assert all(len(own) <= ROOM for own in tokens)


def test_the_vector_is_the_mean_of_the_windows_at_length_1() -> None:
    encoder, _ = pooled()
    done: list[int] = []
    found = encoder.embed(["a b a", "a a a a a b b b b b", "c", "a b c a b c a b c a b c"], done.append)
    half = np.sqrt(0.5)
    assert np.allclose(found[:3], [[2 / np.sqrt(5), 1 / np.sqrt(5), 0], [half, half, 0], [0, 0, 1]])
    assert np.allclose(np.linalg.norm(found, axis=1), 1)
    assert done == [1, 1, 2, 3, 3, 3, 4]
    assert encoder.embed([]).shape == (0, 3)


def test_a_document_prefix_takes_its_room() -> None:
    encoder, letters = pooled(document_prefix="passage: ")
    encoder.embed(["a b c a b"])
    assert letters.asked == ["a b", "c a", "b"]


@pytest.mark.parametrize(
    ("identity", "why"),
    [({"max_tokens": None}, "does not say how many tokens it reads"),
     ({"document_prefix": "a b c a b "}, "reads nothing behind embedder.document_prefix")],
)  # fmt: skip
def test_without_a_limit_nothing_can_be_pooled(identity: dict[str, Any], why: str) -> None:
    with pytest.raises(ValueError, match=rf"embedder\.long=pool: the embedder {why}; set embedder\.long=cut"):
        pooled(**identity)


def test_what_a_real_model_reads_is_in_the_vector(tmp_path: Path) -> None:
    cut = open_encoder(own(own_model(tmp_path), max_tokens=8), tmp_path)
    encoder = Pooled(cut)
    short, first, second = "roof rates", "roof rates a base wind", "wind 1 23 - base 2"
    both = f"{first} {second}"
    assert cut.count_tokens(both) == 12 + 1
    assert np.array_equal(encoder.embed([short]), cut.embed([short])), "bit for bit"
    mean = cut.embed(encoder._windows(both)).mean(axis=0)
    assert np.allclose(encoder.embed([both])[0], mean / np.linalg.norm(mean), atol=1e-6)
    assert not np.allclose(encoder.embed([both]), cut.embed([both]), atol=1e-3)
    assert np.array_equal(encoder.embed_query(both), cut.embed_query(both)), "a query is not pooled"
    assert encoder.identity != cut.identity
    assert {key: value for key, value in encoder.identity.items() if key != "long"} == cut.identity
