"""BM25, scored eagerly: the weight of every (term, chunk) pair is computed once, and a query only adds up the rows of
its terms. Terms: retrieval/analyser.py.

Source: Robertson and Zaragoza 2009; eager scoring after Lù 2024 (BM25S, arXiv 2407.03618). `okapi` has ATIRE's term
weights, and Robertson's idf with a floor for common words: the scores are those of `rank_bm25.BM25Okapi`, the
reference, to the last bit. `lucene` is BM25Similarity of Lucene 8 and later: an idf that is never negative, weights
without the factor k1 + 1, and lengths of texts rounded to what a byte holds (SmallFloat.intToByte4).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from threading import Lock
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ragatta.pipeline.plugins.checks import at_least, one_of
from ragatta.pipeline.retrieval.analyser import Analyser, plain

FORMULAS = ("okapi", "lucene")
EPSILON = 0.25  # of okapi: a word in more than half of the chunks counts this share of the average idf
EXACT, BITS = 24, 4  # of lucene: shorter lengths are not rounded, of others so many bits beyond them are kept
BLOCK = 4096  # texts whose words are in memory at once; at most 65,536, which 16 bits number


@dataclass
class Formula:
    """How a chunk is scored. It is in the run key where it is not the usual one."""

    formula: str = "okapi"  # or lucene
    k1: float = 1.5  # how much a word that is repeated counts
    b: float = 0.75  # how much the length of a chunk counts, from 0 to 1

    def problems(self) -> list[str]:
        """What is wrong with these settings, each fault with its fix; empty where nothing is."""
        found = one_of("bm25.formula", self.formula, FORMULAS)
        found += at_least("bm25.k1", self.k1, 0)
        return found + ([] if 0 <= self.b <= 1 else [f"bm25.b ({self.b:g}) must be from 0 to 1"])

    def idf(self, holding: NDArray[np.int64], chunks: int) -> NDArray[np.float64]:
        """The weight of each term, which is in `holding` of the chunks."""
        if self.formula == "lucene":
            return np.log1p((chunks - holding + 0.5) / (holding + 0.5))
        return _floored_idf(holding, chunks)

    def tf(self, frequency: NDArray[np.int32], lengths: NDArray[np.int64], average: float) -> NDArray[np.float64]:
        """How much each term counts that often in a chunk of that length."""
        if self.formula == "lucene":
            lengths, most = _rounded(lengths), 1.0
        else:
            most = self.k1 + 1
        return frequency * most / (frequency + self.k1 * (1 - self.b + self.b * lengths / (average or 1)))


USUAL = Formula()


class Postings(NamedTuple):
    """The terms' rows, laid end to end: term t holds begin[t]:begin[t + 1] of chunks and weights."""

    rows: dict[str, int]
    begin: NDArray[np.int64]
    chunks: NDArray[np.int32]
    weights: NDArray[np.float64]


class Block(NamedTuple):
    """How often each term is in each of some chunks, by term and then by chunk, in as few bytes as hold it: all blocks
    are in memory beside the postings that are made of them."""

    first: int  # the number of its first chunk
    terms: NDArray[np.int32]  # each once
    holding: NDArray[np.int32]  # how many of its chunks each term is in
    chunks: NDArray[np.uint16]  # from the first on
    frequency: NDArray[Any]


class Bm25:
    """BM25 over the terms of texts. The index is built at the first search (or by `build`), once, and may be shared
    between retrievers and threads."""

    def __init__(self, texts: Sequence[str], analyser: Analyser = plain, formula: Formula = USUAL) -> None:
        self._texts, self._terms, self._formula = texts, analyser, formula
        self._building = Lock()
        self._index: Postings | None = None

    def build(self) -> Bm25:
        """Build the index now if it is not there yet, so that no query pays for it."""
        self._postings()
        return self

    @property
    def built(self) -> bool:
        return self._index is not None

    @property
    def nbytes(self) -> int:
        """Bytes of the postings."""
        index = self._postings()
        return index.begin.nbytes + index.chunks.nbytes + index.weights.nbytes

    def _postings(self) -> Postings:
        with self._building:  # of threads that ask at once, one builds and the others wait
            if self._index is None:
                self._index = self._indexed()
        return self._index

    def _indexed(self) -> Postings:
        rows: dict[str, int] = {}
        lengths = np.zeros(len(self._texts), dtype=np.int64)
        blocks = [self._block(first, rows, lengths) for first in range(0, len(self._texts), BLOCK)]
        holding = np.zeros(len(rows), dtype=np.int64)
        for block in blocks:
            holding[block.terms] += block.holding
        begin = np.concatenate([[0], np.cumsum(holding)]).astype(np.int64)
        index = Postings(rows, begin, np.empty(begin[-1], dtype=np.int32), np.empty(begin[-1]))
        idf, average = self._formula.idf(holding, len(lengths)), int(lengths.sum()) / max(len(lengths), 1)
        free = begin[:-1].copy()  # where each term's next chunk goes
        for block in blocks:
            terms, chunks = np.repeat(block.terms, block.holding), block.chunks.astype(np.int32) + block.first
            place = free[terms] + np.arange(len(terms)) - np.searchsorted(terms, terms)
            tf = self._formula.tf(block.frequency.astype(np.int32), lengths[chunks], average)
            index.chunks[place], index.weights[place] = chunks, idf[terms] * tf
            free[block.terms] += block.holding
        return index

    def _block(self, first: int, rows: dict[str, int], lengths: NDArray[np.int64]) -> Block:
        """The words of the texts from `first` on; adds new terms to `rows`, and fills `lengths`."""
        terms: list[int] = []
        texts = self._texts[first : first + BLOCK]
        for chunk, text in enumerate(texts, first):
            before = len(terms)
            terms.extend(rows.setdefault(term, len(rows)) for term in self._terms(text))
            lengths[chunk] = len(terms) - before
        chunk_of_token = np.repeat(np.arange(len(texts)), lengths[first : first + len(texts)])
        pairs, frequency = np.unique(np.array(terms, dtype=np.int64) * BLOCK + chunk_of_token, return_counts=True)
        term, chunk_of = np.divmod(pairs, BLOCK)
        distinct, holding = np.unique(term, return_counts=True)
        shortest = np.min_scalar_type(int(frequency.max(initial=0)))
        return Block(
            first,
            distinct.astype(np.int32),
            holding.astype(np.int32),
            chunk_of.astype(np.uint16),
            frequency.astype(shortest),
        )

    def scores(
        self, query: str, wanted: NDArray[np.intp] | None = None
    ) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
        """Each chunk's score for the query, and which chunks hold any of its terms; both of shape (chunks,). Only those
        of the `wanted` chunks (ascending; None: of all) count: others may be 0."""
        index = self._postings()
        scores, found = np.zeros(len(self._texts)), np.zeros(len(self._texts), dtype=np.bool_)
        for term in self._terms(query):
            if (row := index.rows.get(term)) is not None:
                here = slice(index.begin[row], index.begin[row + 1])
                chunks, weights = index.chunks[here], index.weights[here]
                if wanted is not None and len(wanted) < len(chunks):
                    place = np.minimum(np.searchsorted(chunks, wanted), len(chunks) - 1)
                    place = place[chunks[place] == wanted]
                    chunks, weights = chunks[place], weights[place]
                np.add.at(scores, chunks, weights)
                found[chunks] = True
        return scores, found


def _floored_idf(holding: NDArray[np.int64], chunks: int) -> NDArray[np.float64]:
    """log((N - n + 0.5) / (n + 0.5)) for each term in n of N chunks; if that is negative, EPSILON x the mean."""
    idf = [math.log(chunks - n + 0.5) - math.log(n + 0.5) for n in holding.tolist()]
    total = float(np.cumsum(idf)[-1]) if idf else 0.0  # added up in the reference's order
    floor = EPSILON * total / max(len(idf), 1)
    return np.array([value if value >= 0 else floor for value in idf], dtype=np.float64)


def _rounded(lengths: NDArray[np.int64]) -> NDArray[np.int64]:
    """As one byte of Lucene holds them: beyond EXACT the first BITS bits, the rest cut."""
    beyond = np.maximum(lengths - EXACT, 0)
    shift = np.maximum(np.frexp(beyond.astype(np.float64))[1] - BITS, 0)
    return np.where(lengths < EXACT, lengths, EXACT + (beyond >> shift << shift))
