from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from ragatta.pipeline.configuration import Pipeline
from ragatta.pipeline.index.embedding.vector_cache import VectorCache
from ragatta.pipeline.retrieval.reranker import Reranker
from ragatta.pipeline.retrieval.rerankers.cross_encoder import CrossEncoder, PairScores
from ragatta.pipeline.retrieval.rerankers.maxsim import LateInteraction, MaxSim
from ragatta.pipeline.retrieval.rerankers.none import Unranked
from tests.pipeline.retrieval.rerankers.test_token_vectors import Letters
from tests.pipeline.retrieval.rerankers.tiny_cross_encoder import write_cross_encoder


class Pooled(Letters):
    def query_token_vectors(self, text: str) -> Any:
        raise ValueError(f"it has no vectors of tokens for {text!r}")


def no_server(*named: Any) -> Any:
    raise AssertionError(f"{named} is not needed")


def test_each_is_opened_by_its_own_settings(tmp_path: Path) -> None:
    given: Any = (Letters(), VectorCache(tmp_path / "tokens.db"), no_server)
    assert Unranked().open(*given) is None
    assert isinstance(MaxSim().open(*given), LateInteraction)
    folder = write_cross_encoder(tmp_path / "cross")
    assert isinstance(CrossEncoder(model=str(folder), max_tokens=32).open(*given), PairScores)


def test_what_cannot_be_used_is_said_with_its_setting(tmp_path: Path) -> None:
    given: Any = (Pooled(), VectorCache(tmp_path / "tokens.db"), no_server)
    with pytest.raises(ValueError, match=r"reranker=maxsim: it has no vectors.*another embedder"):
        MaxSim().open(*given)
    with pytest.raises(FileNotFoundError, match=r"reranker\.model: .*model\.onnx is missing"):
        CrossEncoder(model=str(tmp_path / "nowhere")).open(*given)


@pytest.mark.parametrize(
    ("settings", "problem"),
    [
        (CrossEncoder(), "needs reranker.model: a folder"),
        (CrossEncoder(model="/nowhere"), "reranker.model: /nowhere/tokenizer.json is missing"),
        (MaxSim(candidates=0), "reranker.candidates (0) must be at least 1"),
        (CrossEncoder(max_tokens=4), "reranker.max_tokens (4) must be at least 16"),
    ],
)
def test_wrong_settings_are_found_before_any_work(settings: Reranker, problem: str) -> None:
    assert any(problem in found for found in settings.problems())
    assert any(problem in found for found in Pipeline(reranker=settings).problems())


def test_where_a_model_lies_is_not_what_it_is() -> None:
    cross = CrossEncoder(model="/a").identity
    assert cross == CrossEncoder(model="/b").identity
    assert cross != CrossEncoder(model="/a", max_tokens=256).identity
    assert MaxSim().identity != MaxSim(candidates=7).identity
