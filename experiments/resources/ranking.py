"""Searches of a judged collection: each query's documents, best first. A text is one chunk, however long it is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from ragatta.experiments.corpora.beir import Judged
from ragatta.experiments.corpora.dataset import OpenDataset
from ragatta.experiments.resources.documents import Documents
from ragatta.experiments.resources.index import Index
from ragatta.experiments.resources.stage_costs import Measured
from ragatta.pipeline.configuration import Pipeline
from ragatta.pipeline.documents.corpus import Corpus
from ragatta.pipeline.documents.parser import Parser
from ragatta.pipeline.index.chunking.document import DocumentChunker
from ragatta.pipeline.retrieval import analyser
from ragatta.pipeline.retrieval.bm25 import Bm25
from ragatta.pipeline.retrieval.ranking import best
from ragatta.pipeline.retrieval.rerankers.none import Unranked
from ragatta.pipeline.retrieval.searches.bm25 import Bm25Search
from ragatta.pipeline.types import Progress

DEPTH = 1_000  # documents a query, as MAP is usually computed; with a reranker as many as it orders


class JudgedSearches:
    """The searches of several settings over one collection of texts; what they share is made once."""

    def __init__(self, judged: Judged, folder: Path, progress: Progress) -> None:
        self._judged, self._progress = judged, progress
        self._chunking = DocumentChunker(chunk_size=max(map(len, judged.texts.values()), default=1), chunk_overlap=0)
        self._index = Index(_Texts(judged.corpus(), folder, progress))

    def ranked(self, settings: Pipeline) -> dict[str, list[str]]:
        """The ids of the best documents of each query. BM25 alone needs no vectors, and none are made for it. Raises
        the errors of embedder and reranker."""
        is_reranked = not isinstance(settings.reranker, Unranked)
        if isinstance(settings.search(), Bm25Search) and not is_reranked:
            find = self._by_words(settings)
        else:
            retriever = self._index.retriever(replace(settings, chunking=self._chunking), len(self._judged.queries))
            depth = settings.reranker.candidates if is_reranked else DEPTH

            def find(query: str) -> list[str]:
                return [hit.chunk.source_file for hit in retriever.search(query, top_k=depth)]

        found = {}
        for done, (name, query) in enumerate(self._judged.queries.items(), 1):
            found[name] = find(query)
            self._progress("searching", done, len(self._judged.queries))
        return found

    def _by_words(self, settings: Pipeline) -> Callable[[str], list[str]]:
        names = [*self._judged.texts]
        index = Bm25([*self._judged.texts.values()], analyser.load(settings.analyser), settings.bm25)
        return lambda query: [names[at] for at in best(*index.scores(query), DEPTH).tolist()]


class _Texts(Documents):
    """Documents that are texts already."""

    def __init__(self, corpus: Corpus, folder: Path, progress: Progress) -> None:
        super().__init__(OpenDataset(folder.name, folder, (), folder, {}), progress, Measured())
        self._corpus = corpus

    def corpus(self, parser: Parser) -> Corpus:  # noqa: ARG002
        return self._corpus
