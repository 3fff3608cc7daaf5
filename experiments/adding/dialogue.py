"""Asks a person in the terminal for a gold question."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from ragatta.eval.gold.near_duplicates import LOOSELY, near_duplicates
from ragatta.eval.gold.records import KINDS, OF_PARTS, WITHOUT_ANSWER
from ragatta.eval.matching.evidence import Corpus
from ragatta.eval.matching.places import Place
from ragatta.experiments.adding.draft import (
    FOUND_BY_ANSWER,
    NEW,
    NewQuestion,
    faults_among,
    find_evidence,
    finished,
    found_by_question,
    free_id,
    listed,
    unsafe_ids,
)
from ragatta.experiments.counting import counted
from ragatta.experiments.faults import Fault
from ragatta.pipeline.plugins.registry import suggestion
from ragatta.pipeline.types import Question

with contextlib.suppress(ImportError):  # Windows has none
    import readline  # noqa: F401 - input() edits its line with it

TRIAL = "trial"  # the id under which an answer is tried before there is one


class Stopped(Exception):
    """The person stopped the dialogue."""


def converse(draft: NewQuestion, there: Sequence[Question], corpus: Corpus) -> Question:
    """Asks a person for a question with evidence from the documents. Skips the fields that the draft has, offers
    inferred values (an empty line accepts), and repeats a question after unusable input. Raises Stopped, EOFError at
    the end of the input."""
    print(f"A gold question over {counted(len(corpus), 'document')}, beside {counted(len(there), 'question')}.")
    print("Ctrl-C stops. Before anything is written, you see the whole question.")
    draft.question = draft.question or _needed("question")
    _show_similar(draft.question, there)
    while True:
        _answer(draft)
        evidence = _evidence(draft, corpus)
        _name(draft, there)
        question = finished(draft, evidence)
        if not (faults := faults_among([question], there, corpus)):
            return question
        _say(Fault(faults))
        draft.kind, draft.expected = "", []


def _name(draft: NewQuestion, there: Sequence[Question]) -> None:
    """Asks until the id is valid on a command line and not taken."""
    taken = {question.id for question in there}
    while not draft.id or draft.id in taken or unsafe_ids([draft.id]):
        if draft.id:
            _say(Fault(unsafe_ids([draft.id]) or f"{draft.id} is taken already; choose another"))
        draft.id = _asked("id", free_id(there))
    draft.split = draft.split or _asked("split", "test")


def confirmed(question: str) -> bool:
    return _asked(question, "yes").lower() in ("y", "yes")


def _show_similar(question: str, there: Sequence[Question]) -> None:
    new = Question("", question, "text")
    pairs = near_duplicates([*there, new], [new.id], LOOSELY)
    for pair in pairs:
        print(f"  near it ({pair.share:.0%} of the words): {pair.earlier.id}: {pair.earlier.question}")
    if pairs and not confirmed("is yours another question?"):
        raise Stopped


def _answer(draft: NewQuestion) -> None:
    """Asks until kind and expected answer fit together."""
    while not _fits(draft):
        print(f"kinds: {', '.join(KINDS)}")
        kind = _asked("kind", "from the answer")
        draft.kind = "" if kind == "from the answer" else kind
        if draft.kind and draft.kind not in KINDS:
            print(f"  no kind {kind!r}; {suggestion(kind, KINDS)}")
        else:
            draft.sub_questions, draft.expected = _parts() if draft.kind in OF_PARTS else ([], [])
            if not draft.sub_questions and draft.kind not in WITHOUT_ANSWER:
                draft.expected = _expected(draft.kind)
    if not draft.kind:
        print(f"  kind: {draft.answer()[0]}")


def _fits(draft: NewQuestion) -> bool:
    """Whether the answer can be loaded. Prints the reason if not, unless there is no answer yet."""
    if not draft.expected and draft.kind not in WITHOUT_ANSWER:
        return False
    try:
        kind, expected = draft.answer()
        answers = list(expected) if isinstance(expected, list) else [expected]
        finished(NewQuestion(TRIAL, "?", kind, answers, sub_questions=draft.sub_questions, language=draft.language), [])
    except Fault as fault:
        _say(fault)
        return False
    return True


def _expected(kind: str) -> list[str]:
    """One text; for a list, one item per line."""
    if kind != "list":
        print("the answer; for a list, begin each line with '- '" if not kind else "the answer")
        first = _needed("expected")
        if not first.startswith("- ") or kind:
            return [first]
        others = (item if item.startswith("- ") else f"- {item}" for item in _lines("next item"))
        return ["\n".join([first, *others])]
    return [item.removeprefix("- ") for item in [_needed("first item"), *_lines("next item")]]


def _parts() -> tuple[list[str], list[str]]:
    """Sub-questions, each with its answer; none if the question has a single answer."""
    asked: list[str] = []
    answers: list[str] = []
    print("the parts of the question, each with its answer; none: one answer for the whole")
    while part := input(f"part {len(asked) + 1} [that is all]> ").strip():
        asked.append(part)
        answers.append(_needed("its answer"))
    return asked, answers


def _lines(prompt: str) -> list[str]:
    found = []
    while line := input(f"{prompt} [that is all]> ").strip():
        found.append(line)
    return found


def _evidence(draft: NewQuestion, corpus: Corpus) -> list[dict[str, Any]]:
    """Asks for quotes until each is in the documents, or the person wants none."""
    kind, _ = draft.answer()
    if kind in WITHOUT_ANSWER:
        return []
    offered = "the answer itself" if kind in FOUND_BY_ANSWER else "none"
    has_quotes = bool(draft.quotes)
    if not has_quotes and kind not in FOUND_BY_ANSWER:
        print(*found_by_question(draft, corpus), sep="\n")
    while True:
        if not has_quotes:
            print("words of the page that give the answer, to find the page; or none")
            quote = _asked("quote", offered)
            if quote == "none":
                return []
            draft.quotes = [] if quote == "the answer itself" else [quote]
        try:
            found = find_evidence(draft, corpus, _chosen)
            for more in _lines("another quote") if draft.quotes and not has_quotes else []:
                found += find_evidence(replace(draft, quotes=[more]), corpus, _chosen)
            return found
        except Fault as fault:
            _say(fault)
            has_quotes = False


def _chosen(phrase: str, places: list[Place]) -> list[Place]:
    print(f"  {phrase} is in {len(places)} places:" if len(places) > 1 else f"  {phrase} is in:")
    for line in listed(places):
        print(line)
    if len(places) == 1:
        return places
    while True:
        print("numbers, or all, the likeliest first; of several pages of one file any will do")
        reply = _needed("which")
        numbers = range(1, len(places) + 1) if reply == "all" else _numbers(reply)
        if numbers and all(1 <= number <= len(places) for number in numbers):
            return [places[number - 1] for number in numbers]
        print(f"  write numbers from 1 to {len(places)}, with commas between, or all")


def _numbers(reply: str) -> list[int]:
    parts = reply.replace(",", " ").split()
    return [int(part) for part in parts] if all(part.isdecimal() for part in parts) else []


def _needed(prompt: str) -> str:
    while not (reply := input(f"{prompt}> ").strip()):
        print("  it is needed")
    return reply


def _asked(prompt: str, offered: str) -> str:
    return input(f"{prompt} [{offered}]> ").strip() or offered


def _say(fault: Fault) -> None:
    for problem in fault.problems:
        print(f"  {problem.removeprefix(f'{NEW}, ').removeprefix(f'{TRIAL}, ')}")
