"""What several rules of the manual say of one subject: every sentence that mentions it is a part of the answer."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from filings.documents.library import Library
from filings.facts import Facts
from filings.rules import BULLET, wording
from generating.gold import Evidence, Gold

FEW, MANY = 3, 14  # sentences: fewer are one fact, more are a chapter


def subject_questions(facts: Facts, library: Library) -> Iterator[Gold]:
    """A subject is left out where its sentences are too few or too many, or where one of them stands under many rules
    (boilerplate has no place of its own)."""
    pool = wording("subjects")
    boilerplate = " ".join(wording("boilerplate"))
    for number, subject in enumerate(pool["subjects"]):
        if mentions(boilerplate, subject["words"]):
            continue
        found = sentences(facts, library, subject["words"])
        if FEW <= len(found) <= MANY:
            question = pool["wordings"][number % len(pool["wordings"])].format(subject["asked"])
            items = tuple(dict.fromkeys(sentence for sentence, _ in found))
            places = tuple(place for _, place in found)
            yield Gold(question, "list", items, places, ("manual", "subject"))


def sentences(facts: Facts, library: Library, words: Sequence[str]) -> list[tuple[str, Evidence]]:
    """The manual's sentences that hold one of the words, with their places."""
    return [
        (sentence.removeprefix(BULLET), library.evidence("manual", f"{rule.label}/{number}"))
        for rule in facts.rules
        for number, sentence in enumerate(rule.spoken())
        if mentions(sentence, words)
    ]


def mentions(text: str, words: Sequence[str]) -> bool:
    return any(re.search(rf"\b{re.escape(word)}s?\b", text, re.IGNORECASE) for word in words)
