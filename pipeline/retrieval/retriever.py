"""Finds the chunks of one collection for a query: semantic, BM25 or hybrid, filtered by document, expanded by the
window (docs/parts.md)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache, cached_property
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from ragatta.pipeline.plugins.checks import at_least
from ragatta.pipeline.retrieval import contents, table_window, window
from ragatta.pipeline.retrieval.bm25 import Bm25
from ragatta.pipeline.retrieval.named_documents import Matched, match_documents
from ragatta.pipeline.retrieval.ranking import Mask, Ranking, Scores, best, ranking_fault
from ragatta.pipeline.retrieval.reranker import RERANKERS, Reranker
from ragatta.pipeline.retrieval.rerankers.none import Unranked
from ragatta.pipeline.retrieval.search import SEARCHES, ScoresOf, Search, Searched
from ragatta.pipeline.retrieval.semantic import similarities
from ragatta.pipeline.retrieval.table_titles import TableTitles
from ragatta.pipeline.retrieval.window import Window
from ragatta.pipeline.retrieval.windows.fixed import Fixed
from ragatta.pipeline.text.enumeration import is_enumeration
from ragatta.pipeline.text.number_words import in_figures
from ragatta.pipeline.types import Chunk, Hit

if TYPE_CHECKING:
    from ragatta.pipeline.index.collection import Collection
    from ragatta.pipeline.index.embedding.encoder import Encoder


Rerank = Callable[[str, Sequence[Chunk], NDArray[np.float32]], NDArray[np.float64]]  # the `scores` of a Reranker


class Retriever:
    """Finds in one collection; thread-safe. `documents` are the names that it can search.

    `settings` is the search, `lexical` the BM25 index, which retrievers of the same collection may share. If the search
    reads it, it is built here, so that no query has to wait for it; else by the first search that does. `rerank` scores
    the best candidates of `reranker` (None: the order of the search stays).
    """

    def __init__(
        self,
        collection: Collection,
        encoder: Encoder,
        settings: Search,
        lexical: Bm25,
        reading: Window | None = None,
        reranker: Reranker | None = None,
        rerank: Rerank | None = None,
    ) -> None:
        self._window, self._reranker = reading or Fixed(), reranker or Unranked()
        if problems := [*settings.problems(), *self._window.problems()]:
            raise ValueError("; ".join(problems))
        self.collection = collection
        self.settings = settings
        self.documents = tuple(dict.fromkeys(chunk.source_file for chunk in collection.chunks))
        self.lexical = lexical
        if settings.READS_WORDS:
            self.lexical.build()
        self._encoder = encoder
        self._rerank = rerank
        self._number = {name: at for at, name in enumerate(self.documents)}
        self._document_of = np.array([self._number[chunk.source_file] for chunk in collection.chunks], dtype=np.int32)
        self._tables: dict[str, list[Chunk]] = {}
        for chunk in collection.chunks:
            if chunk.table:
                self._tables.setdefault(chunk.table, []).append(chunk)
        one_a_table = bool(self._tables) and self._window.size > 0  # else a long table would fill a search
        self._titles = TableTitles(collection.chunks) if one_a_table else None
        first = np.unique(self._document_of, return_index=True)[1]
        self._first = dict(zip(self.documents, first.tolist(), strict=True))  # chunk of each document

    @property
    def tables_apart(self) -> bool:
        """Whether the collection has tables as separate chunks."""
        return bool(self._tables)

    def match(self, documents: Sequence[str]) -> Matched:
        """The documents with these names, and the names that matched only in part or not at all."""
        return match_documents(documents, self.documents)

    def search(
        self,
        query: str,
        documents: Sequence[str] | None = None,
        top_k: int | None = None,
        *,
        search: Search | str | None = None,
        candidates: int | None = None,
        prose: bool = False,
        tables: bool = False,
        meant: Sequence[str] = (),
    ) -> list[Hit]:
        """The best `top_k` chunks (default: from the settings) of the given documents, best first.

        None means all documents; an empty list, and names that match no document, find nothing. With document_filter
        "after" the best chunks of all documents are filtered afterwards, so fewer may be left. With `whole_contents`, a
        question for a list may get one more (retrieval/contents.py). `search` (another search, or its name: then with
        its defaults) and `candidates` (the number of hits that the reranker gets, at least top_k) default to the
        settings. `prose` excludes table rows, `tables` everything else. `meant` are passages whose vectors are averaged
        with the query's. Raises ValueError for an unknown search and for counts below 1."""
        by = self._by(search)
        top_k = self.settings.top_k if top_k is None else top_k
        candidates = self._reranker.candidates if candidates is None else candidates
        if problems := [*at_least("top_k", top_k, 1), *at_least("candidates", candidates, 1)]:
            raise ValueError("; ".join(problems))
        query = self._as_printed(query)
        wanted = self._mask(documents)
        if prose or tables:
            wanted &= self._of_tables if tables else ~self._of_tables
        before = self.settings.document_filter == "before"
        cosines = similarities(self.collection.vectors, self._vector(query, meant), wanted if before else None)
        among = wanted if before else np.ones_like(wanted)
        found_by = by.FOUND_BY
        if self._rerank is None:
            ranking, scores = self._ranked(query, cosines, among, by, top_k)
        else:
            first, _ = self._ranked(query, cosines, among, by, max(candidates, top_k))
            ranking, scores = self._reranked(query, first, top_k)
            found_by = "rerank"
        if self._reads_contents(query):
            ranking = self._with_contents(ranking, query, wanted)
        ranking = ranking[wanted[ranking]]
        return [
            Hit(self.collection.chunks[at], float(score), float(cosines[at]), rank, found_by)
            for rank, (at, score) in enumerate(zip(ranking.tolist(), scores(ranking).tolist(), strict=True), 1)
        ]

    def _by(self, search: Search | str | None) -> Search:
        if search is None or search == self.settings.name:
            return self.settings
        return SEARCHES.load(search)() if isinstance(search, str) else search

    def _vector(self, query: str, meant: Sequence[str]) -> NDArray[np.float32]:
        """The unit vector of the query, or the mean of it and of those of passages, at length 1."""
        vector = self._encoder.embed_query(query)
        if not meant:
            return vector
        mean = np.vstack([vector[None], self._encoder.embed(meant)]).mean(axis=0)
        unit: NDArray[np.float32] = (mean / max(float(np.linalg.norm(mean)), 1e-12)).astype(np.float32)
        return unit

    def _best(self, scores: NDArray[np.float64], found: Mask, count: int) -> Ranking:
        """The `count` best chunks; only the best row group of each table if the window brings the others."""
        if self._titles is None:
            return best(scores, found, count)
        ranking = best(scores, found)
        kept = table_window.one_a_table(ranking.tolist(), lambda at: self.collection.chunks[at].table, count)
        return np.array(kept, dtype=np.intp)

    def _reranked(self, query: str, first: Ranking, top_k: int) -> tuple[Ranking, ScoresOf]:
        """The reranker's `top_k` best of the `first` ranking, ties in the old order; and its scores, 0 for a chunk that
        it did not score."""
        assert self._rerank is not None
        scores = np.zeros(len(self.collection.chunks))
        chunks = [self.collection.chunks[at] for at in first.tolist()]
        reranked = self._rerank(query, chunks, self.collection.vectors[first])
        if wrong := ranking_fault(reranked, len(chunks)):
            raise RERANKERS.broken(self._reranker.name, wrong, self._rerank)
        scores[first] = reranked
        return first[np.argsort(-scores[first], kind="stable")][:top_k], scores.__getitem__

    def expand(self, hits: Sequence[Hit], query: str | None = None, about: str = "") -> list[Hit]:
        """The hits with their neighbours, in document order (window.py); row groups with the rows of their table that
        match the query and `about` (table_window.py); unchanged if the window's size is 0. With `whole_contents`,
        tables of contents are complete (contents.py). Raises ValueError if the window needs the query and none is
        given."""
        if self._window.size == 0 or not hits:
            return list(hits)
        if self._window.NEEDS_QUERY and query is None:
            raise ValueError(f"window={self._window.name} needs the query that found the hits")
        near = self._window.near(self._cosine(query or ""))
        prose = window.expand([one for one in hits if not one.chunk.table], self._window.size, self._chunk_at, near)
        if self._reads_contents(query or ""):
            prose = contents.whole(prose, self._chunk_at)
        if not self._tables:
            return prose
        wanted = self._as_printed(f"{query or ''} {about}".strip())
        rows = table_window.expand(hits, self._window.size, wanted, lambda table: self._tables[table])
        return table_window.in_order(hits, [*prose, *rows])

    def _reads_contents(self, query: str) -> bool:
        return self._window.whole_contents and is_enumeration(query)

    def _with_contents(self, ranking: Ranking, query: str, wanted: Mask) -> Ranking:
        """The ranking, followed by the part of a table of contents that BM25 ranks first among the given documents, if
        the ranking has none yet and it shares a word with the query."""
        stretches = self._contents & wanted
        if stretches[ranking].any():
            return ranking
        scores, matching = self.lexical.scores(query)
        return np.concatenate([ranking, best(scores, matching & stretches, 1)])

    @cached_property
    def _of_tables(self) -> Mask:
        return np.array([bool(chunk.table) for chunk in self.collection.chunks], dtype=np.bool_)

    @cached_property
    def _contents(self) -> Mask:
        return np.array([contents.is_contents(chunk.text) for chunk in self.collection.chunks], dtype=np.bool_)

    def _as_printed(self, query: str) -> str:
        """The query with digits for number words if tables are separate chunks, because table rows print digits."""
        return in_figures(query) if self._tables else query

    def _cosine(self, query: str) -> window.CosineOf:
        """The cosine of a chunk to the query; those of all are made when the first is asked for."""

        @cache
        def cosines() -> NDArray[np.float64]:
            return similarities(self.collection.vectors, self._encoder.embed_query(query))

        return lambda chunk: float(cosines()[self._first[chunk.source_file] + chunk.chunk_index])

    def _ranked(
        self, query: str, cosines: NDArray[np.float64], mask: Mask, by: Search, count: int
    ) -> tuple[Ranking, ScoresOf]:
        """The `count` best chunks under the mask by a search, and the scores of any of them. Raises BrokenPart where it
        gives no score and mark of every chunk."""

        def by_words(rows: NDArray[np.intp] | None) -> tuple[Scores, Mask]:
            return self.lexical.scores(query, rows)

        titles = self._titles
        of_titles = None if titles is None else (lambda k: titles.scores(query, k))
        searched = Searched(query, mask, cosines, by_words, of_titles, self._best)
        return by.ranked(searched, count)

    def _mask(self, documents: Sequence[str] | None) -> Mask:
        if documents is None:
            return np.ones(len(self.collection.chunks), dtype=np.bool_)
        chosen = np.zeros(len(self.documents), dtype=np.bool_)
        chosen[[self._number[name] for name in self.match(documents).documents]] = True
        return chosen[self._document_of]

    def _chunk_at(self, source_file: str, index: int) -> Chunk | None:
        at = self._first[source_file] + index
        inside = index >= 0 and at < len(self.collection.chunks)
        return chunk if inside and (chunk := self.collection.chunks[at]).source_file == source_file else None
