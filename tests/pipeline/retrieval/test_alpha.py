"""The semantic share of a hybrid score, by what a query consists of."""

from __future__ import annotations

import pytest

from ragatta.pipeline.retrieval.alpha import exactness
from ragatta.pipeline.retrieval.searches.hybrid import Hybrid

FEATURES = Hybrid(alpha="features")


@pytest.mark.parametrize(
    "query",
    ["", "???", "Why was the harbour closed?", "Warum wurde der Hafen geschlossen?", "なぜ港は閉鎖されましたか"],
)
def test_a_query_that_only_describes_is_searched_like_a_reasoning_one(query: str) -> None:
    assert exactness(query) == 0
    assert FEATURES.alpha_of(query) == 0.7


@pytest.mark.parametrize("query", ["C-7", "ISO 9001:2015", 'form "Pilot fees"', "「水先料」とは", "List all fees"])
def test_a_query_of_codes_figures_or_quotes_is_searched_like_one_for_a_list(query: str) -> None:
    assert FEATURES.alpha_of(query) == pytest.approx(0.3)


@pytest.mark.parametrize("query", ["What does rule C-7 say about towing?", "2024年の港の売上高はいくらでしたか"])
def test_between_them_the_share_falls_with_what_is_exact(query: str) -> None:
    assert 0.3 < FEATURES.alpha_of(f"{query} A-1") < FEATURES.alpha_of(query) < 0.7


def test_features_are_read_by_their_own_choice_alone() -> None:
    assert Hybrid().alpha_of("C-7") == 0.7
    assert Hybrid(alpha=0.5).alpha_of("List all fees") == 0.5
    assert FEATURES.problems() == []
    assert FEATURES.identity != Hybrid().identity
    (said,) = Hybrid(alpha="words").problems()
    assert said == "retrieval.alpha (words) must be adaptive or features, or a number from 0 to 1"
