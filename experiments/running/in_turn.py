"""Asks the turns of conversations one after the other, where each is asked with the answers to those before it: a turn
is added to the flight once the one before it is answered. Conversations do not wait for each other, and those with the
most turns left go first, so that the flight stays full (Hu 1961, "Parallel Sequencing and Assembly Line Problems").
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Future
from functools import partial
from threading import Lock

from ragatta.experiments.composing.config import Point
from ragatta.experiments.on_record.journal import Journal, Key
from ragatta.experiments.running.flight import Task
from ragatta.experiments.running.keys import AsAsked, unanswered
from ragatta.pipeline.plugins.identity import question_key
from ragatta.pipeline.types import AskedQuestion, Question

Turn = tuple[str, int]  # question id, sample
Ask = Callable[[Key, Question, AskedQuestion], None]
Add = Callable[[Task, int], object]  # a task, and how many turns wait for it


def to_ask(asked: AsAsked, samples: Iterable[int], is_finished: Callable[[Key], bool]) -> list[tuple[Question, int]]:
    """The turns that are not answered, a sample after the other, and the earlier turns first: those whose key is not
    `is_finished`, and those after one that is asked."""
    found: dict[Turn, tuple[Question, int]] = {}
    for sample in samples:
        for question in sorted(asked.questions, key=lambda one: len(one.turns)):
            waits = (question.after, sample) in found
            if waits or not ((key := asked.key(question, sample)) and is_finished(key)):
                found[question.id, sample] = question, sample
    return [*found.values()]


def open_questions(point: Point, asked: AsAsked, journal: Journal, again: bool = False) -> list[tuple[Question, int]]:
    """The questions that are not in the journal with their samples, or with `again` all, however they are asked."""
    if not asked.own:
        found = unanswered(point, asked.questions, journal, again)
        return [(question, sample) for (_, sample), question in found.items()]
    return to_ask(
        asked, point.config.samples, lambda key: not again and journal.finished(key, point.config.retry_failed)
    )


class InTurn:
    """The turns that are asked, as `to_ask` gives them. `answers` are their futures, in the same order."""

    def __init__(
        self, turns: Sequence[tuple[Question, int]], asked: AsAsked, is_finished: Callable[[Key], bool]
    ) -> None:
        """`is_finished`: whether a key's answer is kept from before."""
        self._asked, self._is_finished = asked, is_finished
        self._turns = {(question.id, sample): question for question, sample in turns}
        self._futures = {turn: Future[None]() for turn in self._turns}
        self._then: dict[Turn, list[Turn]] = {turn: [] for turn in self._turns}
        for (id_, sample), question in self._turns.items():
            self._then.get((question.after, sample), []).append((id_, sample))
        self._left: dict[Turn, int] = {}
        for turn in reversed(self._turns):  # the later ones first
            self._left[turn] = max((1 + self._left[later] for later in self._then[turn]), default=0)
        self._alike: dict[Key, list[Turn]] = {}  # turns of one key are asked once
        self._answered: set[Key] = set()
        self._lock = Lock()

    @property
    def answers(self) -> list[Future[None]]:
        return [*self._futures.values()]

    def start(self, ask: Ask, add: Add) -> None:
        """Begins with the turns that wait for no other; `ask` asks and journals."""
        self._ask, self._add = ask, add
        for (id_, sample), question in self._turns.items():
            if (question.after, sample) not in self._turns:
                self._end(self._begin((id_, sample)))

    def _begin(self, turn: Turn) -> list[Turn]:
        """The turns that end at once, as their answer is there."""
        question, sample = self._turns[turn], turn[1]
        asked = self._asked.asked(question, sample)
        if asked is None:
            raise ValueError(f"{question.id}: the turn before it is not answered")
        key = question_key(asked), sample
        with self._lock:
            is_answered, is_first = key in self._answered, key not in self._alike
            self._alike.setdefault(key, []).append(turn)
        if is_answered:
            return [turn]
        if is_first and self._is_finished(key):
            return self._answered_by(key)
        if is_first:
            self._add(partial(self._work, key, question, asked), self._left[turn])
        return []

    def _work(self, key: Key, question: Question, asked: AskedQuestion) -> None:
        self._ask(key, question, asked)
        self._end(self._answered_by(key))

    def _answered_by(self, key: Key) -> list[Turn]:
        """The turns of an answered key; those that are begun later are too."""
        with self._lock:
            self._answered.add(key)
            return [*self._alike[key]]

    def _end(self, turns: Sequence[Turn]) -> None:
        """Begins the turns after them, and so on where these are answered already, however many they are."""
        ended = [*turns]
        while ended:
            turn = ended.pop()
            for later in self._then[turn]:
                ended += self._begin(later)
            self._futures[turn].set_result(None)
