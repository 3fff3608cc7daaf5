"""The cosine similarity of the expected answer and the answer, from the run's embedder; below 0 counts as 0.

It accepts other wordings but cannot tell numbers apart: "$604" and "$605" are similar. The better of `value` and
`text` (for a list, its joined items) counts, against the best accepted answer. Sentence embeddings and their cosine:
Reimers and Gurevych 2019 (Sentence-BERT).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from ragatta.eval.answers.citations import without_citations
from ragatta.eval.final import accepted
from ragatta.eval.metrics import Metric
from ragatta.eval.scorers import Embed, Given, Scorer
from ragatta.pipeline.types import Answer, Question


@dataclass(frozen=True)
class SemanticSimilarity(Scorer):
    metrics: ClassVar[tuple[Metric, ...]] = (
        Metric(
            "semantic_similarity",
            "cosine of the expected answer and the answer",
            source="Sentence-BERT: Reimers and Gurevych 2019",
            applies_to="questions with an expected answer",
            on_request="semantic_similarity",
            place=160,
        ),
    )

    def score(self, given: Given) -> dict[str, float | None]:
        """As Scorer says."""
        assert given.embed, "eval.score sees to it"
        return {"semantic_similarity": score(given.question, given.answer, given.embed)}


def score(question: Question, answer: Answer, embed: Embed) -> float | None:
    """In [0, 1]; None for a question that expects no answer, 0 for an unanswered question. All texts go to `embed` in
    one batch."""
    if not question.expected:
        return None
    texts = [text for text in (", ".join(answer.items), answer.value, without_citations(answer.text)) if text.strip()]
    if answer.status != "answered" or not texts:
        return 0.0
    right = [", ".join(question.expected)] if isinstance(question.expected, tuple) else list(accepted(question))
    vectors = np.asarray(embed([*right, *texts]), dtype=np.float64)
    units = vectors / np.maximum(np.linalg.norm(vectors, axis=1, keepdims=True), np.finfo(np.float64).tiny)
    return float(np.clip((units[: len(right)] @ units[len(right) :].T).max(), 0.0, 1.0))


def remembered(embed: Embed) -> Embed:
    """The same, with every text embedded once."""
    known: dict[str, np.ndarray] = {}

    def vectors(texts: Sequence[str]) -> np.ndarray:
        if missing := [text for text in dict.fromkeys(texts) if text not in known]:
            known.update(zip(missing, embed(missing), strict=True))
        return np.stack([known[text] for text in texts])

    return vectors
