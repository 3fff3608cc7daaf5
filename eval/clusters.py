"""Assigns each gold question to its cluster: questions about the same document, or in the same conversation, are not
independent."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from ragatta.eval.gold.conversations import in_conversations, opening_of
from ragatta.pipeline.types import Question

DOCUMENT, NONE, TAG = "document", "question", "tag:"
LOOKS = ("single", "repeated")  # at one set of questions, or again and again as it grows


def problem(by: str) -> str:
    """What is wrong with the setting; empty if nothing is."""
    known = by in (DOCUMENT, NONE) or (by.startswith(TAG) and by != TAG)
    return "" if known else f"unknown {by!r}; use {DOCUMENT}, {NONE}, or {TAG} and the beginning of a tag"


def clusters(questions: Iterable[Question], by: str = DOCUMENT) -> dict[str, str]:
    """The cluster of each question id. A question that is left out is a cluster of its own.

    `document`: the document with most of its evidence, else the first of its scope, joined with all that share a
    conversation; `question`: none; `tag:x`: its first tag that begins with x.
    """
    questions = [*questions]
    found = {question.id: _cluster(question, by) for question in questions}
    joined = _joined(questions, found) if by == DOCUMENT else found
    return {id_: name for id_, name in joined.items() if name}


def _joined(questions: Sequence[Question], documents: Mapping[str, str]) -> dict[str, str]:
    """The clusters by document, as one where turns of a conversation connect them."""
    talks = {question.id: opening_of(question) for question in in_conversations(questions)}
    joined: dict[tuple[int, str], tuple[int, str]] = {}
    shared: dict[str, list[tuple[int, str]]] = {}  # what connects a question: its document first, then its conversation

    def end(one: tuple[int, str]) -> tuple[int, str]:
        while one in joined:
            one = joined[one]
        return one

    for question in questions:
        shared[question.id] = [(0, documents[question.id])] if documents[question.id] else []
        if talk := talks.get(question.id):
            shared[question.id].append((1, f"{talk.user} → {talk.assistant}"))
        first, *others = sorted({*map(end, shared[question.id])}) or [(0, "")]
        joined.update(dict.fromkeys(others, first))
    return {id_: end(own[0])[1] if own else "" for id_, own in shared.items()}


def _cluster(question: Question, by: str) -> str:
    if by.startswith(TAG):
        return next((tag for tag in question.tags if tag.startswith(by.removeprefix(TAG))), "")
    if by == NONE:
        return ""
    counted = Counter(evidence.file for evidence in question.evidence)
    if counted:
        return min(counted, key=lambda file: (-counted[file], file))
    return next(iter(question.documents), "")
