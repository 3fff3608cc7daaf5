"""nDCG@10 on SciFact (Wadden et al. 2020; BEIR's test queries): the encoder, int8 against fp32; with `--rerank`, every
search with and without maxsim over its best 40.

    RAGATTA_DATA=folder python -m benchmarks.scifact [--precision int8 fp32] [--model FOLDER] [--rerank]

`$RAGATTA_DATA/scifact` holds corpus.jsonl (title and text are embedded together), queries.jsonl and
qrels/beir_test.tsv. nDCG as in Järvelin and Kekäläinen 2002, with the gain itself over log2(rank + 1), as
trec_eval and BEIR compute it. Search is exact. Nothing is cached.
"""

from __future__ import annotations

import argparse
import csv
import itertools
import json
import math
import os
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from experiments.fetch_model import MODELS, fetch
from pipeline.collection import Collection
from pipeline.embedding import open_encoder
from pipeline.retrieval.bm25 import Bm25
from pipeline.retrieval.maxsim import MaxSim
from pipeline.retrieval.retriever import Retriever
from pipeline.settings import Embedder, Retrieval
from pipeline.types import Chunk
from pipeline.vectors import VectorCache

DEPTH = 10


def ndcg(ranked: Sequence[str], relevance: Mapping[str, int]) -> float:
    """nDCG of one query's ranked ids, given the relevance (0 and up) of the judged ones."""
    gains = [relevance.get(name, 0) for name in ranked]
    best = sorted(relevance.values(), reverse=True)[: len(ranked)]
    return _discounted(gains) / _discounted(best)


def _discounted(gains: Sequence[int]) -> float:
    return sum(gain / math.log2(rank + 1) for rank, gain in enumerate(gains, 1))


def read_judgements(path: Path) -> dict[str, dict[str, int]]:
    """Query id → document id → relevance, from a tab-separated file with a header line."""
    judged: dict[str, dict[str, int]] = {}
    with path.open(newline="") as stream:
        for query, document, relevance in list(csv.reader(stream, delimiter="\t"))[1:]:
            judged.setdefault(query, {})[document] = int(relevance)
    return judged


def evaluate(folder: Path, settings: Embedder) -> float:
    """Mean nDCG@10 over the judged queries."""
    corpus = _records(folder / "corpus.jsonl")
    judged, queries = _judged_queries(folder)
    encoder = open_encoder(settings, MODELS)
    start = time.perf_counter()
    vectors = encoder.embed([_text(record) for record in corpus], _show(len(corpus)))
    rate = len(corpus) / (time.perf_counter() - start)
    ids = np.array([str(record["_id"]) for record in corpus])
    scores = []
    for query in queries:
        order = np.argsort(-(vectors @ encoder.embed_query(query["text"])), kind="stable")[:DEPTH]
        scores.append(ndcg(list(ids[order]), judged[str(query["_id"])]))
    mean = float(np.mean(scores))
    name = settings.model_path or settings.precision
    print(f"{name}: nDCG@{DEPTH} {mean:.4f} over {len(scores)} queries, {len(ids)} abstracts at {rate:.1f} texts/s")
    return mean


def evaluate_reranking(folder: Path, settings: Embedder) -> dict[str, float]:
    """Mean nDCG@10 of each search, alone and reranked."""
    corpus, (judged, queries) = _records(folder / "corpus.jsonl"), _judged_queries(folder)
    encoder = open_encoder(settings, MODELS)
    chunks = tuple(
        Chunk(str(record["_id"]), "scifact", at, _text(record), 1, 1, 0, 0, 1) for at, record in enumerate(corpus)
    )
    texts = [chunk.text for chunk in chunks]
    collection = Collection("scifact", "", {}, chunks, encoder.embed(texts, _show(len(texts))))
    lexical = Bm25(texts)
    means: dict[str, float] = {}
    with tempfile.TemporaryDirectory() as scratch:
        rerank = MaxSim(encoder, VectorCache(Path(scratch) / "tokens.sqlite")).scores
        for search, reranker in itertools.product(("semantic", "bm25", "hybrid"), (None, rerank)):
            # no question of SciFact asks for a list, so that adaptive is 0.7
            retriever = Retriever(collection, encoder, Retrieval(search=search, top_k=DEPTH), lexical, reranker)
            found = [[hit.chunk.id for hit in retriever.search(query["text"])] for query in queries]
            scores = [ndcg(ids, judged[str(query["_id"])]) for ids, query in zip(found, queries, strict=True)]
            name = f"{search}, {'maxsim' if reranker else 'none'}"
            means[name] = float(np.mean(scores))
            print(f"{name}: nDCG@{DEPTH} {means[name]:.4f} over {len(scores)} queries", flush=True)
    return means


def _judged_queries(folder: Path) -> tuple[dict[str, dict[str, int]], list[dict[str, Any]]]:
    judged = read_judgements(folder / "qrels" / "beir_test.tsv")
    return judged, [record for record in _records(folder / "queries.jsonl") if str(record["_id"]) in judged]


def _text(record: Mapping[str, Any]) -> str:
    return f"{record['title']} {record['text']}"


def _records(path: Path) -> list[dict[str, Any]]:
    with path.open(encoding="utf-8") as stream:
        return [json.loads(line) for line in stream]


def _show(total: int) -> Any:
    def tell(done: int) -> None:
        if sys.stderr.isatty() and done % 50 == 0:
            print(f"\r{done}/{total} abstracts", end="", file=sys.stderr, flush=True)

    return tell


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--precision", nargs="+", choices=("int8", "fp32"), default=["int8", "fp32"])
    parser.add_argument("--model", help="a folder with model.onnx and tokenizer.json instead of the packaged model")
    parser.add_argument("--rerank", action="store_true", help="every search, alone and reranked by maxsim")
    given = parser.parse_args()
    root = os.environ.get("RAGATTA_DATA")
    if root is None or not (Path(root) / "scifact").is_dir():
        print("skipped: set RAGATTA_DATA to a folder that holds scifact/ (corpus.jsonl, queries.jsonl, qrels/)")
        return 0
    if given.model is None:
        fetch(MODELS)
    if given.rerank:
        evaluate_reranking(Path(root) / "scifact", Embedder(model_path=given.model, precision=given.precision[0]))
        return 0
    found = {
        precision: evaluate(Path(root) / "scifact", Embedder(model_path=given.model, precision=precision))
        for precision in given.precision
    }
    if len(found) == 2:
        print(f"difference: {100 * (found['int8'] - found['fp32']):+.2f} points")
    return 0


if __name__ == "__main__":
    sys.exit(main())
