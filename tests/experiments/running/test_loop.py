"""The loop around variations that are stood in for: what a race drops is said, whatever ends it, and claims end."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import nullcontext
from dataclasses import replace
from threading import Event
from time import sleep
from types import SimpleNamespace
from typing import Any

import pytest

from ragatta.conf.schema import Budget, Config, Runner
from ragatta.experiments.composing.config import Point
from ragatta.experiments.results.summary import Run
from ragatta.experiments.running import loop
from ragatta.experiments.running.flight import Flight
from ragatta.experiments.running.race import Race
from ragatta.pipeline.llm.seam import ModelFailed, ModelUnavailable
from ragatta.pipeline.plugins.identity import question_key
from ragatta.pipeline.types import Question

QUESTIONS = [Question(str(n), f"Question {n}?", "text", "x") for n in range(60)]
KEYS = [(question_key(question.asked()), 0) for question in QUESTIONS]
ENTRY: Any = SimpleNamespace(record={})
RACING = replace(Config(), budget=Budget(race=True))
RESOURCES: Any = SimpleNamespace(
    dataset=SimpleNamespace(questions=QUESTIONS),
    measured=SimpleNamespace(stage=lambda _: nullcontext()),
    progress=lambda *_: None,
)


class Judged(Race):
    """All answers of "bad" are wrong, all others right."""

    def _scorer(self, point: Point) -> Any:
        return lambda *_: float(point.label != "bad")


class StandIn:
    """A variation with answers to so many questions; the next one ends the sweep."""

    answered = len(QUESTIONS)

    def __init__(self, point: Point, *_: Any) -> None:
        self.point, self.done, self.closed = point, 0, False
        self.answers: list[Any] = []
        self.journal = SimpleNamespace(entries=dict.fromkeys(KEYS[: self.answered], ENTRY))
        MADE.append(self)

    def claimed(self, wait: bool) -> bool:  # noqa: ARG002
        return True

    def tasks(self, _: Callable[[], int]) -> dict[Any, Any]:
        return dict.fromkeys(KEYS[self.answered :], self._away)

    def ask(self, flight: Flight) -> None:
        self.answers = [flight.add(task) for task in self.tasks(lambda: 0).values()]

    def _away(self) -> None:
        raise ModelUnavailable("it went away")

    def is_done(self) -> bool:
        return all(answer.done() and not answer.cancelled() and not answer.exception() for answer in self.answers)

    def settle(self) -> None:
        assert self.is_done()

    def run(self) -> Run:
        rows: Any = (object(),)
        return Run(self.point, "k", "c", "d", "m", 1, 0, 0, rows)

    def close(self) -> None:
        self.closed = True


MADE: list[StandIn] = []


@pytest.fixture
def runs(monkeypatch: pytest.MonkeyPatch) -> Callable[..., Iterator[Run]]:
    MADE.clear()
    monkeypatch.setattr(loop, "Variation", StandIn)
    monkeypatch.setattr(loop, "Race", Judged)
    return lambda *labels, config=RACING: loop.runs_of([Point(label, (), config) for label in labels], RESOURCES)


def test_what_a_finished_race_dropped_is_said_again(runs: Callable[..., Iterator[Run]]) -> None:
    found = {run.point.label: run.dropped for run in runs("good", "bad")}
    assert found["good"] is None
    assert found["bad"] is not None
    assert found["bad"].worse_than == "good"
    assert all(variation.closed for variation in MADE)


def test_what_a_race_dropped_is_said_where_it_is_stopped(
    runs: Callable[..., Iterator[Run]], monkeypatch: pytest.MonkeyPatch
) -> None:
    usual = Race.__init__

    def begun(race: Any, *given: Any) -> None:
        usual(race, *given)
        race._order.sort(key=lambda one: (one[0], 0) not in KEYS[:50])  # what is answered comes first

    monkeypatch.setattr(Race, "__init__", begun)
    monkeypatch.setattr(StandIn, "answered", 50)
    found: dict[str, Any] = {}

    def swept() -> None:
        for run in runs("good", "bad"):
            found[run.point.label] = run.dropped

    with pytest.raises(ModelUnavailable, match="it went away"):
        swept()
    assert found["bad"] is not None
    assert all(variation.closed for variation in MADE)


def test_what_is_answered_comes_first_where_a_later_variation_cannot_begin(
    runs: Callable[..., Iterator[Run]], monkeypatch: pytest.MonkeyPatch
) -> None:
    def claimed(variation: StandIn, wait: bool) -> bool:  # noqa: ARG001
        if variation.point.label == "later":
            raise ModelFailed("no summary")
        return True

    monkeypatch.setattr(StandIn, "claimed", claimed)
    monkeypatch.setattr(StandIn, "is_done", lambda _: False)
    left = runs("first", "later", config=Config())
    assert next(left).point.label == "first"
    with pytest.raises(ModelFailed, match="no summary"):
        next(left)


def test_who_reads_no_further_waits_for_what_is_being_asked(
    runs: Callable[..., Iterator[Run]], monkeypatch: pytest.MonkeyPatch
) -> None:
    asking, ended = Event(), Event()

    def slow() -> None:
        asking.set()
        sleep(0.2)
        ended.set()

    monkeypatch.setattr(StandIn, "tasks", lambda variation, _: {0: slow} if variation.point.label == "two" else {})
    monkeypatch.setattr(StandIn, "is_done", lambda variation: variation.point.label == "one" and asking.is_set())
    left = runs("one", "two", config=replace(Config(), runner=Runner(workers=4)))
    assert next(left).point.label == "one"
    left.close()
    assert ended.is_set()
