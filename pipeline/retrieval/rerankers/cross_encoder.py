"""A cross-encoder reads query and chunk together and scores how well they fit: slow, and very good on the subjects it
was trained for (Nogueira and Cho 2019, "Passage Re-ranking with BERT").

Any ONNX export works: a folder with `model.onnx` and `tokenizer.json`. The tokenizer's own post-processor writes the
pair; if it is too long, only the chunk is cut. The score is the model's single logit, or the second of two ("does not
fit", "fits").
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from ragatta.pipeline.index.embedding.encoder import Encoder
from ragatta.pipeline.index.embedding.onnx_session import Feed, cores, encodable, open_session, open_tokenizer
from ragatta.pipeline.index.embedding.vector_cache import VectorCache
from ragatta.pipeline.machine.side_by_side import side_by_side
from ragatta.pipeline.plugins.identity import file_digest
from ragatta.pipeline.plugins.technique import apart
from ragatta.pipeline.retrieval.reranker import Connect, OpenedReranker, Reranker
from ragatta.pipeline.retrieval.semantic import DIGITS
from ragatta.pipeline.types import Chunk, Progress

FILES = ("model.onnx", "tokenizer.json")
NEEDS = "a folder with model.onnx and tokenizer.json at reranker.model"


@dataclass(frozen=True)
class CrossEncoder(Reranker):
    """The model is in the folder `model`; of a query and a chunk together it reads `max_tokens` tokens, as it was
    trained."""

    HELPS: ClassVar[tuple[str, ...]] = ("retrieval",)
    model: str | None = apart(default=None)  # the files count, not where they are
    max_tokens: int = 512

    def open(self, encoder: Encoder, cache: VectorCache, connect: Connect) -> OpenedReranker:  # noqa: ARG002
        """As Reranker says."""
        return PairScores(Path(self.model or ""), self.max_tokens)

    def problems(self) -> list[str]:
        """Its files are looked for, because it is opened only after the documents are read."""
        found = [*super().problems(), *self.least(max_tokens=16)]
        if not self.model:
            return [*found, f"reranker=cross_encoder needs reranker.model: a folder with {' and '.join(FILES)}"]
        places = [Path(self.model) / name for name in FILES]
        return [*found, *(f"reranker.model: {place} is missing" for place in places if not place.is_file())]


class PairScores:
    """Reranks by the model in `folder`, which reads `max_tokens` tokens of a pair. Safe to share between threads.

    Raises FileNotFoundError naming the setting if a file is missing, ValueError if a file is not a cross-encoder.
    """

    def __init__(self, folder: Path, max_tokens: int) -> None:
        graph, tokenizer = (folder / name for name in FILES)
        for path in (graph, tokenizer):
            if not path.is_file():
                raise FileNotFoundError(f"reranker.model: {path} is missing")
        self._session = open_session(graph)
        self._feed = Feed(self._session, graph, "a cross-encoder")
        self._query = open_tokenizer(tokenizer)
        self._pair = open_tokenizer(tokenizer)
        self._room = max_tokens // 2  # for the query: the chunk has the rest
        self._pair.enable_truncation(max_tokens, strategy="only_second")
        self._probe(graph, max_tokens)
        # weights over 2 GB lie in files beside the graph, such as model.onnx_data
        files = [tokenizer, *sorted(folder.glob(f"{graph.name}*"))]
        self.identity: dict[str, Any] = {"model": {path.name: file_digest(path) for path in files}}

    def prepare(self, _chunks: Sequence[Chunk], _progress: Progress) -> int:
        """Does nothing: a cross-encoder needs the query."""
        return 0

    def scores(self, query: str, chunks: Sequence[Chunk], _vectors: Any = None) -> NDArray[np.float64]:
        """Each chunk's logit, shape (chunks,), which depends on query and text alone."""
        asked = self._fitting(encodable(query))
        return np.array(side_by_side(lambda chunk: self._score(asked, chunk.searched), chunks, cores()), np.float64)

    def _score(self, query: str, text: str) -> float:
        pair = self._pair.encode(query, encodable(text))
        return self._run(np.array([pair.ids]), np.array([pair.type_ids]))

    def _run(self, ids: NDArray[np.int64], types: NDArray[np.int64]) -> float:
        logits = np.ravel(self._session.run(None, self._feed(ids, types))[0])
        if len(logits) not in (1, 2):
            raise ValueError(f"it returns {len(logits)} numbers for a pair instead of one score, or two classes")
        return round(float(logits[-1]), DIGITS)

    def _fitting(self, query: str) -> str:
        """The query, cut to half of the window if it is longer."""
        ends = [end for _, end in self._query.encode(query, add_special_tokens=False).offsets]
        return query if len(ends) <= self._room else query[: ends[self._room - 1]]

    def _probe(self, graph: Path, tokens: int) -> None:
        """Scores a pair of the maximum length, so that an unsuitable model is found before any work."""
        try:
            self._run(np.zeros((1, tokens), np.int64), np.zeros((1, tokens), np.int64))
        except Exception as error:
            message = " ".join(str(error).split())
            raise ValueError(
                f"reranker.model: {graph} fails on a pair of {tokens} tokens ({message}); it has to be a "
                "cross-encoder, and reranker.max_tokens at most what it was trained with"
            ) from error
