"""All metrics of one answer, and their means over many. Source: design section 8."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from statistics import fmean

from eval.evidence import Corpus
from eval.scorers import (
    citation_precision,
    evidence_recall,
    exact_match,
    page_recall,
    partial_match,
    router_recall,
    score,
)
from pipeline.identity import digest, file_digest
from pipeline.types import Answer, Question

ROOT = Path(__file__).parent
# All of eval/ that decides a score: changing one of these re-scores.
SCORING_CODE = (
    "evidence.py",
    "final.py",
    "items.py",
    "keywords.py",
    "normalise.py",
    "numbers.py",
    "phrases.py",
    "score.py",
    "scorers",
)
RESAMPLES = 2_000


@dataclass  # unfrozen: a schema of the configuration
class Scoring:
    """What scoring can be told."""

    number_tolerance: float = 0.0  # a share of the expected value: 0.01 takes 598 to 610 for 604

    def problems(self) -> list[str]:
        if 0 <= self.number_tolerance < 1:
            return []
        return [f"scoring.number_tolerance ({self.number_tolerance}) must be a share, from 0 to below 1"]


def score_answer(question: Question, answer: Answer, pages: Corpus, scoring: Scoring) -> dict[str, float | None]:
    """Every metric by name, in [0, 1], rounded to 6 digits; None where it does not apply.

    `pages` are the corpus's pages by file, read by the parser of the run: raises ValueError if they are
    others.
    """
    tolerance = scoring.number_tolerance
    scores = {
        "score": score.score(question, answer, tolerance),
        "partial_match": partial_match.score(question, answer, tolerance),
        "exact_match": exact_match.score(question, answer),
        "evidence_recall": evidence_recall.score(question, answer, pages),
        "page_recall": page_recall.score(question, answer),
        "router_recall": router_recall.score(question, answer),
        "citation_precision": citation_precision.score(question, answer),
    }
    return {name: None if value is None else round(value, 6) for name, value in scores.items()}


def summarise(rows: Sequence[Mapping[str, float | None]]) -> dict[str, float]:
    """The mean of each metric over the rows where it applies (a metric that applies nowhere is left out), and
    `score_ci_low` and `score_ci_high`: the 95% percentile bootstrap interval of the mean score (Efron 1979;
    2,000 resamples, always the same ones). Rounded to 6 digits."""
    names = list(dict.fromkeys(name for row in rows for name in row))
    columns = {name: [value for row in rows if (value := row.get(name)) is not None] for name in names}
    means = {name: fmean(values) for name, values in columns.items() if values}
    if columns.get("score"):
        means["score_ci_low"], means["score_ci_high"] = _interval(columns["score"])
    return {name: round(mean, 6) for name, mean in means.items()}


def _interval(scores: Sequence[float]) -> tuple[float, float]:
    import numpy as np

    values = np.asarray(scores)
    random = np.random.default_rng(0)
    means = [values[random.integers(0, values.size, values.size)].mean() for _ in range(RESAMPLES)]
    low, high = np.percentile(means, [2.5, 97.5])
    return float(low), float(high)


@lru_cache(maxsize=1)
def scorer_digest() -> str:
    """Hash of the code that scores, for the score key."""
    places = [ROOT / place for place in SCORING_CODE]
    files = sorted(file for place in places for file in (place.rglob("*.py") if place.is_dir() else [place]))
    return digest([[file.relative_to(ROOT).as_posix(), file_digest(file)] for file in files])
