"""The questions in one order over all variations; one that is certainly worse is asked no more."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from ragatta.conf.schema import Config
from ragatta.experiments.composing.config import Point
from ragatta.experiments.results.summary import Dropped
from ragatta.experiments.running.flight import in_flight
from ragatta.experiments.running.race import Race
from ragatta.pipeline.llm.backends.ollama import Ollama
from ragatta.pipeline.plugins.identity import question_key
from ragatta.pipeline.types import Question

QUESTIONS = [Question(str(n), f"Question {n}?", "text", "x") for n in range(60)]
MODEL = replace(Config(), llm=Ollama())
RIGHT = {"good": lambda n: 1.0 - (n % 7 == 1), "bad": lambda _: 0.0, "even": lambda n: 1.0 - (n % 7 == 0)}


class Judged(Race):
    """Its scores are those of RIGHT."""

    def _scorer(self, point: Point) -> Any:
        return lambda question, _: RIGHT[point.label](int(question.id))


class Course:
    """Three variations in a race; `asked` are the (variation, question) that were asked for, in order."""

    def __init__(self, config: Config = MODEL, kept: int = 0) -> None:
        self.asked: list[tuple[str, str]] = []
        self.dropped: Mapping[str, Dropped] = {}
        self.points = [Point(label, (), config) for label in RIGHT]
        self.kept = kept
        self.variations = [self._variation(point) for point in self.points]

    def _variation(self, point: Point) -> Any:
        journal, tasks = SimpleNamespace(entries={}), {}
        for number, question in enumerate(QUESTIONS):
            key = question_key(question.asked()), 0
            if number < self.kept:
                journal.entries[key] = SimpleNamespace(record={})
            else:
                tasks[key] = self._task(point.label, question, journal, key)
        return SimpleNamespace(point=point, journal=journal, asked=tasks, tasks=lambda _: tasks, answers=[])

    def _task(self, label: str, question: Question, journal: Any, key: Any) -> Any:
        def task() -> None:
            self.asked.append((label, question.id))
            journal.entries[key] = SimpleNamespace(record={})

        return task

    @property
    def answers(self) -> list[Any]:
        return [answer for variation in self.variations for answer in variation.answers]

    def run(self, workers: int = 1) -> None:
        resources: Any = SimpleNamespace(dataset=SimpleNamespace(questions=QUESTIONS))
        with in_flight(workers) as flight:
            race = Judged(self.points, resources, flight)
            for variation in self.variations:
                assert race.gathers
                race.enter(variation)
            race.start()
            flight.wait(lambda: all(answer.done() for answer in self.answers), timeout=30)
            self.dropped = race.dropped

    def count(self, label: str) -> int:
        return sum(one == label for one, _ in self.asked)


@pytest.mark.parametrize("workers", [1, 4])
def test_what_is_certainly_worse_is_asked_no_more(workers: int) -> None:
    course = Course()
    course.run(workers)
    assert set(course.dropped) == {"bad"}
    assert course.dropped["bad"].worse_than in ("good", "even")
    assert course.dropped["bad"].questions <= course.count("bad") < 40
    assert (course.count("good"), course.count("even")) == (60, 60)
    assert all(answer.done() and not answer.exception() for answer in course.answers)


def test_the_order_is_that_of_the_seed_and_no_variation_runs_ahead() -> None:
    course, again, other = Course(), Course(), Course(replace(MODEL, llm=Ollama(seed=1)))
    for each in (course, again, other):
        each.run()
    assert course.asked == again.asked
    assert course.asked != other.asked
    assert [label for label, _ in course.asked[:6]] == [*RIGHT] * 2
    assert len({question for _, question in course.asked[:3]}) == 1


def test_answers_of_before_count() -> None:
    course = Course(kept=60)
    course.run()
    assert course.asked == []
    assert course.dropped["bad"] == Dropped("good", 60)


def test_a_task_that_fails_fails_its_answer() -> None:
    course = Course()

    def lost() -> None:
        raise OSError("disk full")

    first = course.variations[0]
    first.asked[question_key(QUESTIONS[0].asked()), 0] = lost
    course.run()
    assert isinstance(first.answers[0].exception(), OSError)
