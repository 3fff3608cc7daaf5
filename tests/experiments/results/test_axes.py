"""What differs between the variations of a sweep."""

from __future__ import annotations

from itertools import product
from typing import Any

from ragatta.experiments.results.effects import axes_of

SIX = {  # chunking, window, search, top_k
    "baseline": ("document", 0, "semantic", 5),
    "high_depth": ("document", 0, "semantic", 10),
    "conservative": ("document", 0, "semantic", 3),
    "sliding_window": ("document", 2, "semantic", 5),
    "page_window": ("page", 2, "semantic", 5),
    "hybrid_search": ("page", 2, "hybrid", 5),
}


def config(variation: str, reranker: str = "none", **retrieval: Any) -> dict[str, Any]:
    strategy, size, search, top_k = SIX[variation]
    return {
        "chunking": {"name": strategy}, "retrieval": {"name": search, "top_k": top_k} | retrieval,
        "window": {"name": "fixed", "size": size}, "reranker": {"name": reranker}, "variation": variation,
    }  # fmt: skip


def axes(*configs: dict[str, Any]) -> dict[str, tuple[tuple[str, ...], int]]:
    """name: (its keys, the number of its levels)"""
    return {axis.name: (axis.keys, len(set(axis.levels))) for axis in axes_of(configs)}


def test_the_axes_of_a_crossing_are_its_keys() -> None:
    found = axes(*(config("baseline", name=s, top_k=k) for s, k in product(("semantic", "hybrid"), (3, 5, 10))))
    assert found == {"retrieval": (("retrieval.name",), 2), "top_k": (("retrieval.top_k",), 3)}


def test_the_six_differ_in_four_settings_and_their_names_are_none() -> None:
    assert axes(*map(config, SIX)).keys() == {"chunking", "retrieval", "window.size", "top_k"}


def test_settings_that_vary_together_are_one_axis() -> None:
    found = axes(*(config(v, top_k=k) for v, k in product(("baseline", "page_window"), (3, 5, 10))))
    together = ("chunking.name", "window.size")
    assert found == {"variation": (together, 2), "top_k": (("retrieval.top_k",), 3)}


def test_the_settings_of_a_technique_belong_to_its_choice() -> None:
    (search, _) = axes_of([config("baseline", top_k=k, name="hybrid", rrf_k=60) for k in (3, 5)]
                          + [config("baseline", top_k=k) for k in (3, 5)])  # fmt: skip
    (together, _) = axes_of([config(v, top_k=k) for v, k in product(("baseline", "page_window"), (3, 5))])
    assert (search.name, search.keys) == ("retrieval", ("retrieval.name", "retrieval.rrf_k"))
    assert not search.varies_together
    assert together.varies_together


def test_what_follows_from_a_setting_is_a_part_of_its_axis() -> None:
    reranker = {"single_pass": "none", "multi_query": "maxsim", "agentic": "none"}
    found = axes(
        *(
            config("baseline", reranker=reranker[name], top_k=k) | {"architecture": {"name": name}}
            for name, k in product(reranker, (3, 5))
        )
    )
    assert found == {
        "top_k": (("retrieval.top_k",), 2),
        "architecture": (("architecture.name", "reranker.name"), 3),
    }


def test_what_follows_from_two_axes_does_not_differ_where_one_does() -> None:
    # c is a function of a and of b, so that no two variations differ in a alone and in c
    configs = [
        {"x": {"a": a, "b": b, "c": a // 2}} for a, b in ((0, 0), (0, 1), (1, 0), (1, 1), (2, 2), (3, 3), (2, 3))
    ]
    assert [axis.keys for axis in axes_of(configs)] == [("x.a",), ("x.b",)]


def test_two_settings_of_one_name_have_their_whole_names() -> None:
    configs = [{"a": {"kind": a}, "b": {"kind": b}} for a in (None, "", True) for b in (1, 2)]
    first, second = axes_of(configs)
    assert (first.name, second.name) == ("a.kind", "b.kind")
    assert first.levels == ("none", "none", "none", "none", "true", "true")


def test_one_variation_has_no_axis() -> None:
    assert axes(config("baseline")) == {}
