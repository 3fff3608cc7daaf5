"""The progress of a collection that is built. Its batches take half a minute each, so between two of them the letters
that have been embedded say how far it is."""

from __future__ import annotations

from collections.abc import Sequence

from ragatta.experiments.resources.time_left import TimeLeft
from ragatta.pipeline.documents.corpus import Corpus
from ragatta.pipeline.index.chunker import Chunker
from ragatta.pipeline.types import Progress


class Embedded:
    """Tells `progress` in pages, and `left` in letters of the pages. It is the progress of `collect` itself."""

    def __init__(self, corpus: Corpus, chunking: Chunker, progress: Progress, left: TimeLeft) -> None:
        pages = [page for document in corpus.pages.values() for page in document]
        self._what = f"embedding {chunking.name} {chunking.chunk_size}/{chunking.chunk_overlap}"
        self._pages, self._letters = len(pages), sum(len(page.text) for page in pages)
        cut = chunking.chunk_size
        twice = cut / (cut - chunking.chunk_overlap) if cut > chunking.chunk_overlap else 1.0
        self._to_embed = max(1.0, self._letters * twice)  # chunks overlap
        self._embedded = 0
        self._progress, self._left = progress, left
        self._shown = self._counted = 0.0  # as shares of the whole

    def __call__(self, what: str, done: int, total: int) -> None:
        if what == self._what and total:
            self._tell(done / total)
        else:
            self._progress(what, done, total)

    def within(self, texts: Sequence[str], done: int) -> None:
        """So many of the texts have their vectors."""
        letters = self._embedded + sum(map(len, texts[:done]))
        self._tell(min(letters / self._to_embed, 1.0))

    def finished(self, texts: Sequence[str]) -> None:
        """All of them have."""
        self._embedded += sum(map(len, texts))

    def _tell(self, share: float) -> None:
        if share > self._counted:
            self._left.indexed((share - self._counted) * self._letters)
            self._counted = share
        self._progress(self._what, int(self._counted * self._pages), self._pages)
