"""BM25 as Lucene has it, held against two published tables: `RAGATTA_DATA=folder python -m benchmarks.lucene`.

CACM (3,204 records, 52 judged queries, as Anserini ships them) and SciFact (5,183 abstracts, 300 queries), a text a
record, with `bm25.formula=lucene bm25.k1=0.9 bm25.b=0.4 analyser=lucene`, 1,000 documents a query. The figures are
trec_eval's. OK within 0.005, else FAIL and exit status 1; beside them are those of the usual formula.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from benchmarks.beir import MAP, NDCG, P30, RECALL, figures
from ragatta.experiments.command_line.process import run_command
from ragatta.experiments.commands.data import places
from ragatta.experiments.corpora.beir import Judged, read_judged
from ragatta.pipeline.retrieval import analyser
from ragatta.pipeline.retrieval.bm25 import USUAL, Bm25, Formula

HITS = 1_000
TOLERANCE = 0.005
LUCENE = Formula("lucene", k1=0.9, b=0.4)  # Anserini's usual values


@dataclass(frozen=True)
class Table:
    folder: str
    qrels: str
    published: dict[str, float]
    source: str


TABLES = (
    Table("cacm", "qrels/test.tsv", {MAP: 0.3123, P30: 0.1942}, "Anserini, src/main/resources/regression/cacm.yaml"),
    Table(
        "scifact",
        "qrels/beir_test.tsv",
        {NDCG: 0.6789, RECALL: 0.9253},
        "Anserini, docs/regressions/regressions-beir-v1.0.0-scifact.flat.md",
    ),
)


def ranked(judged: Judged, words: str, formula: Formula) -> dict[str, list[str]]:
    """The ids of the best documents of each query; ties keep their order."""
    names, index = [*judged.texts], Bm25([*judged.texts.values()], analyser.load(words), formula)
    found = {}
    for query, text in judged.queries.items():
        scores, holding = index.scores(text)
        order = np.argsort(-scores, kind="stable")
        found[query] = [names[row] for row in order[holding[order]][:HITS]]
    return found


def lines(table: Table, folder: Path) -> Iterator[str]:
    """A line a metric: the usual formula, ours as Lucene's, what is published, and whether they agree."""
    judged, metrics = read_judged(folder, table.qrels), [*table.published]
    usual = figures(ranked(judged, "english", USUAL), judged.relevance, metrics)
    ours = figures(ranked(judged, "lucene", LUCENE), judged.relevance, metrics)
    for name, wanted in table.published.items():
        word = "OK" if abs(ours[name] - wanted) <= TOLERANCE else "FAIL"
        cells = f"{usual[name]:.4f} {ours[name]:.4f} {wanted:.4f} {ours[name] - wanted:+.4f}"
        yield f"{table.folder:8} {name:12} {cells} {word}  {table.source}"


def main(arguments: list[str]) -> int:  # noqa: ARG001
    print(f"{'':8} {'':12} usual  lucene published")
    said = []
    for table in TABLES:
        place = next((place for place in places(table.folder) if (place / table.qrels).is_file()), None)
        if place is None:
            print(f"{table.folder}: not there; set RAGATTA_DATA to the folder that holds {table.folder}/")
            continue
        for line in lines(table, place):
            print(line, flush=True)
            said.append(line)
    return int(any(" FAIL  " in line for line in said))


if __name__ == "__main__":
    run_command(main)
