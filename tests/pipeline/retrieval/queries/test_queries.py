"""Queries that a model prepares: what is asked, what is searched for, and what becomes of the rankings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from ragatta.extensions.extractive.backends.extractive import Extractive
from ragatta.pipeline.architectures.single_pass import SinglePass
from ragatta.pipeline.configuration import Pipeline
from ragatta.pipeline.index.collection import Collection
from ragatta.pipeline.llm.ask import Unusable, parse
from ragatta.pipeline.llm.backends.ollama import Ollama
from ragatta.pipeline.retrieval.queries.hyde import Hyde
from ragatta.pipeline.retrieval.queries.multi import Multi, fused
from ragatta.pipeline.retrieval.queries.plain import Plain
from ragatta.pipeline.retrieval.queries.rewrite import Rewrite
from ragatta.pipeline.retrieval.query_preparation import QUERIES, Queries, prepared
from ragatta.pipeline.retrieval.search import Search
from ragatta.pipeline.retrieval.searches.bm25 import Bm25Search
from ragatta.pipeline.retrieval.searches.semantic import Semantic
from ragatta.pipeline.tasks.base import Reply
from ragatta.pipeline.tasks.queries import HypotheticalPassage, RewordedQueries
from ragatta.pipeline.types import Chunk, Hit
from tests.standins.retrieving import retriever_over

WORDS = ("harbour", "dues", "pilot", "lights", "buoys")
TEXTS = ("harbour dues", "pilot fees", "lights and buoys", "harbour lights", "nothing of it")


class Counting:
    """Vectors of counted words."""

    def embed(self, texts: Sequence[str], _progress: Any = None) -> np.ndarray:
        counted = np.array([[1e-3, *(text.count(word) for word in WORDS)] for text in texts], np.float32)
        made: np.ndarray = counted / np.linalg.norm(counted, axis=1, keepdims=True)
        return made

    def embed_query(self, text: str) -> np.ndarray:
        made: np.ndarray = self.embed([text])[0]
        return made


CHUNKS = tuple(Chunk(f"a#{at}", "a", at, text, 1, 1, 0, 1, 1) for at, text in enumerate(TEXTS))


def found(
    reply: dict[str, Any] | None, query: str, queries: Queries, search: type[Search] = Semantic
) -> tuple[list[str], list[str]]:
    """Which chunks are found, and what the model was asked; None: its reply was unusable."""
    collection = Collection("pdf_x", "key", {}, CHUNKS, Counting().embed(TEXTS))
    asked: list[str] = []

    def ask(prompt: Any) -> Any:
        asked.append(prompt.user)
        return prompt.fallback() if reply is None else prompt.reply.model_validate(reply)

    encoder: Any = Counting()
    searching = prepared(queries, retriever_over(collection, encoder, search(top_k=2)).search, ask)
    return [hit.chunk.id for hit in searching(query)], asked


def test_hyde_searches_near_the_query_and_the_passage() -> None:
    assert found(None, "pilot", Plain())[1] == []
    ids, asked = found({"passage": "harbour harbour lights"}, "pilot", Hyde())
    assert set(ids) == {"a#1", "a#3"}
    assert "Question: pilot" in asked[0]
    assert found({"passage": "harbour lights"}, "pilot", Hyde(), Bm25Search)[0] == ["a#1"]


def test_a_rewritten_query_takes_the_place_of_the_query() -> None:
    assert found({"queries": [" harbour lights ", "x"]}, "pilot", Rewrite())[0][0] == "a#3"
    assert found({"queries": ["  ", "harbour lights"]}, "pilot", Rewrite())[0][0] == "a#3"


def test_wordings_are_searched_for_and_fused() -> None:
    ids, asked = found({"queries": ["lights buoys", "pilot", "dues", "x"]}, "pilot", Multi(count=2))
    assert ids == ["a#1", "a#2"], "the query and one other wording: the third is the query again, the rest too many"
    assert "Word the question as 2 different search queries" in asked[0]


@pytest.mark.parametrize("name", QUERIES.names())
def test_an_unusable_reply_leaves_the_query(name: str) -> None:
    assert found(None, "pilot", QUERIES.load(name)())[0] == found(None, "pilot", Plain())[0]


@pytest.mark.parametrize("reply", [HypotheticalPassage, RewordedQueries])
@pytest.mark.parametrize("blank", ["", " ", "\\n\\t"])
def test_a_blank_reply_is_unusable(reply: type[Reply], blank: str) -> None:
    said = f'{{"passage": "{blank}", "queries": ["{blank}", " "]}}'
    with pytest.raises(Unusable, match=r"passage|queries"):
        parse(said, reply)


def test_rankings_are_fused_by_the_sum_of_reciprocal_ranks() -> None:
    a, b, c = (Hit(chunk, 0.9, 0.5, 1, "semantic") for chunk in CHUNKS[:3])
    made = fused([[a, b], [replace(b, similarity=0.8), c]])
    assert [hit.chunk.id for hit in made] == ["a#1", "a#0"]
    assert made[0].score == 1 / 62 + 1 / 61
    assert (made[0].similarity, made[0].rank, made[1].rank) == (0.8, 1, 2)
    assert fused([[], []]) == []


def test_the_search_that_an_agent_names_is_made_with_what_the_model_gave() -> None:
    collection = Collection("pdf_x", "key", {}, CHUNKS, Counting().embed(TEXTS))
    encoder: Any = Counting()

    def ask(prompt: Any) -> Any:
        return prompt.reply(queries=["harbour dues"])

    search = prepared(Rewrite(), retriever_over(collection, encoder).search, ask)
    (hit,) = search("pilot", top_k=1, search="bm25", candidates=3)
    assert (hit.chunk.id, hit.found_by) == ("a#0", "bm25")


def test_they_are_in_the_run_key_where_they_are_read_and_need_a_model() -> None:
    settings = Pipeline(architecture=SinglePass(), queries=Hyde(), llm=Ollama())
    assert "ragatta.pipeline.retrieval.queries.hyde" in settings.modules()
    assert settings.query_calls() == 1
    assert settings.problems() == []
    rules = replace(settings, llm=Extractive())
    assert [said for said in rules.problems() if said.startswith("queries=hyde asks a model")]
    assert Hyde().identity == {"name": "hyde"}
    assert Multi().identity["count"] == 3
