"""Which families of filings' questions tell variations apart that no other family tells apart.

    python -m benchmarks.families [--seeds 71 83] [--grids seven strategy ...]

Sweeps each grid over each seed, then compares every two variations of a grid within each family, over the questions of
all seeds: a paired sign-flip test, corrected (Holm) over all pairs of a metric. Two variations that several grids have
are one pair. The table has the pairs that the family tells apart; how many of these no other family tells apart in the
same direction (alone), nor all others together (beyond); and how many another family tells apart in the other direction
(against). The test is by question, where the tables of Ragatta are by document: a family about one document, which
tells nothing apart there, may do so here. A family with nothing in the columns `alone` and `beyond` may still have a
metric of its own, or add documents.
"""

from __future__ import annotations

import argparse
import sys
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from unittest.mock import patch

import numpy as np

from benchmarks.sweeping import sweep_of
from ragatta.eval.statistics import question_means
from ragatta.eval.statistics.comparison import ALPHA, holm
from ragatta.eval.statistics.permutation import sign_flip_test
from ragatta.experiments.paths import DATASETS

sys.path.insert(0, str(DATASETS))  # the generator is a package below datasets/

from filings.documents.library import write_library
from filings.facts import draw_facts
from filings.questions import collection

GRIDS = (
    "seven", "architectures", "strategy", "reranker", "router", "missing", "chunk_size", "long_chunks", "window",
    "analyser", "document_filter", "enumeration", "top_k", "alpha", "router_reading", "decomposition", "allotment",
    "parser",
)  # fmt: skip
METRICS = ("score", "evidence_recall")
OTHERS = "all others together"
Pair = tuple[str, str, str, str]  # grid, metric, and two variations
Differences = dict[Pair, dict[str, list[float]]]  # within each family


def families(seed: int) -> dict[str, str]:
    """The family of each question, by id: who asks it, where several ask questions of one kind."""
    facts = draw_facts(seed)
    marked = {_marking(ask): most for ask, most in collection.PLAIN.items()}
    with patch.object(collection, "PLAIN", marked):
        golds = collection.all_questions(facts, write_library(facts))
    plain = {gold.id: gold.tags[-1] for gold in golds if gold.tags and gold.tags[-1].startswith("by ")}
    return {gold.id: plain.get(gold.id, gold.id.partition("_")[0]) for gold in golds}


def _marking(ask: collection.Asking) -> collection.Asking:
    name = "by " + ask.__name__.removesuffix("_questions")
    return lambda facts, library: [replace(gold, tags=(*gold.tags, name)) for gold in ask(facts, library)]


def differences(seeds: Sequence[int], grids: Sequence[str]) -> Differences:
    """Of every two variations of a grid, question by question."""
    found: Differences = defaultdict(lambda: defaultdict(list))
    for seed in seeds:
        of, seen = families(seed), set[tuple[str, frozenset[str]]]()
        for grid in grids:
            sweep = sweep_of("--sweep", grid, f"dataset.seed={seed}", "dataset.every_kind=true")
            for metric in METRICS:
                means = [(run, question_means(run.scores(metric))) for run in sweep.runs if not run.same_as]
                for (one, first), (other, second) in combinations(means, 2):
                    pair = metric, frozenset(str(run.manifest["run_key"]) for run in (one, other))
                    if pair in seen:
                        continue
                    seen.add(pair)
                    for question in first.keys() & second.keys():
                        apart = first[question] - second[question]
                        found[grid, metric, one.label, other.label][of[question]].append(apart)
    return found


def told(found: Mapping[Pair, Mapping[str, Sequence[float]]]) -> dict[str, dict[Pair, int]]:
    """The pairs that each family tells apart, with the sign of the difference."""
    told_by = {}
    for family in sorted({family for of in found.values() for family in of}):
        apart: dict[Pair, int] = {}
        for metric in METRICS:
            own = {pair: of[family] for pair, of in found.items() if family in of and pair[1] == metric}
            corrected = holm([_p(values) for values in own.values()])
            shown = [pair for pair, p in zip(own, corrected, strict=True) if p < ALPHA]
            apart |= {pair: int(np.sign(sum(own[pair]))) for pair in shown}
        told_by[family] = apart
    return told_by


def _p(values: Sequence[float]) -> float:
    return sign_flip_test(np.array(values)) if any(values) else 1.0


def rows(found: Differences, told_by: Mapping[str, Mapping[Pair, int]]) -> Iterator[str]:
    """The lines of the table."""
    yield "| family | questions | told apart | alone | beyond | against |\n| --- | --- | --- | --- | --- | --- |"
    for family, apart in told_by.items():
        signs = {pair: {told_by[other].get(pair, 0) for other in told_by if other != family} for pair in apart}
        alone = [pair for pair, sign in apart.items() if sign not in signs[pair]]
        together = told({pair: {OTHERS: _others(of, family)} for pair, of in found.items()})[OTHERS]
        beyond = [pair for pair in alone if together.get(pair) != apart[pair]]
        against = [pair for pair, sign in apart.items() if -sign in signs[pair]]
        asked = max(len(of[family]) for of in found.values() if family in of)
        cells = [asked, *map(len, (apart, alone, beyond, against))]
        yield f"| {family.removeprefix('by ')} | {' | '.join(map(str, cells))} |"


def _others(of: Mapping[str, Sequence[float]], family: str) -> list[float]:
    return [value for name, own in of.items() if name != family for value in own]


def main() -> int:
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("--seeds", type=int, nargs="+", default=[71, 83], help="(%(default)s)")
    words.add_argument("--grids", nargs="+", default=GRIDS, help="files of conf/experiment/")
    given = words.parse_args()
    found = differences(given.seeds, given.grids)
    print(f"{len(found)} pairs of variations and metrics", *rows(found, told(found)), sep="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
