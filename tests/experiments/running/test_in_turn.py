"""Turns that wait for the answers before them, whoever answers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from inspect import stack
from types import SimpleNamespace
from typing import Any

import pytest

from ragatta.conf.schema import Config
from ragatta.eval.gold.conversations import exchange_of
from ragatta.experiments.composing.config import Point
from ragatta.experiments.on_record.journal import Entry, Key, record_of
from ragatta.experiments.running.flight import in_flight
from ragatta.experiments.running.in_turn import InTurn, open_questions, to_ask
from ragatta.experiments.running.keys import AsAsked, said
from ragatta.pipeline.plugins.identity import question_key
from ragatta.pipeline.types import Answer, AskedQuestion, Exchange, Question

GOLD = Exchange("What is a?", "gold a")
A = Question("a", "What is a?", "text", "gold a")
B = Question("b", "And b?", "text", "gold b", turns=(GOLD,), after="a")
HM = Exchange("Hm.", "Yes?")
C = Question("c", "And c?", "text", "gold c", turns=(GOLD, Exchange("And b?", "gold b"), HM), after="b")
ALONE = Question("alone", "What is it?", "text", "x")
TALK = (C, A, B, ALONE)


def entry(key: Key, text: str, **more: Any) -> Entry:
    return Entry(*key, record_of(Answer("answered", text, **more)), {})


class Journal:
    """Answers so far; what is asked is noted."""

    def __init__(
        self, words: Callable[[Question, AskedQuestion], str] = lambda question, _: f"own {question.id}"
    ) -> None:
        self.entries: dict[Key, Entry] = {}
        self.asked: list[tuple[str, int, tuple[str, ...]]] = []
        self.words = words

    def ask(self, key: Key, question: Question, asked: AskedQuestion) -> None:
        self.asked.append((question.id, key[1], tuple(turn.assistant for turn in asked.turns)))
        assert question_key(asked) == key[0]
        self.entries[key] = entry(key, self.words(question, asked))


def asked_by(
    journal: Journal, questions: tuple[Question, ...] = TALK, samples: tuple[int, ...] = (0,), **how: Any
) -> int:
    """Asks what the journal lacks; how many turns there were to ask."""
    as_asked = AsAsked(questions, journal.entries, own=True)
    finished = how.get("finished", lambda key: key in journal.entries)
    turns = to_ask(as_asked, samples, finished)
    talks = InTurn(turns, as_asked, finished)
    with in_flight(4) as flight:
        talks.start(journal.ask, flight.add)
        assert flight.wait(lambda: all(answer.done() for answer in talks.answers), timeout=10)
    assert not flight.failure
    return len(turns)


def test_a_turn_has_the_own_answers_before_it_and_what_was_said_between() -> None:
    journal = Journal()
    assert asked_by(journal) == 4
    assert {one[0]: one[2] for one in journal.asked} == {
        "a": (), "alone": (), "b": ("own a",), "c": ("own a", "own b", "Yes?"),
    }  # fmt: skip
    assert [one[0] for one in journal.asked if one[0] != "alone"] == ["a", "b", "c"]


def test_each_sample_goes_its_own_way() -> None:
    journal = Journal()
    journal.words = lambda question, _: f"{len(journal.asked)} of {question.id}"
    asked_by(journal, (A, B), samples=(0, 1))
    assert len({before for id_, _, before in journal.asked if id_ == "b"}) == 2


def test_what_is_kept_is_not_asked_and_the_rest_goes_on_from_it() -> None:
    journal = Journal()
    asked_by(journal)
    kept = AsAsked(TALK, journal.entries, own=True).key(B, 0)
    assert kept
    del journal.entries[kept]
    journal.asked.clear()
    assert asked_by(journal) == 2, "the turn, and the one after it, which may change"
    assert [one[0] for one in journal.asked] == ["b"], "it is answered as before, so that the next one is kept"
    assert asked_by(journal) == 0


def test_a_kept_turn_is_no_call_within_that_of_the_one_before() -> None:
    talk = [A]
    for number in range(8):
        turns = (*talk[-1].turns, exchange_of(talk[-1]))
        talk.append(Question(f"{number}", f"And {number}?", "text", "so", turns=turns, after=talk[-1].id))
    journal, depths = Journal(), list[int]()

    def finished(key: Key) -> bool:
        depths.append(len(stack(0)))
        return key in journal.entries

    asked_by(journal, tuple(talk))
    del journal.entries[question_key(A.asked()), 0]
    journal.asked.clear()
    assert asked_by(journal, tuple(talk), finished=finished) == len(talk)
    assert [one[0] for one in journal.asked] == ["a"], "it is answered as before, so that all others are kept"
    assert len(depths) > 8
    assert len({*depths[-8:]}) == 1, "else a talk of some hundred turns would be too deep for Python"


def test_an_earlier_turn_that_is_answered_otherwise_makes_the_later_ones_new() -> None:
    journal = Journal()
    asked_by(journal)
    first = question_key(A.asked()), 0
    journal.asked.clear()
    journal.words = lambda question, _: f"other {question.id}"
    assert asked_by(journal, finished=lambda key: key in journal.entries and key != first) == 3
    assert [one[0] for one in journal.asked] == ["a", "b", "c"]


def test_conversations_with_the_same_words_are_asked_once() -> None:
    same = [replace(one, id=f"{one.id}2", after=one.after and f"{one.after}2") for one in (A, B)]
    journal = Journal()
    assert asked_by(journal, (A, B, *same)) == 4
    assert [one[0] for one in journal.asked] in (["a", "b"], ["a", "b2"])


def test_a_turn_whose_earlier_one_is_not_asked_has_the_gold_before_it() -> None:
    journal = Journal()
    asked_by(journal, (C, ALONE))
    assert ("c", 0, ("gold a", "gold b", "Yes?")) in journal.asked
    assert AsAsked((C, ALONE), {}, own=True).with_gold_before() == ["c"]
    assert AsAsked((C, ALONE), {}).with_gold_before() == AsAsked(TALK, {}, own=True).with_gold_before() == []


def test_the_longest_conversation_goes_first() -> None:
    order: list[str] = []
    as_asked = AsAsked(TALK, entries := {}, own=True)
    turns = to_ask(as_asked, (0,), lambda _: False)
    talks = InTurn(turns, as_asked, lambda _: False)
    waiting: list[tuple[int, Any]] = []

    def ask(key: Key, question: Question, _: AskedQuestion) -> None:
        order.append(question.id)
        entries[key] = entry(key, "x")

    talks.start(ask, lambda task, awaited: waiting.append((awaited, task)))
    assert sorted(awaited for awaited, _ in waiting) == [0, 2]
    while waiting:
        waiting.pop()[1]()
    assert sorted(order) == ["a", "alone", "b", "c"]
    assert all(answer.done() for answer in talks.answers)


def test_a_failure_ends_the_flight() -> None:
    def fail(*_: Any) -> None:
        raise ValueError("no model")

    as_asked = AsAsked(TALK, {}, own=True)
    talks = InTurn(to_ask(as_asked, (0,), lambda _: False), as_asked, lambda _: False)
    with in_flight(1) as flight:
        talks.start(fail, flight.add)
        assert flight.wait(lambda: bool(flight.failure), timeout=10)
    assert not any(answer.done() for answer in talks.answers)


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        (Answer("answered", "The fee is $25. [Source 1]"), "The fee is $25."),
        (Answer("answered", "", items=("a", "b")), "a, b"),
        (Answer("clarify", "", clarification="Which year?"), "Which year?"),
        (Answer("failed", "", limitations="no reply"), "No answer came."),
    ],
)
def test_what_a_later_turn_reads_of_an_answer(answer: Answer, expected: str) -> None:
    assert said(record_of(answer)) == expected


@pytest.mark.parametrize("own", [False, True])
def test_what_is_answered_is_open_only_if_it_is_asked_again(own: bool) -> None:
    point, key = Point("baseline", (), Config()), (question_key(A.asked()), 0)
    asked = AsAsked((A, ALONE), {key: entry(key, "own a")}, own)
    journal: Any = SimpleNamespace(finished=lambda other, _retry_failed: other == key)
    assert open_questions(point, asked, journal) == [(ALONE, 0)]
    assert sorted(question.id for question, _ in open_questions(point, asked, journal, again=True)) == ["a", "alone"]
