"""Quotes the passages an answer rests on. Code takes them from the text, so that none is made up."""

from __future__ import annotations

from ragatta.pipeline.tasks.answers import Passage
from ragatta.pipeline.text.words import coverage, sentences, terms, weigh


def quote(answer: str, passage: Passage) -> str:
    """The sentence or line of the passage that holds most of the answer's words, rare ones before common ones; "" where
    it shares none."""
    units = [sentence for line in passage.text.splitlines() for sentence in sentences(line)]
    held = [frozenset(terms("_ " + unit)) for unit in units]
    weights = weigh(terms("_ " + answer), held)
    shares = [coverage(weights, own) for own in held]
    best = max(shares, default=0.0)
    return units[shares.index(best)] if best else ""
