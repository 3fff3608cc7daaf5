"""Summaries first: which documents are near, and what is relaxed where none is."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from ragatta.extensions.agentic.agents.deep_dive import MOST_DOCUMENTS, THRESHOLDS, dive
from ragatta.pipeline.agents.toolbox import Toolbox

NAMES = ("manual.pdf", "prices.pdf", "letters.pdf", "archive.pdf")


@pytest.fixture
def near(toolbox: Callable[..., Any]) -> Callable[..., Toolbox]:
    """A toolbox in which the summary of each document, in their order, is as near to any question as is said."""

    def made(*similarities: float) -> Toolbox:
        vectors = np.array([[similarity, (1 - similarity**2) ** 0.5] for similarity in similarities])
        tools: Toolbox = toolbox(
            embed=lambda _question: np.array([1.0, 0.0]), embed_documents=lambda texts: vectors[: len(texts)]
        )[0]
        return tools

    return made


def test_the_nearest_summaries_come_first(near: Callable[..., Toolbox]) -> None:
    found = dive("how?", NAMES, NAMES, near(0.5, 0.9, 0.1, 0.6))
    assert found.documents == ("prices.pdf", "archive.pdf", "manual.pdf")
    assert found.relaxations == ()
    assert len(found.documents) <= MOST_DOCUMENTS


def test_the_threshold_is_lowered_step_by_step_and_told(near: Callable[..., Toolbox]) -> None:
    found = dive("how?", NAMES, NAMES, near(0.3, 0.1, 0.1, 0.1))
    assert found.documents == ("manual.pdf",)
    assert found.relaxations == tuple(f"no summary in the chosen buckets is as near as {t}" for t in THRESHOLDS[:2])


def test_then_all_buckets_are_looked_at(near: Callable[..., Toolbox]) -> None:
    tools = near(0.1, 0.9, 0.1, 0.1)
    found = dive("how?", NAMES[:1], NAMES, tools)
    assert found.documents == ("prices.pdf",)
    assert len(found.relaxations) == len(THRESHOLDS)


def test_where_nothing_is_near_nothing_is_chosen(near: Callable[..., Toolbox]) -> None:
    found = dive("how?", NAMES, NAMES, near(0.0, 0.1, 0.2, 0.0))
    assert found.documents == ()
    assert len(found.relaxations) == len(THRESHOLDS)
