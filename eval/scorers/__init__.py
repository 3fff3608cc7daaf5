"""One scorer per file: a class that declares its metrics and computes them."""

from __future__ import annotations

import sys
from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import MISSING, dataclass, fields
from functools import lru_cache
from typing import Any, ClassVar

import numpy as np

from ragatta.eval.matching.evidence import Corpus
from ragatta.eval.metrics import LAST, Metric
from ragatta.pipeline.llm.seam import Prompt
from ragatta.pipeline.plugins.registry import Outside, outside
from ragatta.pipeline.plugins.technique import Technique, Techniques
from ragatta.pipeline.types import Answer, Question

Embed = Callable[[Sequence[str]], np.ndarray]  # texts → vectors (texts, dimensions)


@dataclass(frozen=True)
class Given:
    """The input of a scorer. `pages` are the corpus as the run's parser read it; `embed` is there where scoring is
    given an embedder, `ask` (a judge's reply) where it is given a judge. `undecided` says why no rule decides the
    answer's score; "" where one does, and where people have said something of it."""

    question: Question
    answer: Answer
    pages: Corpus
    embed: Embed | None = None
    ask: Callable[[Prompt[Any]], Any] | None = None
    undecided: str = ""


@dataclass(frozen=True)
class Scorer(Technique):
    """Makes the metrics of an answer. Its fields are settings of `scoring`, by their names."""

    KEY: ClassVar[str] = "scoring"
    metrics: ClassVar[tuple[Metric, ...]] = ()  # what it makes

    @abstractmethod
    def score(self, given: Given) -> Mapping[str, float | None]:
        """The values by name; what is missing or None does not apply to the question, and is left out of means. Called
        only where one of its metrics is computed. Raises ValueError if the answer's context was not split from the
        pages."""

    @classmethod
    def calls(cls, answers: int, questions: int) -> int:  # noqa: ARG003 - of a scorer that asks a model
        """The calls of a model at most, without repairs, for so many answers to so many questions."""
        return 0

    @classmethod
    def failures(cls, rows: Sequence[Mapping[str, float | None]]) -> tuple[str, str]:  # noqa: ARG003 - likewise
        """The calls of a model that failed, by the metrics of answers, and the figures that are over the others, in
        words: "2 of 5 judgements" and "judge is". Empty where none failed."""
        return "", ""


SCORERS = Techniques("scorers", Scorer)


def scorers() -> Mapping[str, type[Scorer]]:
    """The class of each scorer, by the name of its file. Raises BrokenPart for one of another package that is declared
    wrongly."""
    return _scorers(tuple(outside(SCORERS.kind).items()))


def declared() -> Mapping[str, Metric]:
    """Every metric by name, in the order of columns: Ragatta's own, then those of packages and folders by name. Raises
    as `scorers`."""
    return _declared(tuple(outside(SCORERS.kind).items()))


def asking() -> list[str]:
    """The keys that switch on metrics which a model is asked for, sorted."""
    return sorted({f"scoring.{one.on_request}" for one in declared().values() if one.asks and one.on_request})


def from_outside() -> dict[str, str]:
    """The scorer of each metric that is not Ragatta's own, by the metric's name."""
    others = {name: found for name, found in scorers().items() if SCORERS.offered(name)}
    return {metric.name: name for name, found in others.items() for metric in found.metrics}


def is_comparable(name: str) -> bool:
    """Whether a metric can be compared: more of it is better. One of a scorer that is no longer here can."""
    return name not in declared() or declared()[name].better == "more"


def scorer(name: str) -> type[Scorer]:
    """The class of one scorer. Raises ValueError for an unknown name, BrokenPart where it is declared wrongly."""
    found = SCORERS.load(name)
    if wrong := wrong_scorer(found):
        raise SCORERS.broken(name, "; ".join(wrong), place=sys.modules[found.__module__].__file__ or "")
    return found


def wrong_scorer(found: type[Scorer]) -> list[str]:
    """What is declared wrongly in the class of a scorer."""
    metrics: Any = found.metrics
    if not isinstance(metrics, tuple) or not all(isinstance(one, Metric) for one in metrics):
        return [f"{found.__name__}.metrics is not a tuple of Metric"]
    unset = [one.name for one in fields(found) if one.default is MISSING and one.default_factory is MISSING]
    wrong = [f"{found.__name__}: {', '.join(unset)} without a default"] if unset else []
    return [*wrong, *(problem for one in metrics for problem in one.problems())]


@lru_cache(maxsize=1)
def _scorers(_outside: tuple[tuple[str, Outside], ...]) -> Mapping[str, type[Scorer]]:
    found = {name: scorer(name) for name in SCORERS.names()}
    makers: dict[str, str] = {}
    for name in sorted(found, key=lambda name: bool(SCORERS.offered(name))):  # own ones first
        for metric in found[name].metrics:
            if other := makers.get(metric.name):
                of = f"the scorer {other}'s" if SCORERS.offered(other) else "a metric of Ragatta's own"
                raise SCORERS.broken(name, f"{metric.name} is {of}; choose another name", found[name].score)
            makers[metric.name] = name
    return found


@lru_cache(maxsize=1)
def _declared(parts: tuple[tuple[str, Outside], ...]) -> Mapping[str, Metric]:
    found = [metric for one in _scorers(parts).values() for metric in one.metrics]
    found.sort(key=lambda metric: (metric.place, metric.name if metric.place == LAST else ""))
    return {metric.name: metric for metric in found}
