"""Quotes the passages an answer rests on. Code copies them from the text, so that no quote is invented."""

from __future__ import annotations

from functools import lru_cache

from ragatta.pipeline.tasks.answers import Passage
from ragatta.pipeline.text.sentences import passage_sentences
from ragatta.pipeline.text.words import coverage, terms, weigh


def quote(answer: str, passage: Passage) -> str:
    """The sentence or line of the passage that contains most of the answer's words, where rare words count more; "" if
    it contains none."""
    units, unit_terms = _read(passage.text)
    weights = weigh(terms("_ " + answer), unit_terms)
    shares = [coverage(weights, own) for own in unit_terms]
    best = max(shares, default=0.0)
    return units[shares.index(best)] if best else ""


@lru_cache(maxsize=1024)  # passages come again with every question
def _read(text: str) -> tuple[list[str], list[frozenset[str]]]:
    """The sentences and lines of a text, and the words of each."""
    units = [sentence for line in text.splitlines() for sentence in passage_sentences(line)]
    return units, [frozenset(terms("_ " + unit)) for unit in units]
