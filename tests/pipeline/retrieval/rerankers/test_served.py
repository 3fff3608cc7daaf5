"""Rerankers that are servers, in the wire formats of TEI and Cohere."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from ragatta.pipeline.index.embedding.vector_cache import VectorCache
from ragatta.pipeline.llm.json_server import JsonServer
from ragatta.pipeline.llm.meter import Meter
from ragatta.pipeline.llm.model_server import ModelServer
from ragatta.pipeline.llm.seam import InvalidReply, ModelUnavailable
from ragatta.pipeline.retrieval.reranker import RERANKERS, Opened
from ragatta.pipeline.types import Chunk
from tests.standins.embedding_server import RERANKER, EmbeddingServer
from tests.standins.loopback import Said

Open = Callable[..., Opened]
FORMS = ("tei", "cohere")


@pytest.fixture
def server() -> Iterator[EmbeddingServer]:
    with EmbeddingServer() as running:
        yield running


@pytest.fixture
def opened(server: EmbeddingServer, tmp_path: Path) -> Open:
    def made(form: str, meter: Meter | None = None, **changed: Any) -> Opened:
        address = server.address + ("/v2" if form == "cohere" else "")
        given = {"base_url": address, "model": RERANKER, "batch": 2, "patience_s": 3.0, **changed}
        settings = RERANKERS.load(form)(server=ModelServer(**given))
        assert settings.problems() == []

        def connect(*named: Any) -> JsonServer:
            return JsonServer(*named, meter or Meter())

        unused: Any = None
        reranker = settings.open(unused, VectorCache(tmp_path / "v.sqlite"), connect)
        assert reranker is not None
        return reranker

    return made


def chunks(*texts: str) -> list[Chunk]:
    return [Chunk(f"a#{at}", "a", at, text, 1, 1, 0, 1, 1, "generic") for at, text in enumerate(texts)]


@pytest.mark.parametrize("form", FORMS)
def test_each_chunk_gets_its_own_score_whatever_the_order_of_the_reply(form: str, opened: Open) -> None:
    meter = Meter()
    reranker = opened(form, meter)
    found = reranker.scores("big pump", chunks("hose", "pump", "big pump", "pump of copper", "big"))
    assert found.tolist() == [0.0, 0.5, 1.0, 0.5, 0.5]
    assert meter.spent.calls == 4, "one of the probe, three of the chunks"
    assert reranker.identity == opened(form).identity
    assert "probe" in reranker.identity


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize(
    "reply",
    [
        b"[]", b"{}", b'[{"index": 0}, {"index": 1, "score": 1}]',
        b'{"results": [{"index": 0, "relevance_score": "x"}]}',
        b'{"results": [{"index": 0, "relevance_score": 1}]}',
    ],
)  # fmt: skip
def test_what_does_not_score_every_chunk_is_refused(
    form: str, reply: bytes, opened: Open, server: EmbeddingServer
) -> None:
    reranker = opened(form)
    server.refusals[:] = [Said(raw=reply)]
    with pytest.raises(InvalidReply, match="for each of 2 texts"):
        reranker.scores("pump", chunks("a", "b"))


def test_what_is_wrong_is_said_with_the_key_and_the_fix(opened: Open, server: EmbeddingServer) -> None:
    assert RERANKERS.load("cohere")().problems() == ["reranker.server.model: name a model, such as rerank-v3.5"]
    with pytest.raises(ModelUnavailable, match=r"refuses /rerank \(404\).*reranker\.server\.model"):
        opened("cohere", model="other")
    server.key = "the-secret-key"
    with pytest.raises(ModelUnavailable, match=r"set reranker\.server\.api_key_env"):
        opened("tei")
