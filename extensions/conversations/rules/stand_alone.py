"""StandAlone: nouns, names and years of the turn before are taken over where the question lacks them.

Where both name a year, or a code, or a name, that of the question takes the other's place: "And in 2022?" after "What
was the fee in 2021?" is "What was the fee in 2022?", and so it is after "What was the fee?". Of English wording.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ragatta.extensions.conversations.task import StandAlone, Standalone
from ragatta.pipeline.text.words import terms

# How a question begins that goes on from the one before, and words that stand for something said before.
_GOES_ON = re.compile(r"\s*(?:and|but|or|so|also|then|what about|how about)\b[\s,]*", re.IGNORECASE)
_POINTS_BACK = re.compile(
    r"\b(?:it|its|they|them|their|theirs|he|him|his|she|her|hers|the (?:same|former|latter|other)s?)\b"
    r"|(?:^|\b(?:of|for|in|on|about|is|are|was|were|does|do|did|to|with|at|by|from|under)\s)(?:this|that|these|those)\b",
    re.IGNORECASE,
)
_FEWEST = 2  # terms of a question that says what it asks about
_YEAR = re.compile(r"\b(?:1[6-9]|20)\d\d\b")
_CODE = re.compile(r"\b(?=[A-Za-z-]*\d)(?=[\d-]*[A-Za-z])[\w-]*\w\b")
_NAME = re.compile(r"(?:(?<=[a-z0-9,’'\")] )|(?<=\())[A-Z][\w’'-]*(?: [A-Z][\w’'-]*)*")
_KINDS = (_YEAR, _CODE, _NAME)  # of what names one thing among others
_WHERE = re.compile(r"(in|for|on|at|by|with|during|from|under)\b", re.IGNORECASE)
_TIES = re.compile(r"(?:\b(?:in|for|of|on|at|by|with|during|from|to|the|a|an|about)\b|[\s,?.!])+", re.IGNORECASE)


def stand_alone(task: StandAlone) -> Standalone:
    """The question itself where it says what it asks about."""
    before = ""
    for user in (*(turn.user for turn in task.turns), task.question):
        before = _after(before, user.strip())
    return Standalone(standalone=before or task.question)


def _after(before: str, question: str) -> str:
    """The question in words that need not the question `before` it, which stands alone."""
    goes_on = _GOES_ON.match(question)
    if not before or not (goes_on or _POINTS_BACK.search(question) or len({*terms(question)}) < _FEWEST):
        return question
    replaced, left = _in_its_place(before, question)
    if goes_on and replaced != before and not _TIES.sub("", _GOES_ON.sub("", left, count=1)):
        return replaced
    rest = question[goes_on.end() :] if goes_on else ""
    if (where := _WHERE.match(rest)) and not re.search(rf"\b{where[1]}\b", before, re.IGNORECASE):
        return f"{before.rstrip('?.! ')} {rest}"
    lacking = " ".join(_lacking(before, question))
    return f"{question} ({lacking})" if lacking else question


def _in_its_place(before: str, question: str) -> tuple[str, str]:
    """The question before with what the question names in place of what it named, and the rest of the question."""
    for kind in _KINDS:
        there, here = kind.findall(before), kind.findall(question)
        if len(set(there)) == len(set(here)) == 1:
            before, question = before.replace(there[0], here[0]), question.replace(here[0], "")
    return before, question


def _lacking(before: str, question: str) -> Iterator[str]:
    """The words of the question before, in order, that the question lacks; a year, code or name only where it names
    none."""
    for kind in _KINDS:
        before = kind.sub("", before) if kind.search(question) else before
    known = {*terms(question)}
    for word in re.findall(r"[^\s,?!()\"“”]+", before):
        own = {*terms(word)}
        if own - known:
            yield word.rstrip(".:;")
            known |= own
