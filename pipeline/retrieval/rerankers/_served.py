"""What rerankers that are servers have in common: texts in batches, some of them at once, and an identity by probe."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ragatta.pipeline.llm.model_server import ModelServer
from ragatta.pipeline.machine.side_by_side import side_by_side
from ragatta.pipeline.plugins.technique import apart
from ragatta.pipeline.retrieval.reranker import Reranker
from ragatta.pipeline.retrieval.semantic import DIGITS
from ragatta.pipeline.types import Chunk, Progress

if TYPE_CHECKING:  # how a server is called changes no score: that code stays out of the run key
    from ragatta.pipeline.llm.json_server import JsonServer

Call = Callable[[str, Sequence[str]], Any]  # query, texts → a list of objects, each with `index` and a score
PROBE = ("What is the fee?", ("The fee is $25.", "There is a fee for storage.", "A brass pump moves water."))
COARSE = 2  # decimals of a probe's score: what floating-point noise does not change


@dataclass(frozen=True)
class ServedReranker(Reranker):
    """A reranker that is a server."""

    server: ModelServer = apart(default_factory=ModelServer)  # what counts of it the opened reranker says

    def problems(self) -> list[str]:
        return [*super().problems(), *self.server.problems("reranker.server")]


class Served:
    """Reranks by the calls that `call` makes of `server`, whose reply names a score `score`. Raises ModelError."""

    def __init__(self, server: JsonServer, identity: Mapping[str, Any], call: Call, score: str) -> None:
        self._server, self._call, self._score = server, call, score
        probe = [round(number, COARSE) for number in self._scores(PROBE[0], PROBE[1])]
        self.identity = {**identity, "model": server.settings.model, "probe": probe}

    def prepare(self, _chunks: Sequence[Chunk], _progress: Progress) -> int:
        """Nothing can be made before the query is known."""
        return 0

    def scores(self, query: str, chunks: Sequence[Chunk], _vectors: Any = None) -> NDArray[np.float64]:
        """As the protocol says."""
        size, texts = self._server.settings.batch, [chunk.searched for chunk in chunks]
        batches = [texts[at : at + size] for at in range(0, len(texts), size)]
        found = side_by_side(lambda batch: self._scores(query, batch), batches, self._server.settings.in_flight)
        return np.array([score for batch in found for score in batch], np.float64)

    def _scores(self, query: str, texts: Sequence[str]) -> list[float]:
        """Raises InvalidReply for a reply that does not give each text one score."""
        rows = self._call(query, texts)
        found: dict[int, float] = {}
        for row in rows if isinstance(rows, list) else ():
            at, score = (row.get("index"), row.get(self._score)) if isinstance(row, dict) else (None, None)
            if isinstance(at, int) and isinstance(score, int | float) and math.isfinite(score):
                found[at] = round(float(score), DIGITS)
        if sorted(found) != list(range(len(texts))) or len(rows) != len(texts):
            raise self._server.invalid(f"does not hold a {self._score} for each of {len(texts)} texts")
        return [found[at] for at in range(len(texts))]
