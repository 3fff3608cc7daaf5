"""Rates the confidence in an answer by the similarity of its cited passages and by words of doubt in its text.

High above a mean similarity of 0.8, medium above 0.6, else low. One word of doubt costs a level, several make it low.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from ragatta.pipeline.types import Confidence

DOUBTS = re.compile(r"\b(might|possibly|perhaps|unclear|not sure)\b", re.IGNORECASE)
HIGH, MEDIUM = 0.8, 0.6


def confidence(similarities: Sequence[float], text: str) -> Confidence:
    """The confidence, from the cosine similarities of the cited chunks and the answer's text."""
    mean = sum(similarities) / len(similarities) if similarities else 0.0
    doubts = {word.lower() for word in DOUBTS.findall(text)}
    if mean <= MEDIUM or len(doubts) > 1:
        return "low"
    return "high" if mean > HIGH and not doubts else "medium"
