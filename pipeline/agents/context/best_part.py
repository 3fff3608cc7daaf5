"""Finds the part of a text that a question is about, where only so many characters of it are shown."""

from __future__ import annotations

from ragatta.pipeline.injection.sentences import sentence_spans
from ragatta.pipeline.text.words import terms


def best_start(text: str, question: str, characters: int) -> int:
    """Where the characters begin that hold the most of the question's terms: at a sentence, so that none is cut at its
    beginning. The first of several that hold as many; 0 if no place holds more than the text's beginning."""
    if len(text) <= characters:
        return 0
    wanted = frozenset(terms(question))
    starts = (0, *(start for start, _ in sentence_spans(text)))
    return max(starts, key=lambda start: len(wanted.intersection(terms(text[start : start + characters]))))
