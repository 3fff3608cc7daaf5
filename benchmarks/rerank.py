"""What reranking costs a query: `python -m benchmarks.rerank [--model FOLDER]`.

A search for 40 candidates among synthetic chunks of about 270 tokens, alone and reranked by maxsim: cold (no
token vectors are there, as in the first query of an unprepared collection), from the file, and from memory. Runs make
the token vectors before the first question, so that their queries are those of the last row. `--model`, a folder with a
cross-encoder, adds its row.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import median

from benchmarks.bm25 import milliseconds, synthetic_texts
from ragatta.experiments.fetch_model import fetch
from ragatta.experiments.paths import MODELS
from ragatta.pipeline.index.collection import Collection
from ragatta.pipeline.index.embedders.minilm import MiniLM, open_encoder
from ragatta.pipeline.index.embedding.encoder import Encoder
from ragatta.pipeline.index.embedding.vector_cache import VectorCache
from ragatta.pipeline.retrieval.bm25 import Bm25
from ragatta.pipeline.retrieval.rerankers.cross_encoder import CrossEncoder, PairScores
from ragatta.pipeline.retrieval.rerankers.maxsim import LateInteraction, MaxSim
from ragatta.pipeline.retrieval.retriever import Rerank, Retriever
from ragatta.pipeline.retrieval.searches.hybrid import Hybrid
from ragatta.pipeline.types import Chunk

CHUNKS, WORDS, QUERY = 200, 100, 8
QUERIES, COLD = 20, 5  # cold ones take long
TOP_K = 5


def synthetic_collection(encoder: Encoder) -> Collection:
    texts = synthetic_texts(CHUNKS, WORDS, seed=1)
    chunks = tuple(Chunk(f"a.pdf#{i}", "a.pdf", i, text, 1, 1, 0, len(text), 1) for i, text in enumerate(texts))
    return Collection("synthetic", "", {}, chunks, encoder.embed(texts))


def row(name: str, work: Callable[[str], object], queries: Sequence[str]) -> None:
    print(f"{name:32} {milliseconds(work, list(queries)):9.1f} ms a query", flush=True)


def cold(search: Callable[[Rerank], Callable[[str], object]], encoder: Encoder, queries: Sequence[str]) -> float:
    """Milliseconds of a query, the median, with a file of its own for each."""
    taken = []
    for query in queries:
        with tempfile.TemporaryDirectory() as folder:
            work = search(LateInteraction(encoder, VectorCache(Path(folder) / "tokens.sqlite")).scores)
            begun = time.perf_counter()
            work(query)
            taken.append(time.perf_counter() - begun)
    return 1000 * median(taken)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--model", type=Path, help="a folder with model.onnx and tokenizer.json: a cross-encoder")
    model = parser.parse_args().model
    fetch(MODELS)
    encoder = open_encoder(MiniLM(), MODELS)
    collection, reranker = synthetic_collection(encoder), MaxSim()
    lexical = Bm25([chunk.text for chunk in collection.chunks])
    queries = synthetic_texts(QUERIES, QUERY, seed=2)

    def search(rerank: Rerank | None) -> Callable[[str], object]:
        return Retriever(collection, encoder, Hybrid(top_k=TOP_K), lexical, reranker=reranker, rerank=rerank).search

    print(f"{CHUNKS} chunks of {WORDS} words, {reranker.candidates} candidates, the best {TOP_K} kept")
    row("none", search(None), queries)
    print(f"{'maxsim, cold':32} {cold(search, encoder, queries[:COLD]):9.1f} ms a query", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        cache = VectorCache(Path(folder) / "tokens.sqlite")
        begun = time.perf_counter()
        made = LateInteraction(encoder, cache).prepare(collection.chunks, lambda _what, _done, _total: None)
        each = cache.path.stat().st_size / made / 2**10
        print(f"(making them: {1000 * (time.perf_counter() - begun) / made:.1f} ms and {each:.0f} KB a chunk)")
        row("maxsim, from the file", lambda query: search(LateInteraction(encoder, cache).scores)(query), queries)
        warm = LateInteraction(encoder, cache)
        warm.prepare(collection.chunks, lambda _what, _done, _total: None)
        row("maxsim, from memory", search(warm.scores), queries)
    if model is not None:
        row("cross_encoder", search(PairScores(model, CrossEncoder().max_tokens).scores), queries[:COLD])


if __name__ == "__main__":
    main()
