"""What a plain Chroma client finds in a collection: recall@10 of its approximate search, by settings of the index.

    RAGATTA_DATA=folder python -m benchmarks.neighbours [--chunks 20000] [--settings 8:4:100 100:16:100]

A setting is ef_construction:max_neighbors:ef_search. Chunks are sentences of SciFact's abstracts, embedded as ever (the
vector cache keeps them); the queries are 300 other sentences. Recall is against exact search over the same vectors.
"""

from __future__ import annotations

import re
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.results import arguments, keep
from benchmarks.scifact import QRELS, _folder
from ragatta.experiments.corpora.beir import read_judged
from ragatta.experiments.paths import MODELS, VECTORS
from ragatta.pipeline.index.embedders.minilm import MiniLM, open_encoder
from ragatta.pipeline.index.embedding.vector_cache import VectorCache, embed_cached

QUERIES, NEAREST, BATCH = 300, 10, 1000
SETTINGS = ["8:4:100", "40:8:100", "64:16:100", "100:16:100", "200:16:200"]
COLUMNS = {"ef_construction, max_neighbors, ef_search": "setting", "build, s": "build_s", "MB": "mb",
           "query, ms": "query_ms", "recall@10": "recall_at_10"}  # fmt: skip


def sentences(count: int) -> list[str]:
    texts = read_judged(_folder(), QRELS).texts.values()
    found = dict.fromkeys(part for text in texts for part in re.split(r"(?<=\.) ", text) if len(part) > 30)
    return list(found)[:count]


def row(setting: str, texts: list[str], vectors: np.ndarray[Any, Any], queries: np.ndarray[Any, Any]) -> dict[str, Any]:
    import chromadb
    from chromadb.config import Settings

    construction, neighbours, search = map(int, setting.split(":"))
    index: dict[str, Any] = {
        "space": "ip", "ef_construction": construction, "max_neighbors": neighbours, "ef_search": search
    }  # fmt: skip
    with tempfile.TemporaryDirectory() as place:
        client: Any = chromadb.PersistentClient(place, Settings(anonymized_telemetry=False))
        stored = client.create_collection("neighbours", embedding_function=None, configuration={"hnsw": index})
        begun = time.perf_counter()
        for at in range(0, len(texts), BATCH):
            part = slice(at, at + BATCH)
            names = [str(number) for number in range(at, min(at + BATCH, len(texts)))]
            stored.add(ids=names, embeddings=vectors[part], documents=texts[part])
        built = time.perf_counter() - begun
        begun = time.perf_counter()
        found = [stored.query(query_embeddings=[query], n_results=NEAREST)["ids"][0] for query in queries]
        asked = (time.perf_counter() - begun) / len(queries)
        client.close()
        size = sum(file.stat().st_size for file in Path(place).rglob("*") if file.is_file())
    exact = np.argsort(-(queries @ vectors.T), axis=1)[:, :NEAREST]
    hits = [len({*map(int, ids)} & {*right}) for ids, right in zip(found, exact.tolist(), strict=True)]
    return {
        "setting": setting,
        "chunks": len(texts),
        "build_s": round(built, 1),
        "mb": round(size / 1e6),
        "query_ms": round(1000 * asked, 2),
        "recall_at_10": round(sum(hits) / (NEAREST * len(queries)), 4),
    }


def main() -> None:
    words = arguments(__doc__)
    words.add_argument("--chunks", type=int, default=20_000)
    words.add_argument("--settings", nargs="+", default=SETTINGS)
    given = words.parse_args()
    texts = sentences(given.chunks + QUERIES)
    vectors, _ = embed_cached(open_encoder(MiniLM(), MODELS), VectorCache(VECTORS), texts)
    rows = []
    for setting in given.settings:
        rows.append(row(setting, texts[QUERIES:], vectors[QUERIES:], vectors[:QUERIES]))
        print(rows[-1], file=sys.stderr, flush=True)
    keep("neighbours", rows, COLUMNS, docs=given.docs)


if __name__ == "__main__":
    main()
