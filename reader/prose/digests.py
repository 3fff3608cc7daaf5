"""Digests: what a document says of a topic that is to be summarised or explained, in its own sentences."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from pipeline.tasks.answers import Passage, WrittenAnswer
from pipeline.text.words import coverage, terms
from reader.prose.sentences import Statement, statements
from reader.prose.structure import Line, read_lines
from reader.question.asked import Asked

_MOST = 4  # sentences of a digest
_NOUN = r"(?:overview|summary|outline|explanation|description|gist)"
_ASKING = re.compile(
    r"\W*(?:please\s+|(?:can|could|would)\s+you\s+(?:please\s+)?)?"
    r"(?:(?:summari[sz]e|explain|describe|outline)\b"
    rf"|(?:(?:give|provide|show|write)\s+(?:me\s+|us\s+)?|what\s+is\s+)?(?:an?\s+|the\s+)?(?:\w+\s+)?{_NOUN}\b"
    r"(?:\s+(?:of|on|about|for))?)"
    r"(?:\s+(?:to|for)\s+(?:me|us)\b)?"
    r"(?:\s+(?:the\s+|all\s+)*(?:clauses?|sections?|provisions?|passages?|parts?|rules)\s+(?:on|about|of|for)\b)?",
    re.IGNORECASE,
)
_LABELLED = re.compile(r"[^:]{2,40}:\s+\S")
_WORKS = re.compile(r"^\s*how\s+(?P<topic>.+?)\s+works?\W*$", re.IGNORECASE)


def topic_of(question: str) -> str:
    """What is to be summarised or explained, without the words of asking; "" where the question has no such form."""
    found = _ASKING.match(question)
    if not found:
        return ""
    rest = question[found.end() :].strip()
    works = _WORKS.match(rest)
    return works["topic"] if works else rest


def digest(topic: str, passages: Sequence[Passage]) -> WrittenAnswer | None:
    """The sentences nearest to the topic, in the order of the one document that says most of it; None where no document
    has every term of the topic."""
    by_file = {
        name: read_lines([passage for passage in passages if passage.source_file == name])
        for name in dict.fromkeys(passage.source_file for passage in passages)
    }
    asked = Asked(topic, tuple(frozenset(terms(line.text)) for lines in by_file.values() for line in lines))
    wanted = frozenset(terms("_ " + topic))
    best: list[tuple[float, int, Statement]] = []
    for name, lines in by_file.items():
        held = frozenset(terms(name)).union(*(terms("_ " + line.text) for line in lines))
        if not wanted or not wanted <= held:
            continue
        marked = [(_mark(asked, one), at, one) for at, one in enumerate(statements(list(map(_read, lines))))]
        nearest = sorted((mark for mark in marked if mark[0] > 0), key=lambda mark: (-mark[0], mark[1]))[:_MOST]
        if sum(mark for mark, _, _ in nearest) > sum(mark for mark, _, _ in best):
            best = nearest
    chosen = [one for _, _, one in sorted(best, key=lambda mark: mark[1])]
    if not chosen:
        return None
    text = " ".join(f"{one.text} [Source {one.source}]" for one in chosen)
    return WrittenAnswer(status="answered", text=text, sources=sorted({one.source for one in chosen}))


def _read(line: Line) -> Line:
    """A short line with a label and its value is a statement here, no heading."""
    return replace(line, kind="labelled") if line.kind == "heading" and _LABELLED.match(line.text) else line


def _mark(asked: Asked, one: Statement) -> float:
    """How near a sentence is to the topic: by its own words, and half as much by what stands over it."""
    return coverage(asked.weights, one.own) + 0.5 * coverage(asked.weights, one.over)
