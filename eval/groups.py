"""The groups in which a sweep's questions are compared, by what a question tests."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

from ragatta.eval.gold.conversations import in_conversations
from ragatta.eval.gold.records import WITHOUT_ANSWER
from ragatta.pipeline.types import Question

Name = TypeVar("Name", str, int)
FILTER, INJECTION = "filter", "injection"


def group(question: Question) -> str:
    """ "filter" for a question over documents that meet conditions, "injection" for a question whose documents contain
    an order to the model, else the question's kind. A question without an answer keeps its kind even if it names
    conditions, because it tests the outcome."""
    if question.kind in WITHOUT_ANSWER:
        return question.kind
    if question.filters:
        return FILTER
    return INJECTION if question.forbidden else question.kind


def groups_of(questions: Iterable[Question]) -> dict[str, frozenset[str]]:
    """The ids of the questions in each group: the groups by what they test, in alphabetical order, then those of
    conversations, by the number of the turn ("turn 2") and by why it cannot stand alone ("turn: pronoun")."""
    questions = [*questions]
    turns = in_conversations(questions)
    kinds = _ids((group(question), question) for question in questions)
    numbers = _ids((len(question.turns) + 1, question) for question in turns)
    reasons = _ids((f"turn: {question.dependence}", question) for question in turns if question.dependence)
    return kinds | {f"turn {number}": own for number, own in numbers.items()} | reasons


def _ids(named: Iterable[tuple[Name, Question]]) -> dict[Name, frozenset[str]]:
    found: dict[Name, set[str]] = {}
    for name, question in named:
        found.setdefault(name, set()).add(question.id)
    return {name: frozenset(found[name]) for name in sorted(found)}
