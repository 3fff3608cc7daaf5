"""Assigns each gold question to its cluster: questions about the same document are not independent."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from ragatta.pipeline.types import Question

DOCUMENT, NONE, TAG = "document", "question", "tag:"
LOOKS = ("single", "repeated")  # at one set of questions, or again and again as it grows


def problem(by: str) -> str:
    """What is wrong with the setting; empty if nothing is."""
    known = by in (DOCUMENT, NONE) or (by.startswith(TAG) and by != TAG)
    return "" if known else f"unknown {by!r}; use {DOCUMENT}, {NONE}, or {TAG} and the beginning of a tag"


def clusters(questions: Iterable[Question], by: str = DOCUMENT) -> dict[str, str]:
    """The cluster of each question id. A question that is left out is a cluster of its own.

    `document`: the document with most of its evidence, else the first of its scope; `question`: none; `tag:x`: its
    first tag that begins with x.
    """
    found = {question.id: _cluster(question, by) for question in questions}
    return {id_: name for id_, name in found.items() if name}


def _cluster(question: Question, by: str) -> str:
    if by.startswith(TAG):
        return next((tag for tag in question.tags if tag.startswith(by.removeprefix(TAG))), "")
    if by == NONE:
        return ""
    counted = Counter(evidence.file for evidence in question.evidence)
    if counted:
        return min(counted, key=lambda file: (-counted[file], file))
    return next(iter(question.documents), "")
