"""Points of a grid that are one and the same, and what all points of a grid have in common."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ragatta.conf.schema import Config
from ragatta.experiments.composing.config import Point

EVERY_KIND = "dataset.every_kind=true"
OF_A_SEARCH = ("retrieval", "queries", "reranker", "window")


def without_twins(points: Sequence[Point]) -> tuple[list[Point], list[str]]:
    """The points that differ in more than their variation's name, and a message for each that is left out: overrides
    can make variations alike."""
    kept: list[Point] = []
    notes: list[str] = []
    for point in points:
        twin = next((one.label for one in kept if alike(one, point)), None)
        if twin is None:
            kept.append(point)
        else:
            notes.append(f"{point.label} is the same as {twin} and is left out")
    return kept, notes


def alike(one: Point, other: Point) -> bool:
    """Whether they differ in nothing but their variation's name, and in what their architecture does not read."""
    return _as_read(one.config) == _as_read(other.config)


def _as_read(config: Config) -> Config:
    handed, usual = config.architecture.handed(), Config()
    unread = {*OF_A_SEARCH} - {*handed} | (set() if handed else {"analyser", "bm25", "chunking", "embedder"})
    return replace(config, variation="", **{name: getattr(usual, name) for name in unread})


def distinct(points: Sequence[Point]) -> list[Point]:
    """Without those that are named and configured as one before."""

    def same(one: Point, other: Point) -> bool:
        return one.label == other.label and one.config == other.config

    return [point for at, point in enumerate(points) if not any(same(point, one) for one in points[:at])]


def asked_alike(points: list[Point]) -> list[Point]:
    """Several architectures are compared on questions of every kind, whatever each of them is made for. It stands in
    each configuration, so that a point that is run again by itself is asked the same."""
    if len({point.config.architecture.name for point in points}) < 2:
        return points
    return [
        replace(point, config=replace(point.config, dataset=replace(point.config.dataset, every_kind=True)))
        for point in points
    ]
