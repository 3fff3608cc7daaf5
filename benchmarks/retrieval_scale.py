"""What a search costs as a collection grows, with and without a filter by document, semantic and hybrid.

    python -m benchmarks.retrieval_scale [--chunks 2000 20000 200000] [--queries 50]

Chunks are synthetic: unit vectors of 384 dimensions around one centre a document, 180 words each, whose frequencies
follow Zipf's law; 100 chunks a document. A filter leaves three documents. Search is exact, so its recall is 1; the
embedding of the query is left out. `scan` is a sum over the same vectors in the same run, which is what memory allows.
"""

from __future__ import annotations

import resource
import sys
from collections.abc import Iterator
from functools import partial
from time import perf_counter
from typing import Any

import numpy as np

from benchmarks.results import arguments, keep
from ragatta.pipeline.index.collection import Collection
from ragatta.pipeline.retrieval.bm25 import Bm25
from ragatta.pipeline.retrieval.retriever import Retriever
from ragatta.pipeline.retrieval.search import SEARCHES
from ragatta.pipeline.types import Chunk

DIMENSIONS, A_DOCUMENT, WORDS, VOCABULARY, PART, SEED = 384, 100, 180, 50_000, 10_000, 5
COLUMNS = {"chunks": "chunks", "search": "search", "filter": "filter", "p50, ms": "p50_ms", "p95": "p95_ms",
           "scan": "scan_ms", "BM25 built, s": "build_s", "peak, MB": "peak_mb"}  # fmt: skip


class Queries:
    """In an encoder's place: vectors near a chunk's, drawn beforehand."""

    def __init__(self, vectors: np.ndarray) -> None:
        self._vectors = vectors

    def embed_query(self, text: str) -> np.ndarray:
        return self._vectors[int(text.split()[0].removeprefix("q"))]  # type: ignore[no-any-return]


def main() -> None:
    words = arguments(__doc__)
    words.add_argument("--chunks", type=int, nargs="+", default=[2_000, 20_000, 200_000])
    words.add_argument("--queries", type=int, default=50)
    given = words.parse_args()
    rows = []
    for size in given.chunks:
        for row in measured(size, given.queries):
            rows.append(row)
            print(row, file=sys.stderr, flush=True)
    keep("retrieval_scale", rows, COLUMNS, docs=given.docs)


def measured(size: int, queries: int) -> Iterator[dict[str, Any]]:
    """A row for each kind of search over a collection of that size."""
    draw = np.random.default_rng(SEED)
    collection, texts = synthetic(size, draw)
    near = collection.vectors[draw.integers(size, size=queries)] + draw.normal(0, 0.02, (queries, DIMENSIONS))
    encoder: Any = Queries((near / np.linalg.norm(near, axis=1, keepdims=True)).astype(np.float32))
    asked = [f"q{number} {' '.join(texts[draw.integers(size)].split()[:8])}" for number in range(queries)]
    begun = perf_counter()
    lexical = Bm25(texts).build()
    built = perf_counter() - begun
    scan = float(np.median([seconds(lambda: collection.vectors.sum()) for _ in range(5)])) * 1000
    for search in ("semantic", "hybrid"):
        retriever = Retriever(collection, encoder, SEARCHES.load(search)(top_k=5), lexical)
        for filtered in (False, True):
            names = [list(draw.choice(retriever.documents, 3, replace=False)) if filtered else None for _ in asked]
            retriever.search(asked[0], names[0])
            took = [seconds(partial(retriever.search, *each)) for each in zip(asked, names, strict=True)]
            p50, p95 = np.quantile(took, [0.5, 0.95]) * 1000
            yield {
                "chunks": size, "search": search, "filter": "3 documents" if filtered else "none",
                "p50_ms": round(p50, 2), "p95_ms": round(p95, 2), "scan_ms": round(scan, 1),
                "build_s": round(built, 1) if search == "hybrid" else 0.0,
                "peak_mb": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024,
            }  # fmt: skip


def synthetic(size: int, draw: np.random.Generator) -> tuple[Collection, list[str]]:
    """A collection and its texts."""
    documents = -(-size // A_DOCUMENT)
    centres = draw.normal(size=(documents, DIMENSIONS)).astype(np.float32)
    vectors = np.repeat(centres, A_DOCUMENT, axis=0)[:size]
    texts: list[str] = []
    for at in range(0, size, PART):  # in parts, so that no second copy of all stands in memory
        part = vectors[at : at + PART]
        part += draw.normal(0, 0.7, part.shape).astype(np.float32)
        part /= np.linalg.norm(part, axis=1, keepdims=True)
        ranks = draw.zipf(1.2, size=(len(part), WORDS)) % VOCABULARY
        texts += (" ".join(f"w{rank}" for rank in row) for row in ranks.tolist())
    chunks = tuple(
        Chunk(f"c{at}", f"d{at // A_DOCUMENT}.pdf", at % A_DOCUMENT, text, 1, 1, 0, len(text), 1)
        for at, text in enumerate(texts)
    )
    return Collection("synthetic", "", {}, chunks, vectors), texts


def seconds(work: Any) -> float:
    begun = perf_counter()
    work()
    return perf_counter() - begun


if __name__ == "__main__":
    main()
