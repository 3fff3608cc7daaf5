"""The share of tokens that the embedder does not read."""

from __future__ import annotations

from typing import Any, cast

import pytest

from ragatta.pipeline.index.embedding.encoder import Encoder
from ragatta.pipeline.index.unseen import Unseen, limit_of
from ragatta.pipeline.types import Chunk


class Words:
    """A token is a word."""

    def __init__(self, **identity: Any) -> None:
        self.identity = identity

    def count_tokens(self, text: str) -> int:
        return len(text.split())


def chunk(words: int, note: str = "") -> Chunk:
    return Chunk("d#0", "d", 0, "word " * words, 1, 1, 0, 5 * words, 1, note=note)


def share(*chunks: Chunk, **identity: Any) -> float | None:
    return Unseen(cast("Encoder", Words(**identity))).add(chunks).share


@pytest.mark.parametrize(
    ("chunks", "prefix", "expected"),
    [
        ((chunk(10),), "", 0.0),  # 12 tokens with the special two
        ((chunk(20),), "", 0.5),
        ((chunk(20), chunk(5)), "", 0.4),
        ((chunk(10),), "search document:", 0.2),
        ((chunk(8, note="about two more words"),), "", 2 / 12),
        ((), "", 0.0),
    ],
)
def test_tokens_beyond_the_limit_are_counted(chunks: tuple[Chunk, ...], prefix: str, expected: float) -> None:
    assert share(*chunks, document_prefix=prefix, max_tokens=12) == pytest.approx(expected)
    assert share(*chunks, document_prefix=prefix, max_tokens=12, long={"pool": "mean"}) == 0


@pytest.mark.parametrize("identity", [{}, {"max_tokens": 0}, {"max_tokens": None}])
def test_an_embedder_without_a_limit_says_nothing(identity: dict[str, Any]) -> None:
    assert limit_of(cast("Encoder", Words(**identity))) is None
    assert share(chunk(1000), **identity) is None
