"""Short names tell the variations of a sweep apart, and are never less than that."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ragatta.experiments.results.names import short_names


@pytest.mark.parametrize(
    ("labels", "expected"),
    [
        (["baseline architecture=agentic chunking=page", "baseline architecture=guarded chunking=page"],
         ["agentic", "guarded"]),
        (["a top_k=3 alpha=0.5", "a top_k=3 alpha=1", "a top_k=5 alpha=1"], ["3 0.5", "3 1", "5 1"]),
        (["baseline", "hybrid_search"], ["baseline", "hybrid_search"]),
        (["baseline", "baseline top_k=3"], ["baseline", "baseline top_k=3"]),  # not built alike
        (["a k=1", "a m=1"], ["k=1", "m=1"]),  # the key is what differs
        (["only one"], ["only one"]),
        ([], []),
    ],
)  # fmt: skip
def test_what_tells_a_label_from_the_others(labels: list[str], expected: list[str]) -> None:
    assert short_names(labels) == expected


WORDS = st.sampled_from(["a", "b", "k=1", "k=2", "m=1", "k=", "=", "k==1"])


@given(st.lists(st.lists(WORDS, min_size=1, max_size=3).map(" ".join), unique=True))
def test_names_stay_as_distinct_as_the_labels(labels: list[str]) -> None:
    assert len(set(short_names(labels))) == len(labels)
