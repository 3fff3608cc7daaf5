"""Whether the studio offers the page of the evidence first, for questions with short answers.

    python -m benchmarks.evidence_places [--datasets cuad uda] [--hybrid]

A person has a question, its document and the answer in its short form ("Florida", "2/16/00", "380"), and looks for the
page. Taken are the questions whose shortest accepted answer has at most five words; the right page is one of their gold
evidence. Rows, of each dataset and of cuad's questions about the governing law:

- search alone: the pages that BM25 finds with question and answer;
- offered: the places that the studio offers (`experiments/adding/writing.py`), where the answer stands first;
- offered, hybrid: the same with the hybrid search that the studio uses once its index is built (--hybrid builds it).

Governing law is counted where the answer's words stand on the right page; all others are counted in any case.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import Any

from ragatta.eval.matching.evidence import Corpus, gold_pages
from ragatta.eval.matching.places import places, searched
from ragatta.experiments.adding.draft import NewQuestion
from ragatta.experiments.adding.gold import open_gold
from ragatta.experiments.adding.writing import JUMPS, Search, offered
from ragatta.experiments.command_line.process import run_command
from ragatta.experiments.composing.overrides import compose_grid
from ragatta.experiments.progress.bars import Bars
from ragatta.extensions.studio.searching import SETTINGS, searching
from ragatta.pipeline.types import Question

LAW = "Governing Law"
SHORT = 5  # words
Ranks = dict[str, int]  # of the right page in each order; 0: not there


def main(arguments: list[str]) -> int:
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("--datasets", nargs="+", default=["cuad", "uda"])
    words.add_argument("--hybrid", action="store_true")
    given = words.parse_args(arguments)
    print(f"| questions | order | right page first | within {JUMPS} |\n| --- | --- | --- | --- |")
    for name in given.datasets:
        config = compose_grid([f"dataset={name}", "dataset.split=all", *SETTINGS])[0].config
        gold = open_gold(config.dataset, config.parser, Bars())
        search = searching(config, gold.dataset, gold.corpus) if given.hybrid else None
        asked = [question for question in gold.questions if is_short(question)]
        of_law = [one for one in asked if LAW in one.tags and _stands(one, gold.corpus)]
        ranks = {one.id: ranks_of(one, gold.corpus, search) for one in asked}
        for group, own in ((f"{name}, {LAW.lower()}", of_law), (name, asked)):
            print(*lines(group, [ranks[one.id] for one in own]), sep="\n", end="\n" if own else "", flush=True)
    return 0


def lines(name: str, ranks: Sequence[Ranks]) -> list[str]:
    """The rows of the table for some questions, one for each order."""
    found = []
    for order in ranks[0] if ranks else ():
        own, of = [one[order] for one in ranks], len(ranks)
        found.append(
            f"| {name} | {order} | {own.count(1)} of {of} | {sum(map(bool, own))} ({sum(map(bool, own)) / of:.0%}) |"
        )
    return found


def is_short(question: Question) -> bool:
    """Whether its answer is a short text or a number, and its evidence is known."""
    return (
        bool(question.evidence and question.expected)
        and question.kind in ("text", "number")
        and len(_answer(question).split()) <= SHORT
    )


def ranks_of(question: Question, corpus: Corpus, search: Search | None = None) -> Ranks:
    """The right page's rank in each order, from 1."""
    draft = NewQuestion(question=question.question, expected=[_answer(question)], documents=[*question.documents])
    kind, files = draft.answer()[0], list(question.documents)
    orders: dict[str, list[tuple[str, int]]] = {
        "search alone": [(one.file, one.pages[0]) for one in searched(draft.query(), corpus, files, most=JUMPS)],
        "offered": _pages(offered(draft, kind, corpus)),
    }
    if search:
        orders["offered, hybrid"] = _pages(offered(draft, kind, corpus, search))
    right = gold_pages(question)
    return {name: next((at for at, page in enumerate(own, 1) if page in right), 0) for name, own in orders.items()}


def _answer(question: Question) -> str:
    return min([str(question.expected), *question.also_accepted], key=len)


def _stands(question: Question, corpus: Corpus) -> bool:
    right = gold_pages(question)
    standing = places(_answer(question), corpus, question.documents)
    return any((place.file, page) in right for place in standing for page in place.pages)


def _pages(offers: Sequence[dict[str, Any]]) -> list[tuple[str, int]]:
    return [(one["file"], one["page"]) for one in offers]


if __name__ == "__main__":
    run_command(main)
