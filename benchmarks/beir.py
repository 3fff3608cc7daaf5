"""A retrieval collection in BEIR's form (Thakur et al. 2021, arXiv 2104.08663) and the figures of a ranking over it.

The metrics are trec_eval's own code (pytrec-eval-terrier): nDCG@10 with the gain itself over log2(rank + 1), after
Järvelin and Kekäläinen 2002, and recall@100.
"""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ragatta.pipeline.documents.corpus import Corpus
from ragatta.pipeline.plugins.identity import corpus_digest, digest
from ragatta.pipeline.types import Page

NDCG, RECALL, MAP, P30 = "ndcg_cut_10", "recall_100", "map", "P_30"
ASKED = {NDCG: "ndcg_cut.10", RECALL: "recall.100", MAP: "map", P30: "P.30"}  # as trec_eval takes them


@dataclass(frozen=True)
class Judged:
    """Texts by document id, the judged queries by id, and query id → document id → relevance (0 and up)."""

    texts: Mapping[str, str]
    queries: Mapping[str, str]
    relevance: Mapping[str, Mapping[str, int]]

    def corpus(self) -> Corpus:
        """Every text as a document of one page, for the pipeline's own chunks and collections."""
        files = {name: digest(text) for name, text in self.texts.items()}
        pages = {name: (Page(name, 1, text),) for name, text in self.texts.items()}
        return Corpus(corpus_digest(files.items()), files, pages)


def read_judged(folder: Path, qrels: str) -> Judged:
    """corpus.jsonl (title and text are one text, a space between), those of queries.jsonl that `qrels` judges."""
    relevance = read_relevance(folder / qrels)
    texts = {str(record["_id"]): f"{record['title']} {record['text']}" for record in _records(folder / "corpus.jsonl")}
    asked = {str(record["_id"]): str(record["text"]) for record in _records(folder / "queries.jsonl")}
    return Judged(texts, {name: text for name, text in asked.items() if name in relevance}, relevance)


def read_relevance(path: Path) -> dict[str, dict[str, int]]:
    """Query id → document id → relevance, from a tab-separated file with a header line."""
    judged: dict[str, dict[str, int]] = {}
    with path.open(newline="", encoding="utf-8") as stream:
        for query, document, relevance in list(csv.reader(stream, delimiter="\t"))[1:]:
            judged.setdefault(query, {})[document] = int(relevance)
    return judged


def figures(
    ranked: Mapping[str, Sequence[str]],
    relevance: Mapping[str, Mapping[str, int]],
    metrics: Sequence[str] = (NDCG, RECALL),
) -> dict[str, float]:
    """Mean of each metric over the judged queries, by trec_eval, given each one's document ids, best first. A query
    that found nothing counts as 0."""
    from pytrec_eval import RelevanceEvaluator  # of the development set-up

    # trec_eval orders by score, and equal scores by id: the ranks themselves are the scores
    scored = {query: {name: -float(rank) for rank, name in enumerate(found)} for query, found in ranked.items()}
    judged = {query: dict(documents) for query, documents in relevance.items()}
    found = RelevanceEvaluator(judged, {ASKED[name] for name in metrics}).evaluate(scored)
    return {metric: sum(each[metric] for each in found.values()) / len(judged) for metric in metrics}


def _records(path: Path) -> Iterator[dict[str, Any]]:
    with path.open(encoding="utf-8") as stream:
        for line in stream:
            yield json.loads(line)
