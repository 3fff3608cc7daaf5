"""Retrieval held against the literature, on SciFact (Wadden et al. 2020; BEIR's 300 test queries over 5,183 abstracts).

    make scifact
    RAGATTA_DATA=folder python -m benchmarks.scifact [--embedder e5] [--model FOLDER] [--precision int8] [--long pool]

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

from benchmarks.beir import NDCG, RECALL, figures
from ragatta.experiments.command_line.process import run_command
from ragatta.experiments.commands.data import places
from ragatta.experiments.corpora.beir import Judged, read_judged
from ragatta.experiments.faults import Fault
from ragatta.experiments.fetch_model import fetch
from ragatta.experiments.paths import MODELS
from ragatta.pipeline.documents.parsers.pdfium import Pdfium
from ragatta.pipeline.index.chunking.document import DocumentChunker
from ragatta.pipeline.index.collection import Folders, collect
from ragatta.pipeline.index.embedders._onnx import OnnxModel
from ragatta.pipeline.index.embedders.e5 import E5
from ragatta.pipeline.index.embedders.minilm import MiniLM
from ragatta.pipeline.index.embedding.encoder import Encoder
from ragatta.pipeline.index.embedding.opened import open_embedder, opening
from ragatta.pipeline.index.embedding.vector_cache import VectorCache
from ragatta.pipeline.retrieval import analyser
from ragatta.pipeline.retrieval.bm25 import Bm25
from ragatta.pipeline.retrieval.rerankers.maxsim import LateInteraction, MaxSim
from ragatta.pipeline.retrieval.retriever import Retriever
from ragatta.pipeline.retrieval.search import SEARCHES

QRELS = "qrels/beir_test.tsv"
FILES = ("corpus.jsonl", "queries.jsonl", QRELS)
DEPTH = 100
ROWS = (  # search and analyser; no query of SciFact asks for a list, so that adaptive is 0.7
    ("semantic", "english"), ("bm25", "plain"), ("bm25", "english"), ("hybrid", "plain"), ("hybrid", "english"),
)  # fmt: skip


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


def compared(judged: Judged, settings: OnnxModel, precisions: Sequence[str]) -> Iterator[tuple[Row, dict[str, float]]]:
    """The figures of each row, one after the other: every precision's own search, then every search of the first
    precision, alone and reranked by maxsim."""
    with tempfile.TemporaryDirectory() as scratch:
        for precision in precisions[1:]:
            retrievers = _Retrievers(judged, replace(settings, precision=precision), Path(scratch))
            yield retrievers.row(*ROWS[0])
        retrievers = _Retrievers(judged, replace(settings, precision=precisions[0]), Path(scratch))
        for reranked in (False, True):
            for search, words in ROWS:
                yield retrievers.row(search, words, reranked)


class _Retrievers:
    """Every search over one collection of the abstracts, which is built now."""

    def __init__(self, judged: Judged, embedder: OnnxModel, scratch: Path) -> None:
        self.judged, self.precision = judged, embedder.precision
        cache = VectorCache(scratch / f"{embedder.precision}.sqlite")
        self.encoder = open_embedder(embedder, opening(MODELS, cache))
        whole = DocumentChunker(chunk_size=max(map(len, judged.texts.values())), chunk_overlap=0)
        self.collection = collect(
            Folders(scratch),
            judged.corpus(),
            whole,
            Pdfium(),
            self.encoder,
            lambda texts: (_embedded(self.encoder, texts), 0),
        )
        self.maxsim = LateInteraction(self.encoder, cache)

    def row(self, search: str, words: str, reranked: bool = False) -> tuple[Row, dict[str, float]]:
        lexical = Bm25([chunk.text for chunk in self.collection.chunks], analyser.load(words))
        rerank = self.maxsim.scores if reranked else None
        settings = SEARCHES.load(search)()
        retriever = Retriever(self.collection, self.encoder, settings, lexical, reranker=MaxSim(), rerank=rerank)
        depth = MaxSim().candidates if reranked else DEPTH
        ranked = {
            name: [hit.chunk.source_file for hit in retriever.search(text, top_k=depth)]
            for name, text in self.judged.queries.items()
        }
        of_words = "" if search == "semantic" else words
        of_vectors = "" if search == "bm25" and not reranked else self.precision
        return (search, of_words, of_vectors, "maxsim" if reranked else "none"), figures(ranked, self.judged.relevance)


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
        f"none of {', '.join(map(str, tried))} holds {', '.join(FILES)}; ragatta data --dataset scifact brings them, "
        "or set RAGATTA_DATA to the folder that holds scifact/"
    )


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--precision", nargs="+", choices=("int8", "fp32"), default=["int8", "fp32"])
    parser.add_argument("--model", help="a folder with model.onnx and tokenizer.json instead of the packaged model")
    parser.add_argument("--embedder", choices=("minilm", "e5"), default="minilm", help="e5 needs ragatta[e5]")
    parser.add_argument(
        "--long", choices=("cut", "pool"), default="cut", help="embedder.long; published figures are of cut"
    )
    given = parser.parse_args(arguments)
    folder = _folder()
    settings: OnnxModel = E5(long=given.long)
    if given.embedder == "minilm":
        settings = MiniLM(model_path=given.model, long=given.long)
        if given.model is None:
            fetch(MODELS)
    begun, judged = time.perf_counter(), read_judged(folder, QRELS)
    print(f"SciFact: {len(judged.texts)} abstracts, {len(judged.queries)} queries")
    form = "{:<9} {:<8} {:<9} {:<8} {:>7} {:>10}  {}"
    print(form.format("search", "analyser", "precision", "reranker", "nDCG@10", "recall@100", "published"))
    said = []
    for row, found in compared(judged, settings, given.precision):
        recall = f"{found[RECALL]:.4f}" if row[-1] == "none" else ""  # a reranker is handed 40
        said.append(verdict(row, found[NDCG]) if settings == MiniLM() else "")
        print(form.format(*row, f"{found[NDCG]:.4f}", recall, said[-1]).rstrip(), flush=True)
    print(f"{time.perf_counter() - begun:.0f} s")
    return int(any(words.endswith("FAIL") for words in said))


if __name__ == "__main__":
    run_command(main)
