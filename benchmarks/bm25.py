"""BM25 queries, ours against rank_bm25, in one run: `python -m benchmarks.bm25`.

The texts are synthetic (words drawn by Zipf's law, seeded), so that the command needs nothing but the clone.
Both indexes hold the same tokens, and every query's scores are compared before they are timed.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from statistics import median

import numpy as np
from rank_bm25 import BM25Okapi

from ragatta.pipeline.retrieval.analyser import plain
from ragatta.pipeline.retrieval.bm25 import Bm25

WORDS, LENGTH, QUERY = 30_000, 160, 8  # of the vocabulary, of a chunk (about 1,000 characters), of a query
QUERIES = 20


def synthetic_texts(count: int, length: int, seed: int) -> list[str]:
    """`count` texts of `length` words; the frequencies of the words follow Zipf's law with exponent 1.07."""
    random = np.random.default_rng(seed)
    weights = 1 / np.arange(1, WORDS + 1) ** 1.07
    drawn = random.choice(WORDS, size=(count, length), p=weights / weights.sum())
    return [" ".join(f"w{word}" for word in row) for row in drawn.tolist()]


def milliseconds(work: Callable[[str], object], queries: list[str]) -> float:
    """The median over the queries."""
    taken = []
    for query in queries:
        begun = time.perf_counter()
        work(query)
        taken.append(time.perf_counter() - begun)
    return 1000 * median(taken)


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("--chunks", type=int, default=20_000)
    chunks = arguments.parse_args().chunks
    texts, queries = synthetic_texts(chunks, LENGTH, seed=1), synthetic_texts(QUERIES, QUERY, seed=2)
    begun = time.perf_counter()
    ours = Bm25(texts).build()
    built = time.perf_counter() - begun
    reference = BM25Okapi([plain(text) for text in texts])
    for query in queries:
        if not np.array_equal(ours.scores(query)[0], reference.get_scores(plain(query))):
            raise SystemExit(f"the scores differ for {query!r}")
    fast = milliseconds(ours.scores, queries)
    slow = milliseconds(lambda query: reference.get_scores(plain(query)), queries)
    print(f"{chunks} chunks of {LENGTH} words, {QUERIES} queries of {QUERY} words; all scores equal")
    print(f"index built in {built:.1f} s")
    print(f"rank_bm25 {slow:9.3f} ms a query")
    print(f"ours      {fast:9.3f} ms a query, {slow / fast:.0f} times as fast")


if __name__ == "__main__":
    main()
