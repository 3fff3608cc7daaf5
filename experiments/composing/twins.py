"""Points of a grid that are one and the same, and what all points of a grid have in common."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import fields, is_dataclass, replace
from typing import Any

from ragatta.conf.schema import Config
from ragatta.experiments.composing.config import Point

EVERY_KIND = "dataset.every_kind=true"
OF_A_SEARCH = ("retrieval", "queries", "reranker", "window")


def without_twins(points: Sequence[Point]) -> tuple[list[Point], list[str]]:
    """The points that differ in more than their variation's name, and a message for each that is left out: overrides
    can make variations alike."""
    kept: dict[Hashable, Point] = {}
    notes: list[str] = []
    for point in points:
        twin = kept.setdefault(what_runs(point), point)
        if twin is not point:
            notes.append(f"{point.label} is the same as {twin.label} and is left out")
    return [*kept.values()], notes


def what_runs(point: Point) -> Hashable:
    """The same for points that differ in nothing but their variation's name, and in what their architecture does not
    read."""
    config = point.config
    handed, usual = config.architecture.handed(), Config()
    unread = {*OF_A_SEARCH} - {*handed} | (set() if handed else {"analyser", "bm25", "chunking", "embedder"})
    return hashable(replace(config, variation="", **{name: getattr(usual, name) for name in unread}))


def hashable(value: Any) -> Hashable:
    """Equal for equal settings, which may have lists and dicts in them."""
    if is_dataclass(value):
        return type(value), tuple(hashable(getattr(value, field.name)) for field in fields(value) if field.compare)
    if isinstance(value, Mapping):
        return Mapping, frozenset((key, hashable(one)) for key, one in value.items())
    if isinstance(value, list | tuple):
        return type(value), tuple(map(hashable, value))
    found: Hashable = value
    return found


def distinct(points: Sequence[Point]) -> list[Point]:
    """Without those that are named and configured as one before."""
    found: dict[Hashable, Point] = {}
    for point in points:
        found.setdefault((point.label, hashable(point.config)), point)
    return [*found.values()]


def asked_alike(points: list[Point]) -> list[Point]:
    """Several architectures are compared on questions of every kind, whatever each of them is made for. It stands in
    each configuration, so that a point that is run again by itself is asked the same."""
    if len({point.config.architecture.name for point in points}) < 2:
        return points
    return [
        replace(point, config=replace(point.config, dataset=replace(point.config.dataset, every_kind=True)))
        for point in points
    ]
