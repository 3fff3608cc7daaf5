"""What differs between the variations of a sweep."""

from __future__ import annotations

from typing import Any

from ragatta.experiments.composing.config import flat, named_grid
from ragatta.experiments.composing.overrides import compose_grid
from ragatta.experiments.showing.axes import axes_of


def nested(flat: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in flat.items():
        *parts, last = key.split(".")
        inner = found
        for part in parts:
            inner = inner.setdefault(part, {})
        inner[last] = value
    return found


def axes(*overrides: str) -> dict[str, tuple[tuple[str, ...], int]]:
    """name: (its keys, the number of its levels)"""
    configs = [nested(flat(point.config)) for point in compose_grid(overrides)]
    return {axis.name: (axis.keys, len(set(axis.levels))) for axis in axes_of(configs)}


def test_the_axes_of_a_crossing_are_its_keys() -> None:
    assert axes("retrieval.top_k=3,5,10", "chunking=page,document", "retrieval.search=semantic,hybrid") == {
        "chunking": (("chunking.strategy",), 2),
        "search": (("retrieval.search",), 2),
        "top_k": (("retrieval.top_k",), 3),
    }


def test_the_six_differ_in_four_settings_and_their_names_are_none() -> None:
    assert axes(*named_grid("six")).keys() == {"chunking", "search", "top_k", "expand_context"}


def test_settings_that_vary_together_are_one_axis() -> None:
    together = ("chunking.strategy", "retrieval.expand_context")
    assert axes(*named_grid("depth")) == {"variation": (together, 2), "top_k": (("retrieval.top_k",), 3)}
    found = axes(*named_grid("architectures"))
    assert found["architecture"] == (("architecture.name", "retrieval.reranker"), 5)
    assert found.keys() == {"architecture", "chunking"}


def test_what_follows_from_two_axes_does_not_differ_where_one_does() -> None:
    # c is a function of a and of b, so that no two variations differ in a alone and in c
    configs = [
        {"x": {"a": a, "b": b, "c": a // 2}} for a, b in ((0, 0), (0, 1), (1, 0), (1, 1), (2, 2), (3, 3), (2, 3))
    ]
    assert [axis.keys for axis in axes_of(configs)] == [("x.a",), ("x.b",)]


def test_two_settings_of_one_name_have_their_whole_names() -> None:
    configs = [{"a": {"kind": a}, "b": {"kind": b}} for a in (None, True) for b in (1, 2)]
    first, second = axes_of(configs)
    assert (first.name, second.name) == ("a.kind", "b.kind")
    assert first.levels == ("none", "none", "true", "true")


def test_one_variation_has_no_axis() -> None:
    assert axes("variation=baseline") == {}
