"""What only the optional metrics need: the embedder at hand, and a judge with a cache of its own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from conf.schema import Config
from eval.score import ScoringTools
from eval.scorers.semantic_similarity import Embed, remembered
from experiments.paths import JUDGEMENTS, VECTORS
from experiments.prepare import Preparation
from pipeline.llm.ask import Asker
from pipeline.llm.recorded import connected
from pipeline.llm.replies import Replies
from pipeline.settings import LLM, Embedder
from pipeline.vectors import VectorCache, embed_cached


def scoring_tools(config: Config, prepared: Preparation) -> ScoringTools:
    """The tools of the metrics that are asked for, and no others. With llm.cache=only the judge is replayed too.

    Raises ModelUnavailable, before anything is judged, where the judge's model is not there, ReplyMissing where it may
    only be replayed and never judged.
    """
    scoring = config.scoring
    judge = replace(scoring.judge_llm, cache="only") if config.llm.cache == "only" else scoring.judge_llm
    return ScoringTools(
        embed=_embed(config.embedder, prepared) if scoring.semantic_similarity else None,
        ask=_judge(judge).ask if scoring.judge else None,
    )


def _embed(embedder: Embedder, prepared: Preparation) -> Embed:
    encoder, cache = prepared.encoder(embedder), VectorCache(VECTORS)

    def embed(texts: Sequence[str]) -> np.ndarray:
        vectors, _ = embed_cached(encoder, cache, texts)
        return vectors

    return remembered(embed)


def _judge(llm: LLM) -> Asker:
    replies = Replies(JUDGEMENTS)
    backend = connected(llm, lambda: replies)
    backend.identity()
    return Asker(backend, replies, mode=llm.cache, seed=llm.seed)
