"""Whether `add-question` shows the right page first, on the governing-law questions of CUAD.

    python -m benchmarks.evidence_places

A person knows the contract and the answer in its short form ("Florida"), and looks for the page: the answer's places in
the contract are ranked, and the page where lawyers marked the clause is the right one. Counted are the questions whose
right page holds the answer's words; in the others it cannot be found by them. Rows:

- by reading: the places in the order of the pages, as before they were ranked;
- question, question + answer: ranked by `eval.matching.places.ranked`;
- search alone: the pages that `searched` (eval/matching/places.py) finds with the question, answer there or not.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from ragatta.conf.schema import Dataset
from ragatta.eval.matching.evidence import Corpus, gold_pages
from ragatta.eval.matching.places import Place, places, ranked, searched
from ragatta.experiments.adding.gold import open_gold
from ragatta.experiments.command_line.process import run_command
from ragatta.experiments.composing.overrides import compose_grid
from ragatta.experiments.progress import Bars
from ragatta.pipeline.types import Question

TAGS = {"Governing Law", "clause"}
WITHIN = 5


def main(arguments: list[str]) -> int:
    argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter).parse_args(
        arguments
    )
    config = compose_grid(["dataset=cuad", "dataset.split=all"])[0].config
    dataset: Dataset = config.dataset
    gold = open_gold(dataset, config.parser, Bars())
    asked = [question for question in gold.questions if set(question.tags) >= TAGS]
    rows = [row for question in asked if (row := ranks_of(question, gold.corpus))]
    print(f"{len(asked)} questions, {len(rows)} with the answer's words on the right page\n")
    print(f"| order | right page first | within {WITHIN} |\n| --- | --- | --- |")
    for name in rows[0] if rows else ():
        ranks = [row[name] for row in rows]
        print(f"| {name} | {ranks.count(1)} of {len(rows)} | {sum(0 < rank <= WITHIN for rank in ranks)} |")
    return 0


def ranks_of(question: Question, corpus: Corpus) -> dict[str, int]:
    """The right page's rank in each order, from 1; 0: not there. Empty if the answer's words are not on it."""
    answer = min([str(question.expected), *question.also_accepted], key=len)
    found, both = places(answer, corpus, question.documents), f"{question.question} {answer}"
    if not _rank(question, found):
        return {}
    orders = {
        "by reading": found,
        "question": ranked(found, question.question, corpus),
        "question + answer": ranked(found, both, corpus),
        "search alone": searched(question.question, corpus, question.documents),
    }
    return {name: _rank(question, order) for name, order in orders.items()}


def _rank(question: Question, found: Sequence[Place]) -> int:
    right = gold_pages(question)
    ranks = (at for at, place in enumerate(found, 1) if right & {(place.file, page) for page in place.pages})
    return next(ranks, 0)


if __name__ == "__main__":
    run_command(main)
