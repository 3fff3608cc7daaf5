"""budget.race=true: asks the questions in random order over all variations, and drops a variation that is almost
certainly not the best.

llm.seed fixes the order, so that a continued sweep goes the same way. Source: eval/statistics/race.py.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, replace
from functools import partial
from statistics import fmean
from threading import Lock

from ragatta.eval.metrics import RETRIEVAL, SCORE
from ragatta.eval.statistics.race import beaten
from ragatta.experiments.composing.config import Point
from ragatta.experiments.on_record.journal import Journal, Key, came
from ragatta.experiments.resources.resources import Resources
from ragatta.experiments.results.summary import Dropped
from ragatta.experiments.running.flight import Flight, Task
from ragatta.experiments.running.scoring import Grader
from ragatta.experiments.running.variation import Variation
from ragatta.pipeline.plugins.identity import question_key
from ragatta.pipeline.types import Question

ROUND = 8  # questions between two looks
Score = Callable[[Question, Mapping[str, object]], float]


@dataclass(frozen=True)
class _Runner:
    """A variation in the race, with what asks the questions that it lacks."""

    label: str
    journal: Journal
    score: Score
    waiting: Mapping[Key, tuple[Task, Future[None]]]


class Race:
    """All variations question by question, in random order. `gathers`: its variations still enter, and nothing is asked
    yet; `dropped` are those that are asked no more, by label."""

    def __init__(self, points: Sequence[Point], resources: Resources, flight: Flight) -> None:
        self.flight, self.gathers, self.dropped = flight, True, dict[str, Dropped]()
        first = points[0].config
        by_rule = all(point.config.by_rule() for point in points)
        self.metric = first.comparison.metric or (RETRIEVAL if by_rule else SCORE)
        self._resources = resources
        self._questions = {question_key(question.asked()): question for question in resources.dataset.questions}
        self._order = sorted(self._questions.items())
        random.Random(first.llm.seed).shuffle(self._order)
        self._samples, self._variations = first.samples, len(points)
        self._runners: dict[str, _Runner] = {}
        self._scores: dict[tuple[str, Key], float] = {}
        self._lost: set[tuple[str, Key]] = set()  # answers that did not come
        self._asked, self._next_look = 0, ROUND
        self._lock = Lock()

    def enter(self, variation: Variation) -> None:
        """Enters it with its answers so far."""
        tasks = variation.tasks(lambda: self.flight.running)
        waiting = {key: (task, Future[None]()) for key, task in tasks.items()}
        variation.answers = [answer for _, answer in waiting.values()]
        runner = _Runner(variation.point.label, variation.journal, self._scorer(variation.point), waiting)
        self._runners[runner.label] = runner

    def _scorer(self, point: Point) -> Score:
        """The metric of an answer, given as its record; 0 if it does not apply."""
        grade = Grader(unjudged(point), self._resources)
        return lambda question, record: grade(question, record)[0][self.metric] or 0.0

    def start(self) -> None:
        """All variations that can begin have entered: the questions are asked."""
        self.gathers = False
        for runner in self._runners.values():
            for key in runner.journal.entries.keys() - runner.waiting.keys():
                self._note(runner, key)
        self._look()
        for question, _ in self._order:
            for key in self._keys(question):
                for runner in self._runners.values():
                    if waiting := runner.waiting.get(key):
                        _chain(self.flight.add(partial(self._run, runner, key, waiting[0])), waiting[1])

    def _keys(self, question: str) -> list[Key]:
        return [(question, sample) for sample in self._samples]

    def _run(self, runner: _Runner, key: Key, task: Task) -> None:
        if runner.label in self.dropped:
            return
        task()
        if key not in runner.journal.entries:  # held back (server_failures.py): it ends the looks, not the race
            return
        self._note(runner, key)
        self._look()

    def _note(self, runner: _Runner, key: Key) -> None:
        question = self._questions.get(key[0])
        if question is None or key[1] not in self._samples:
            return
        entry = runner.journal.entries[key]
        score = runner.score(question, entry.record)
        with self._lock:
            self._scores[runner.label, key] = score
            self._lost |= set() if came(entry.record) else {(runner.label, key)}

    def _look(self) -> None:
        """Compares over the questions that every variation in the race has answered, up to the first gap, without
        those of which an answer did not come. Looks only after several further questions, because each look costs
        time."""
        with self._lock:
            left = [label for label in self._runners if label not in self.dropped]
            while self._asked < len(self._order) and all(
                (label, key) in self._scores for label in left for key in self._keys(self._order[self._asked][0])
            ):
                self._asked += 1
            if self._asked < self._next_look:
                return
            self._next_look = self._asked + ROUND
            asked = [self._keys(question) for question, _ in self._order[: self._asked]]
            asked = [keys for keys in asked if not any((label, key) in self._lost for label in left for key in keys)]
            if not asked:
                return
            scores = {label: [fmean(self._scores[label, key] for key in keys) for keys in asked] for label in left}
            for label, other in beaten(scores, len(self._order), self._variations).items():
                self.dropped[label] = Dropped(other, self._asked)


def _chain(made: Future[None], waiting: Future[None]) -> None:
    """Copies the result of one future to the other."""

    def done(_: Future[None]) -> None:
        if made.cancelled():
            waiting.cancel()
        elif fault := made.exception():
            waiting.set_exception(fault)
        else:
            waiting.set_result(None)

    made.add_done_callback(done)


def unjudged(point: Point) -> Point:
    """The point without a judge: race and gate read the verdicts of rules and people alone."""
    config = point.config
    return replace(point, config=replace(config, scoring=config.scoring.without_model()))
