"""Quotes the passages an answer rests on. Code copies them from the text, so that no quote is invented."""

from __future__ import annotations

from ragatta.pipeline.tasks.answers import Passage
from ragatta.pipeline.text.words import coverage, sentences, terms, weigh


def quote(answer: str, passage: Passage) -> str:
    """The sentence or line of the passage that contains most of the answer's words, where rare words count more; "" if
    it contains none."""
    units = [sentence for line in passage.text.splitlines() for sentence in sentences(line)]
    held = [frozenset(terms("_ " + unit)) for unit in units]
    weights = weigh(terms("_ " + answer), held)
    shares = [coverage(weights, own) for own in held]
    best = max(shares, default=0.0)
    return units[shares.index(best)] if best else ""
