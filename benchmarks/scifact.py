"""Retrieval held against the literature, on SciFact (Wadden et al. 2020; BEIR's 300 test queries over 5,183 abstracts).

    make scifact        or: RAGATTA_DATA=folder python -m benchmarks.scifact [--model FOLDER] [--precision int8]

Its files are those of datasets/scifact/manifest.json. Every abstract, title and text, is a
document of one chunk. Collection, search and reranking are those of any sweep; nothing is cached. A row says nDCG@10
and recall@100, and what is published where something is: OK within the tolerance, else FAIL and exit status 1.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import numpy as np

from benchmarks.beir import NDCG, RECALL, Judged, figures, read_judged
from ragatta.experiments.data import places
from ragatta.experiments.faults import Fault, run_command
from ragatta.experiments.fetch_model import fetch
from ragatta.experiments.paths import MODELS
from ragatta.pipeline.index.collection import Folders, collect
from ragatta.pipeline.index.embedding.encoder import Encoder
from ragatta.pipeline.index.embedding.onnx_encoder import open_encoder
from ragatta.pipeline.index.embedding.vector_cache import VectorCache
from ragatta.pipeline.retrieval import analyser
from ragatta.pipeline.retrieval.bm25 import Bm25
from ragatta.pipeline.retrieval.rerankers.maxsim import MaxSim
from ragatta.pipeline.retrieval.retriever import Retriever
from ragatta.pipeline.settings.indexing import Chunking, Embedder, Parser
from ragatta.pipeline.settings.retrieval import Retrieval

QRELS = "qrels/beir_test.tsv"
FILES = ("corpus.jsonl", "queries.jsonl", QRELS)
DEPTH = 100
SEARCHES = (  # no query of SciFact asks for a list, so that adaptive is 0.7
    Retrieval(search="semantic"),
    Retrieval(search="bm25", analyser="plain"),
    Retrieval(search="bm25", analyser="english"),
    Retrieval(search="hybrid", analyser="plain"),
    Retrieval(search="hybrid", analyser="english"),
)


class Published(NamedTuple):
    ndcg: float
    tolerance: float
    source: str


MINILM = Published(0.645, 0.01, "MTEB, all-MiniLM-L6-v2")
PUBLISHED = {  # search, analyser, precision, reranker: nDCG@10
    ("semantic", "", "int8", "none"): MINILM,
    ("semantic", "", "fp32", "none"): MINILM,
    ("bm25", "english", "", "none"): Published(0.665, 0.015, "BEIR, BM25; Pyserini has 0.665 and 0.679"),
}
Row = tuple[str, str, str, str]


def compared(judged: Judged, settings: Embedder, precisions: Sequence[str]) -> Iterator[tuple[Row, dict[str, float]]]:
    """The figures of each row, one after the other: every precision's own search, then every search of the first
    precision, alone and reranked by maxsim."""
    with tempfile.TemporaryDirectory() as scratch:
        for precision in precisions[1:]:
            retrievers = _Retrievers(judged, replace(settings, precision=precision), Path(scratch))
            yield retrievers.row(SEARCHES[0])
        retrievers = _Retrievers(judged, replace(settings, precision=precisions[0]), Path(scratch))
        for reranker in ("none", "maxsim"):
            for search in SEARCHES:
                yield retrievers.row(replace(search, reranker=reranker))


class _Retrievers:
    """Every search over one collection of the abstracts, which is built now."""

    def __init__(self, judged: Judged, embedder: Embedder, scratch: Path) -> None:
        self.judged, self.precision = judged, embedder.precision
        self.encoder = open_encoder(embedder, MODELS)
        whole = Chunking(chunk_size=max(map(len, judged.texts.values())), chunk_overlap=0)
        self.collection = collect(
            Folders(scratch),
            judged.corpus(),
            whole,
            Parser(),
            self.encoder,
            lambda texts: (_embedded(self.encoder, texts), 0),
        )
        self.maxsim = MaxSim(self.encoder, VectorCache(scratch / f"{embedder.precision}.sqlite"))

    def row(self, retrieval: Retrieval) -> tuple[Row, dict[str, float]]:
        reranked = retrieval.reranker == "maxsim"
        chunks = self.collection.chunks
        lexical = Bm25([chunk.text for chunk in chunks], analyser.load(retrieval.analyser))
        rerank = self.maxsim.scores if reranked else None
        retriever = Retriever(self.collection, self.encoder, retrieval, lexical, rerank)
        depth = retrieval.rerank_candidates if reranked else DEPTH
        ranked = {
            name: [hit.chunk.source_file for hit in retriever.search(text, top_k=depth)]
            for name, text in self.judged.queries.items()
        }
        of_words = "" if retrieval.search == "semantic" else retrieval.analyser
        of_vectors = "" if retrieval.search == "bm25" and not reranked else self.precision
        return (retrieval.search, of_words, of_vectors, retrieval.reranker), figures(ranked, self.judged.relevance)


def _embedded(encoder: Encoder, texts: Sequence[str]) -> np.ndarray:
    """The vectors of the texts, and on stderr how fast they were made."""
    begun = time.perf_counter()

    def tell(done: int) -> None:
        if sys.stderr.isatty() and done % 50 == 0:
            print(f"\r{done}/{len(texts)} abstracts", end="\r", file=sys.stderr, flush=True)

    vectors = encoder.embed(texts, tell)
    rate = len(texts) / (time.perf_counter() - begun)
    print(f"{len(texts)} abstracts embedded, {rate:.1f} a second", file=sys.stderr)
    return vectors


def verdict(row: Row, ndcg: float) -> str:
    """What is published beside it, and whether the figure is within its tolerance; empty where nothing is."""
    if (published := PUBLISHED.get(row)) is None:
        return ""
    word = "OK" if abs(ndcg - published.ndcg) <= published.tolerance else "FAIL"
    return f"{published.ndcg:.3f} ± {published.tolerance:.3f} ({published.source}): {ndcg - published.ndcg:+.4f} {word}"


def _folder() -> Path:
    """Where the files lie. Raises Fault where one of them is missing."""
    tried = places("scifact")
    for place in tried:
        if all((place / name).is_file() for name in FILES):
            return place
    raise Fault(
        f"none of {', '.join(map(str, tried))} holds {', '.join(FILES)}; make data DATASET=scifact brings them, "
        "or set RAGATTA_DATA to the folder that holds scifact/"
    )


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--precision", nargs="+", choices=("int8", "fp32"), default=["int8", "fp32"])
    parser.add_argument("--model", help="a folder with model.onnx and tokenizer.json instead of the packaged model")
    given = parser.parse_args(arguments)
    folder = _folder()
    if given.model is None:
        fetch(MODELS)
    begun, judged = time.perf_counter(), read_judged(folder, QRELS)
    print(f"SciFact: {len(judged.texts)} abstracts, {len(judged.queries)} queries")
    form = "{:<9} {:<8} {:<9} {:<8} {:>7} {:>10}  {}"
    print(form.format("search", "analyser", "precision", "reranker", "nDCG@10", "recall@100", "published"))
    said = []
    for row, found in compared(judged, Embedder(model_path=given.model), given.precision):
        recall = f"{found[RECALL]:.4f}" if row[-1] == "none" else ""  # a reranker is handed 40
        said.append("" if given.model else verdict(row, found[NDCG]))
        print(form.format(*row, f"{found[NDCG]:.4f}", recall, said[-1]).rstrip(), flush=True)
    print(f"{time.perf_counter() - begun:.0f} s")
    return int(any(words.endswith("FAIL") for words in said))


if __name__ == "__main__":
    run_command(main)
