"""One scorer per file; each follows the protocol `Scorer`. A metric has the name of its file, unless a file makes
two."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

from ragatta.eval.answers.number_rules import RULES
from ragatta.eval.evidence import Corpus
from ragatta.pipeline.llm.seam import Prompt
from ragatta.pipeline.plugins import Kind
from ragatta.pipeline.types import Answer, Question

Embed = Callable[[Sequence[str]], np.ndarray]  # texts → vectors (texts, dimensions)


@dataclass(frozen=True)
class Given:
    """The input of a scorer. `pages` are the corpus as the run's parser read it."""

    question: Question
    answer: Answer
    pages: Corpus
    number_tolerance: float = 0.0  # a share of the expected number's size
    number_rules: Collection[str] = RULES
    components: bool = True
    cutoff: int = 10  # passages, the best first, of the metrics of their order
    embed: Embed | None = None  # None: no semantic similarity is asked for
    ask: Callable[[Prompt[Any]], Any] | None = None  # a judge's reply on right or wrong; None: nobody judges
    judge_max_tokens: int = 256
    ask_judged: Callable[[Prompt[Any]], Any] | None = None  # a judge's reply on the rest; None: nobody judges
    judged_max_tokens: int = 1024


class Scorer(Protocol):
    """Makes one or two metrics of an answer."""

    def metrics(self, given: Given) -> Mapping[str, float | None]:
        """By name, in [0, 1] or a count; None if a metric does not apply to the question or is off; it is then left out
        of means. Raises ValueError if the answer's context was not split from the pages."""


SCORERS = Kind("eval/scorers", Scorer)
