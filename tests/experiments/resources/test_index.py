"""What the index makes before the first question is asked."""

from __future__ import annotations

from contextlib import nullcontext
from types import SimpleNamespace
from typing import Any, cast

import pytest

from ragatta.conf.schema import Config
from ragatta.experiments.resources.index import Index
from ragatta.pipeline.retrieval.rerankers.maxsim import MaxSim


@pytest.mark.parametrize(("questions", "prepared"), [(2, 0), (4, 0), (5, 1), (400, 1)])
def test_a_reranker_prepares_every_chunk_only_where_the_questions_may_need_them_all(
    questions: int, prepared: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = Config().pipeline()
    settings.reranker = MaxSim(candidates=20)
    chunks = [SimpleNamespace(searched="a")] * 100
    made: list[int] = []
    reranker = SimpleNamespace(prepare=lambda all_chunks, _: made.append(len(all_chunks)), scores=None)
    documents: Any = SimpleNamespace(progress=None, measured=SimpleNamespace(stage=lambda _: nullcontext()))
    index = Index(documents)
    monkeypatch.setattr(index, "collection", lambda _: SimpleNamespace(key="c", chunks=chunks))
    monkeypatch.setattr(index, "encoder", lambda _: None)
    monkeypatch.setattr(index, "_reranker", lambda _: reranker)
    monkeypatch.setattr("ragatta.experiments.resources.index.Retriever", lambda *_: None)
    index.retriever(settings, questions)
    assert made == [100] * prepared


@pytest.mark.parametrize(("lying", "there"), [([], False), (["other"], False), (["other", "k"], True)])
def test_whether_a_collection_is_there_is_known_without_building_it(
    lying: list[str], there: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings, index = Config().pipeline(), Index(cast(Any, None))
    monkeypatch.setattr(index, "key", lambda _: "k" if lying else pytest.fail("an embedder is opened"))
    monkeypatch.setattr(index, "store", lambda _: SimpleNamespace(describe=lambda: [{"key": key} for key in lying]))
    assert index.is_there(settings) is there


def test_the_tokens_in_no_vector_are_read_from_the_collection_that_counted_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    settings, index = Config().pipeline(), Index(cast(Any, None))
    lying = [{"key": "other", "tokens_unseen": 0.1}, {"key": "k", "tokens_unseen": 0.25}]
    monkeypatch.setattr(index, "key", lambda _: "k")
    monkeypatch.setattr(index, "store", lambda _: SimpleNamespace(describe=lambda: lying))
    monkeypatch.setattr(index, "encoder", lambda _: pytest.fail("counted again"))
    assert index.unseen(settings) == 0.25
