"""The tools of the optional metrics: the run's embedder, and a judge with a cache of its own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from ragatta.conf.schema import Config
from ragatta.eval.score import ScoringTools
from ragatta.eval.scorers import Embed
from ragatta.eval.scorers.semantic_similarity import remembered
from ragatta.experiments.paths import VECTORS
from ragatta.experiments.running.judging import Judge
from ragatta.experiments.running.prepare import Preparation
from ragatta.pipeline.index.embedder import Embedder
from ragatta.pipeline.index.embedding.vector_cache import VectorCache, embed_cached


def judge_of(config: Config, prepared: Preparation) -> Judge | None:
    """The judge, or None. With llm.cache=only the judge is replayed too.

    Raises ModelUnavailable before any judging if the judge's model is missing, ReplyMissing if it may only be replayed
    and has no record.
    """
    if not config.scoring.asks_a_judge:
        return None
    llm = config.scoring.judge_llm
    return prepared.models.judge(replace(llm, cache="only") if config.llm.cache == "only" else llm, config.retry_failed)


def scoring_tools(config: Config, prepared: Preparation, judge: Judge | None) -> ScoringTools:
    """The tools of the metrics that are switched on."""
    return ScoringTools(
        embed=_embed(config.embedder, prepared) if config.scoring.semantic_similarity else None,
        ask=judge.ask if judge else None,
        people=prepared.course.people,
    )


def _embed(embedder: Embedder, prepared: Preparation) -> Embed:
    encoder, cache = prepared.index.encoder(embedder), VectorCache(VECTORS)

    def embed(texts: Sequence[str]) -> np.ndarray:
        vectors, _ = embed_cached(encoder, cache, texts)
        return vectors

    return remembered(embed)
