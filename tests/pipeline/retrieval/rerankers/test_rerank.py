from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from ragatta.pipeline.index.embedding.vector_cache import VectorCache
from ragatta.pipeline.retrieval.rerankers import open_reranker
from ragatta.pipeline.retrieval.rerankers.cross_encoder import CrossEncoder
from ragatta.pipeline.retrieval.rerankers.maxsim import MaxSim
from ragatta.pipeline.settings.retrieval import Retrieval
from tests.pipeline.retrieval.rerankers.test_token_vectors import Letters
from tests.pipeline.retrieval.rerankers.tiny_cross_encoder import write_cross_encoder


class Pooled(Letters):
    def query_token_vectors(self, text: str) -> Any:
        raise ValueError(f"it has no vectors of tokens for {text!r}")


def no_server(kind: str, url: str) -> Any:
    raise AssertionError(f"{kind} at {url} is not needed")


def test_the_settings_choose(tmp_path: Path) -> None:
    cache = VectorCache(tmp_path / "tokens.db")
    assert open_reranker(Retrieval(), Letters(), cache, no_server) is None
    assert isinstance(open_reranker(Retrieval(reranker="maxsim"), Letters(), cache, no_server), MaxSim)
    folder = write_cross_encoder(tmp_path / "cross")
    settings = Retrieval(reranker="cross_encoder", rerank_model=str(folder), rerank_max_tokens=32)
    assert isinstance(open_reranker(settings, Letters(), cache, no_server), CrossEncoder)


def test_what_cannot_be_used_is_said_with_its_setting(tmp_path: Path) -> None:
    cache = VectorCache(tmp_path / "tokens.db")
    with pytest.raises(ValueError, match=r"retrieval\.reranker=maxsim: it has no vectors.*another embedder"):
        open_reranker(Retrieval(reranker="maxsim"), Pooled(), cache, no_server)
    missing = Retrieval(reranker="cross_encoder", rerank_model=str(tmp_path / "nowhere"))
    with pytest.raises(FileNotFoundError, match=r"retrieval\.rerank_model: .*model\.onnx is missing"):
        open_reranker(missing, Letters(), cache, no_server)


@pytest.mark.parametrize(
    ("settings", "problem"),
    [
        (Retrieval(reranker="bm42"), "retrieval.reranker: unknown 'bm42'"),
        (Retrieval(reranker="cross_encoder"), "needs retrieval.rerank_model: a folder"),
        (
            Retrieval(reranker="cross_encoder", rerank_model="/nowhere"),
            "rerank_model: /nowhere/tokenizer.json is missing",
        ),
        (Retrieval(rerank_candidates=0), "retrieval.rerank_candidates (0) must be at least 1"),
        (Retrieval(rerank_max_tokens=4), "retrieval.rerank_max_tokens (4) must be at least 16"),
    ],
)
def test_wrong_settings_are_found_before_any_work(settings: Retrieval, problem: str) -> None:
    assert any(problem in found for found in settings.problems())


def test_only_what_can_change_a_search_names_it() -> None:
    plain = Retrieval().identity()
    assert plain == Retrieval(rerank_candidates=7, rerank_model="/a/folder", rerank_max_tokens=99).identity()
    assert plain != Retrieval(reranker="maxsim").identity()
    assert Retrieval(reranker="maxsim").identity() != Retrieval(reranker="maxsim", rerank_candidates=7).identity()
    cross = Retrieval(reranker="cross_encoder", rerank_model="/a").identity()
    assert cross == Retrieval(reranker="cross_encoder", rerank_model="/b").identity()
    assert cross != Retrieval(reranker="cross_encoder", rerank_model="/a", rerank_max_tokens=256).identity()
    assert plain != Retrieval(top_k=6).identity()
