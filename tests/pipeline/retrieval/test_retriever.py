from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import pytest

from ragatta.pipeline.index.collection import Collection
from ragatta.pipeline.retrieval.bm25 import Bm25
from ragatta.pipeline.retrieval.rerankers.maxsim import MaxSim
from ragatta.pipeline.retrieval.retriever import Retriever
from ragatta.pipeline.retrieval.search import SEARCHES
from ragatta.pipeline.retrieval.searches.convex import Convex
from ragatta.pipeline.retrieval.searches.hybrid import Hybrid
from ragatta.pipeline.retrieval.searches.semantic import Semantic
from ragatta.pipeline.retrieval.window import Window
from ragatta.pipeline.retrieval.windows.fixed import Fixed
from ragatta.pipeline.retrieval.windows.same_page import SamePage
from ragatta.pipeline.retrieval.windows.similar import Similar
from ragatta.pipeline.types import Chunk, Hit
from tests.standins.retrieving import retriever_over

TEXTS = {
    "a.pdf": ["harbour dues", "C-1 pilotage", "tide tables", "lights"],
    "b.pdf": ["C-1 and C-2", "buoys", "harbour"],
}
# one axis a text; a query's vector is written by hand
VECTORS = np.eye(7, dtype=np.float32)
QUERIES = {"near buoys": [0, 0, 0, 0.6, 0, 0.8, 0], "c-1": [0, 0, 0, 0, 0, 0.6, 0.8], "list all c-1": [0] * 6 + [1]}


class HandEncoder:
    def embed_query(self, text: str) -> Any:
        return np.array(QUERIES[text], dtype=np.float32)


class AnyQuery:
    def embed_query(self, text: str) -> Any:  # noqa: ARG002 - every query lies alike
        return VECTORS[0]


def chunks() -> tuple[Chunk, ...]:
    return tuple(
        Chunk(f"{name}#{index}", name, index, text, 1, 1, 0, len(text), 1)
        for name, texts in TEXTS.items()
        for index, text in enumerate(texts)
    )


COLLECTION = Collection("pdf_x", "key", {}, chunks(), VECTORS)


def retriever(search: str = "semantic", reading: Window | None = None, **settings: Any) -> Retriever:
    return retriever_over(COLLECTION, HandEncoder(), SEARCHES.load(search)(**settings), reading=reading)


def found(retrieved: Retriever, query: str, *documents: str, top_k: int | None = None) -> list[str]:
    return [hit.chunk.id for hit in retrieved.search(query, documents or None, top_k)]


def test_semantic_search_ranks_by_cosine_and_ties_by_order() -> None:
    hits = retriever(top_k=4).search("near buoys")
    assert [hit.chunk.id for hit in hits] == ["b.pdf#1", "a.pdf#3", "a.pdf#0", "a.pdf#1"]
    assert [(hit.rank, hit.score, hit.similarity) for hit in hits[:2]] == [(1, 0.8, 0.8), (2, 0.6, 0.6)]
    assert {hit.found_by for hit in hits} == {"semantic"}


def test_bm25_finds_only_what_holds_a_word_of_the_query() -> None:
    hits = retriever(search="bm25").search("c-1")
    assert [hit.chunk.id for hit in hits] == ["a.pdf#1", "b.pdf#0"]  # the shorter text first
    assert [(hit.found_by, hit.similarity) for hit in hits] == [("bm25", 0.0), ("bm25", 0.0)]


def test_the_english_analyser_finds_other_forms_of_a_word() -> None:
    assert found(retriever(search="bm25", top_k=7), "near buoys") == ["b.pdf#1"]
    one_buoy = retriever_over(COLLECTION, AnyQuery(), SEARCHES.load("bm25")(top_k=7))
    assert found(one_buoy, "a buoy and the light") == ["a.pdf#3", "b.pdf#1"]


def test_hybrid_fuses_both_rankings() -> None:
    hits = retriever(search="hybrid", alpha=0.5, top_k=7).search("c-1")
    scores = {hit.chunk.id: hit.score for hit in hits}
    # semantic ranks: b#2, b#1, then a#0, a#1, a#2, a#3, b#0 by order; BM25: a#1, b#0
    assert scores["b.pdf#2"] == 0.5 / 61
    assert scores["a.pdf#1"] == 0.5 / 64 + 0.5 / 61
    assert scores["b.pdf#0"] == 0.5 / 67 + 0.5 / 62
    assert [hit.chunk.id for hit in hits[:2]] == ["a.pdf#1", "b.pdf#0"]
    assert {hit.chunk.id: hit.similarity for hit in hits}["b.pdf#2"] == 0.8


def test_adaptive_alpha_leans_on_words_for_a_list() -> None:
    assert Hybrid().alpha_of("list all c-1") == 0.3
    assert Hybrid().alpha_of("c-1") == 0.7
    assert Hybrid(alpha=0.25).alpha_of("list all c-1") == 0.25
    assert Semantic().alpha_of("c-1") is None
    assert found(retriever(search="hybrid"), "list all c-1", top_k=1) == ["a.pdf#1"]
    assert found(retriever(search="hybrid", alpha=1.0), "list all c-1", top_k=1) == ["b.pdf#2"]


@pytest.mark.parametrize("search", ["semantic", "bm25", "hybrid"])
def test_documents_are_filtered_before_ranking(search: str) -> None:
    hits = retriever(search=search, top_k=2).search("c-1", ["a.pdf"])
    assert {hit.chunk.source_file for hit in hits} == {"a.pdf"}
    assert [hit.rank for hit in hits] == list(range(1, len(hits) + 1))
    assert len(hits) == (1 if search == "bm25" else 2)


def test_filtering_afterwards_may_leave_fewer() -> None:
    assert found(retriever(top_k=2), "c-1", "a.pdf") == ["a.pdf#0", "a.pdf#1"]
    assert found(retriever(top_k=2, document_filter="after"), "c-1", "a.pdf") == []
    assert found(retriever(top_k=3, document_filter="after"), "c-1", "a.pdf") == ["a.pdf#0"]


def test_a_partial_name_counts_and_an_unknown_one_finds_nothing() -> None:
    assert found(retriever(top_k=1), "c-1", "folder/a.pdf") == ["a.pdf#0"]
    assert found(retriever(), "c-1", "nowhere.pdf") == []
    assert retriever().match(["nowhere.pdf"]).unknown == ("nowhere.pdf",)
    assert retriever().documents == ("a.pdf", "b.pdf")


@pytest.mark.parametrize("search", ["semantic", "bm25", "hybrid"])
@pytest.mark.parametrize("document_filter", ["before", "after"])
def test_an_empty_choice_finds_nothing_and_none_finds_all(search: str, document_filter: str) -> None:
    searched = retriever(search=search, top_k=7, document_filter=document_filter)
    assert searched.search("c-1", ()) == []
    assert {hit.chunk.source_file for hit in searched.search("c-1")} == {"a.pdf", "b.pdf"}


def test_expand_adds_neighbours_where_asked() -> None:
    plain, wide = retriever(top_k=1), retriever(reading=Fixed(1), top_k=1)
    hits = plain.search("near buoys")
    assert plain.expand(hits) == hits
    assert [hit.chunk.id for hit in wide.expand(hits)] == ["b.pdf#0", "b.pdf#1", "b.pdf#2"]


def test_bm25_is_built_when_needed_and_shared() -> None:
    semantic, hybrid = retriever(), retriever(search="hybrid")
    assert not semantic.lexical.built
    assert hybrid.lexical.built
    shared = Bm25([chunk.text for chunk in COLLECTION.chunks])
    assert Retriever(COLLECTION, HandEncoder(), Semantic(), shared).lexical is shared


def test_settings_are_checked() -> None:
    with pytest.raises(ValueError, match=r"retrieval.top_k \(0\) must be at least 1"):
        retriever(top_k=0)
    with pytest.raises(ValueError, match=r"top_k \(0\)"):
        retriever().search("c-1", top_k=0)


@pytest.mark.parametrize("asked", ["semantic", "bm25", "hybrid"])
@pytest.mark.parametrize("set_to", ["semantic", "bm25", "hybrid"])
def test_a_caller_may_ask_for_another_search_than_the_settings(set_to: str, asked: str) -> None:
    wanted = retriever(search=asked).search("list all c-1")
    assert retriever(search=set_to).search("list all c-1", search=asked) == wanted


def test_threads_that_ask_for_words_at_once_build_one_index(monkeypatch: pytest.MonkeyPatch) -> None:
    built: list[int] = []
    build = Bm25._indexed

    def slow(index: Bm25) -> Any:
        built.append(1)
        time.sleep(0.05)
        return build(index)

    monkeypatch.setattr(Bm25, "_indexed", slow)
    shared = retriever()
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(lambda _: shared.search("c-1", search="bm25"), range(8)))
    assert built == [1]
    assert all(hits == found[0] for hits in found)


def by_words_of(wanted: str) -> Any:
    """A reranker: 1 for a chunk that holds the word, else 0."""
    return lambda _, chunks, _vectors: np.array([float(wanted in chunk.text) for chunk in chunks])


def reranking(top_k: int, rerank: Any) -> Retriever:
    """Of four candidates."""
    search, reranker = Semantic(top_k=top_k), MaxSim(candidates=4)
    return retriever_over(COLLECTION, HandEncoder(), search, reranker=reranker, rerank=rerank)


def test_the_reranker_orders_the_best_candidates_and_ties_stay_as_they_were() -> None:
    reranked = reranking(3, by_words_of("d"))
    hits = reranked.search("near buoys")  # first b#1, a#3, a#0, a#1; "d" is in a#0 alone
    assert [hit.chunk.id for hit in hits] == ["a.pdf#0", "b.pdf#1", "a.pdf#3"]
    assert [(hit.rank, hit.score, hit.similarity) for hit in hits] == [(1, 1.0, 0.0), (2, 0.0, 0.8), (3, 0.0, 0.6)]
    assert {hit.found_by for hit in hits} == {"rerank"}


def test_the_reranker_is_handed_the_candidates_asked_for_and_never_fewer_than_are_wanted() -> None:
    handed: list[int] = []

    def count(_query: str, chunks: Any, vectors: Any) -> Any:
        assert np.array_equal(
            vectors, [COLLECTION.vectors[COLLECTION.chunks.index(chunk)] for chunk in chunks] or vectors
        )
        handed.append(len(chunks))
        return np.zeros(len(chunks))

    reranked = reranking(2, count)
    assert len(reranked.search("near buoys")) == 2
    assert len(reranked.search("near buoys", candidates=6)) == 2
    assert len(reranked.search("near buoys", top_k=5, candidates=3)) == 5
    assert len(reranked.search("near buoys", ["b.pdf"], candidates=100)) == 2
    assert reranked.search("c-1", ["a.pdf"], search="bm25")[0].chunk.id == "a.pdf#1"
    assert reranked.search("c-1", []) == []
    assert handed == [4, 6, 5, 3, 1, 0]


def test_what_a_caller_asks_for_is_checked() -> None:
    with pytest.raises(ValueError, match="unknown search 'hybird'; did you mean hybrid"):
        retriever().search("c-1", search="hybird")
    with pytest.raises(ValueError, match=r"candidates \(0\) must be at least 1"):
        retriever().search("c-1", candidates=0)


def test_the_window_takes_a_neighbour_while_its_own_cosine_is_near_enough() -> None:
    # "near buoys": cosines a#0 0, a#1 0, a#2 0, a#3 0.6, b#0 0, b#1 0.8, b#2 0
    similar = retriever(reading=Similar(2), top_k=1)
    hits = similar.search("near buoys")
    assert [hit.chunk.id for hit in similar.expand(hits, "near buoys")] == ["b.pdf#1"]
    wide = retriever(reading=Similar(2, similarity=0.0), top_k=1)
    assert wide.expand(hits, "near buoys") == retriever(reading=Fixed(2)).expand(hits)
    # "c-1": b#1 0.6, b#2 0.8: three quarters of the hit's
    hits = similar.search("c-1")
    assert [hit.chunk.id for hit in similar.expand(hits, "c-1")] == ["b.pdf#1", "b.pdf#2"]
    strict = retriever(reading=Similar(2, similarity=0.76), top_k=1)
    assert [hit.chunk.id for hit in strict.expand(hits, "c-1")] == ["b.pdf#2"]
    # what it is about chooses rows of tables and moves no neighbour
    assert similar.expand(hits, "c-1", "near buoys") == similar.expand(hits, "c-1")
    assert similar.expand([]) == []
    with pytest.raises(ValueError, match=r"window=similar needs the query"):
        similar.expand(hits)


def test_the_two_alphas_are_settings() -> None:
    learned = Hybrid(alpha_enumeration=0.1, alpha_reasoning=0.9)
    assert (learned.alpha_of("list all c-1"), learned.alpha_of("c-1")) == (0.1, 0.9)
    for name in ("alpha_enumeration", "alpha_reasoning"):
        assert Convex(**{name: 1.5}).problems() == [f"retrieval.{name} (1.5) must be a number from 0 to 1"]
    assert Similar(similarity=1.5).problems() == ["window.similarity (1.5) must be a number from 0 to 1"]
    assert Hybrid().identity != learned.identity


def test_a_retriever_by_name_scores_the_chunks_that_may_be_found() -> None:
    hits = retriever(search="convex", alpha=0.5, top_k=3).search("c-1")
    assert {hit.found_by for hit in hits} == {"retriever"}
    assert hits[0].chunk.id == "a.pdf#1"
    assert hits[0].score == round(0.5 * 1 / 1.8 + 0.5, 6)  # cosine 0 of at most 0.8; the best BM25 score
    assert found(retriever(search="convex", alpha=0.5, top_k=3), "c-1", "b.pdf")[0] == "b.pdf#0"


def test_a_page_window_ends_with_the_pages_of_its_hit() -> None:
    pages = [(1, 1), (1, 2), (2, 2), (2, 3), (3, 3), (3, 3)]
    on_pages = tuple(
        Chunk(f"a#{at}", "a", at, f"text {at}", first, last, at, at + 1, 3) for at, (first, last) in enumerate(pages)
    )
    collection = Collection("pdf_x", "key", {}, on_pages, VECTORS[:6])
    paged = retriever_over(collection, AnyQuery(), Semantic(top_k=1), reading=SamePage(50))
    (hit,) = paged.search("any")
    assert [one.chunk.chunk_index for one in paged.expand([hit])] == [0, 1]
    middle = Hit(on_pages[2], 1.0, 1.0, 1, "semantic")
    assert [one.chunk.chunk_index for one in paged.expand([middle])] == [1, 2, 3]
