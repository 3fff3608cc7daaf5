"""Learns the semantic share of a hybrid search on the dev questions, and judges it on the test ones.

It is the one that finds most evidence, for each of the two kinds of query (those of pipeline/text/enumeration.py). No
answer is written: a question's score is the share of its gold evidence in the chunks that are found for it, within its
own documents, with the window and the reranker of the settings.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from statistics import fmean
from typing import Any

from ragatta.eval.scorers import evidence_recall
from ragatta.eval.statistics import compare
from ragatta.experiments.command_line.commands import command
from ragatta.experiments.command_line.options import chooses
from ragatta.experiments.composing.chosen import Chosen
from ragatta.experiments.composing.config import Point
from ragatta.experiments.composing.overrides import one_point
from ragatta.experiments.composing.words import key_of
from ragatta.experiments.corpora.dataset import open_dataset
from ragatta.experiments.faults import Fault
from ragatta.experiments.progress.bars import Bars
from ragatta.experiments.resources.resources import Resources
from ragatta.experiments.results import console
from ragatta.experiments.results.cells import number, signed
from ragatta.pipeline.configuration import Pipeline
from ragatta.pipeline.retrieval.searches.hybrid import Hybrid
from ragatta.pipeline.text.enumeration import is_enumeration
from ragatta.pipeline.types import Answer, Question

GRID = tuple(tenth / 10 for tenth in range(11))
KINDS = ("enumeration", "reasoning")
EVEN = 0.5  # of equally good alphas the nearest to it: neither side is trusted more than the questions say


@dataclass(frozen=True)
class Learned:
    """The mean evidence recall on the dev questions of a kind, by alpha; empty if there is no such question."""

    name: str
    questions: int
    recall: dict[float, float]

    @property
    def best(self) -> float | None:
        """The alpha to use, None if there was nothing to learn from."""
        return min(self.recall, key=lambda alpha: (-self.recall[alpha], round(abs(alpha - EVEN), 1)), default=None)


@command(__doc__, "learn-alpha", "learn-alpha --dataset cuad")
@chooses()
def learn_alpha(chosen: Chosen) -> int:
    point = _point(chosen.overrides())
    settings, bars = point.config.pipeline(), Bars()
    with bars.shown():
        resources = Resources.of(open_dataset(point.config.dataset, bars), bars)
        split = {
            name: [question for question in resources.dataset.questions if question.split == name and question.evidence]
            for name in ("dev", "test")
        }
        if not split["dev"]:
            raise Fault(
                f"{resources.dataset.name}: no question with evidence has `split: dev`; mark some to learn from"
            )
        learned = [learn(kind, split["dev"], settings, resources) for kind in KINDS]
        learned_alphas = {f"alpha_{kind.name}": kind.best for kind in learned if kind.best is not None}
        before, after = (
            recalls(split["test"], _with(settings, alpha="adaptive", **alphas), resources)
            for alphas in ({}, learned_alphas)
        )
    _show(learned)
    _judge(before, after)
    overrides = " ".join(f"retrieval.{name}={alpha}" for name, alpha in learned_alphas.items())
    print(f"ragatta run --split test --variation {point.config.variation} {overrides}")
    return 0


def learn(kind: str, questions: Sequence[Question], settings: Pipeline, resources: Resources) -> Learned:
    """Searches for every question of the kind with every alpha of the grid."""
    of_kind = [question for question in questions if is_enumeration(question.question) == (kind == "enumeration")]
    recall: dict[float, float] = {}
    for done, alpha in enumerate(GRID if of_kind else ()):
        resources.progress(f"alphas for {kind}", done, len(GRID))
        recall[alpha] = fmean(recalls(of_kind, _with(settings, alpha=alpha), resources).values())
    resources.progress(f"alphas for {kind}", len(GRID), len(GRID))
    return Learned(kind, len(of_kind), recall)


def recalls(questions: Sequence[Question], settings: Pipeline, resources: Resources) -> dict[str, float]:
    """Question id → share of its evidence in the chunks that these settings find for it."""
    retriever, pages = resources.index.retriever(settings), resources.documents.corpus(settings.parser).pages
    scores: dict[str, float] = {}
    for question in questions:
        hits = retriever.expand(retriever.search(question.question, question.documents or None), question.question)
        answer = Answer("answered", "", context=tuple(hit.chunk for hit in hits))
        score = evidence_recall.score(question, answer, pages)
        assert score is not None, "only questions with evidence are asked about"
        scores[question.id] = score
    return scores


def _point(overrides: Sequence[str]) -> Point:
    if split := [word for word in overrides if word.startswith("dataset.split=")]:
        raise Fault(f"{split[0]}: alpha is learned on dev and judged on test; leave it out")
    usual = [] if any(key_of(word) == "variation" for word in overrides) else ["variation=hybrid_search"]
    point = one_point([*usual, *overrides], "learn-alpha")
    if not isinstance(point.config.retrieval, Hybrid):
        raise Fault("alpha weighs the two rankings of a hybrid search: choose --variation hybrid_search")
    return point


def _with(settings: Pipeline, **changes: Any) -> Pipeline:
    return replace(settings, retrieval=replace(settings.retrieval, **changes))


def _show(learned: Sequence[Learned]) -> None:
    rows = [
        [kind.name, str(kind.questions), *(number(kind.recall.get(alpha)) for alpha in GRID), number(kind.best, ".1f")]
        for kind in learned
    ]
    headings = ["dev questions", "number", *(f"{alpha:.1f}" for alpha in GRID), "best"]
    console.plain_console().print(console.grid("evidence recall by alpha", headings, rows))


def _judge(before: Mapping[str, float], after: Mapping[str, float]) -> None:
    if not before:
        print("\nNo question with evidence is left to judge it on: mark some with split: test.")
        return
    sides = [{id_: [score] for id_, score in scores.items()} for scores in (after, before)]
    found = compare(sides[0], sides[1])
    means = (
        f"{number(fmean(before.values()))} with the alphas as set, {number(fmean(after.values()))} with those learned"
    )
    sure = f"{signed(found.difference)} ({signed(found.low)} to {signed(found.high)}), {found.words}"
    print(f"\nOn the {len(before)} test questions: evidence recall {means}; difference {sure}.")
