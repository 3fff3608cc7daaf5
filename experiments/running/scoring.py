"""Scores the answers of a variation: its metrics, the verdict of its score, and the stage that lost it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np

from ragatta.conf.schema import Config
from ragatta.eval.answers.status import with_status
from ragatta.eval.attribution import ON_THE_WAY, Attribution, attribute
from ragatta.eval.matching.copies import copies, named_by_gold
from ragatta.eval.record.own import audited, with_own
from ragatta.eval.record.table import recorded
from ragatta.eval.scorers import Embed
from ragatta.eval.scorers.semantic_similarity import remembered
from ragatta.eval.scoring import ScoringTools, graded
from ragatta.eval.verdict import Verdict
from ragatta.experiments.composing.config import Point
from ragatta.experiments.on_record.calibrations import judge_identity
from ragatta.experiments.on_record.journal import Entry, answer_of
from ragatta.experiments.paths import VECTORS
from ragatta.experiments.resources.judge import Judge
from ragatta.experiments.resources.resources import Resources
from ragatta.experiments.results.summary import Scored
from ragatta.experiments.running.system import STOPPING
from ragatta.pipeline.index.embedder import Embedder
from ragatta.pipeline.index.embedding.vector_cache import VectorCache, embed_cached
from ragatta.pipeline.types import Question

Graded = tuple[Mapping[str, float | None], Verdict, Attribution]


def judge_of(config: Config, resources: Resources) -> Judge | None:
    """The judge, or None. With llm.cache=only the judge is replayed too.

    Raises ModelUnavailable before any judging if the judge's model is missing, ReplyMissing if it may only be replayed
    and has no record.
    """
    if not (llm := config.scoring.asked_model()):
        return None
    replayed = replace(llm, cache="only") if config.llm.cache == "only" else llm
    return resources.models.judge(replayed, config.retry_failed)


class Grader:
    """Grades the answers of one variation; safe to share between threads. Reads the documents when it is made."""

    def __init__(self, point: Point, resources: Resources, judge: Judge | None = None) -> None:
        settings = point.config.pipeline()
        self._point, self._tools = point, scoring_tools(point.config, resources, judge)
        self._judge = judge
        corpus = resources.documents.corpus(settings.parser)
        self._pages, self._copied = corpus.pages, copies(corpus.files)
        self._chunks = partial(resources.index.chunks, settings) if settings.architecture.searches() else None

    def __call__(self, question: Question, record: Mapping[str, Any]) -> Graded:
        """`record` is the answer's, as the journal has it. Raises ModelUnavailable and ReplyMissing of the judge."""
        answer = named_by_gold(answer_of(with_status(record, question)), question, self._copied)
        try:
            scores, verdict = graded(question, answer, self._pages, self._point.config.scoring, self._tools)
        except STOPPING as fault:  # of the judge
            kept = "finished answers and judgements are kept: the same command goes on from there"
            raise type(fault)(f"judging {self._point.label}: {fault} ({kept})") from fault
        return scores, verdict, attribute(question, answer, scores, self._pages, self._chunks)

    def scored(self, question: Question, entry: Entry, asked_now: bool = False) -> Scored:
        """The answer of a journal's entry with its scores and the stage that lost it. Raises as grading does."""
        entry = replace(entry, record=with_status(entry.record, question))
        scores, verdict, lost = self(question, entry.record)
        return Scored(
            question=question,
            sample=entry.sample,
            entry=entry,
            scores=scores,
            reached=tuple((phrase, stage not in ON_THE_WAY) for phrase, stage in lost.evidence),
            asked_now=asked_now,
            lost_at=lost.lost_at,
            evidence_lost=lost.evidence,
            judging=self._judge.take() if self._judge else None,
            rule=verdict.rule,
            undecided=verdict.undecided,
            group=verdict.group,
            by_person=verdict.by_person,
        )


def scoring_tools(config: Config, resources: Resources, judge: Judge | None) -> ScoringTools:
    """The tools of the metrics that are switched on: the run's embedder, the judge, people's verdicts, the record."""
    told = judge_identity(judge.identity, config.scoring, resources.dataset.records) if judge else {}
    return ScoringTools(
        embed=_embed(config.embedder, resources) if config.scoring.semantic_similarity else None,
        ask=judge.ask if judge else None,
        people=resources.dataset.people,
        judge_settles=bool(told.get("calibration")),
        record=with_own(recorded(), audited(resources.dataset.people), config.scoring.error),
    )


def _embed(embedder: Embedder, resources: Resources) -> Embed:
    encoder, cache = resources.index.encoder(embedder), VectorCache(VECTORS)

    def embed(texts: Sequence[str]) -> np.ndarray:
        vectors, _ = embed_cached(encoder, cache, texts)
        return vectors

    return remembered(embed)
