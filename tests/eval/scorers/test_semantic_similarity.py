"""The cosine of expected answer and answer, with vectors that a test can add up."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from ragatta.eval.scorers.semantic_similarity import remembered, score
from ragatta.pipeline.types import Answer, Question

VECTORS = {"soup": (3.0, 4.0), "broth": (4.0, 3.0), "bread": (-4.0, 3.0), "stone": (-3.0, -4.0), "": (0.0, 0.0)}
TEXT = Question("Q", "What?", "text", "soup")


def embed(texts: Sequence[str]) -> np.ndarray:
    """(texts, 2); a list is the sum of its items."""
    return np.array([np.sum([VECTORS[word] for word in text.split(", ")], axis=0) for text in texts])


def test_cosine() -> None:
    assert score(TEXT, Answer("answered", "soup"), embed) == pytest.approx(1.0)
    assert score(TEXT, Answer("answered", "broth"), embed) == pytest.approx((3 * 4 + 4 * 3) / 25)
    assert score(TEXT, Answer("answered", "bread"), embed) == pytest.approx(0.0)
    assert score(TEXT, Answer("answered", "stone"), embed) == 0.0  # the cosine is -1


def test_the_best_of_value_text_and_accepted_answers_counts() -> None:
    assert score(TEXT, Answer("answered", "stone", value="soup"), embed) == pytest.approx(1.0)
    either = Question("Q", "What?", "text", "soup", ("bread",))
    assert score(either, Answer("answered", "bread [Source 1]"), embed) == pytest.approx(1.0)


def test_lists_are_joined() -> None:
    question = Question("Q", "List", "list", ("soup", "broth"))
    assert score(question, Answer("answered", "stone", ("broth", "soup")), embed) == pytest.approx(1.0)


def test_what_is_not_answered() -> None:
    assert score(TEXT, Answer("no_information", "soup"), embed) == 0.0
    assert score(TEXT, Answer("failed", ""), embed) == 0.0
    assert score(TEXT, Answer("answered", ""), embed) == 0.0
    assert score(Question("Q", "Who?", "unanswerable"), Answer("answered", "soup"), embed) is None


def test_nothing_is_embedded_twice() -> None:
    batches: list[list[str]] = []

    def counted(texts: Sequence[str]) -> np.ndarray:
        batches.append(list(texts))
        return embed(texts)

    once = remembered(counted)
    first = score(TEXT, Answer("answered", "broth", value="broth"), once)
    assert score(TEXT, Answer("answered", "broth"), once) == first
    score(TEXT, Answer("answered", "bread"), once)
    assert batches == [["soup", "broth"], ["bread"]]
