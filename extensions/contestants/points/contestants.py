"""Objects of a program as contestants: a function, a chain, a query engine beside the variations of a sweep."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from ragatta.experiments.composing.config import Point
from ragatta.experiments.composing.twins import asked_alike
from ragatta.experiments.faults import Fault
from ragatta.extensions.contestants.architectures.python import PythonSystem
from ragatta.extensions.contestants.exchange import External
from ragatta.extensions.contestants.services import python


def added(points: Sequence[Point], contestants: Mapping[str, Any]) -> list[Point]:
    """The points, and one for each contestant by its name: an object, or (object, version). Raises Fault."""
    if not isinstance(contestants, Mapping):
        raise Fault('contestants must be by name, as in contestants={"mine": chain}')
    if twice := {point.label for point in points} & contestants.keys():
        raise Fault(f"contestants: {min(twice)!r} is the name of a variation too; choose another")
    return asked_alike([*points, *(_point(points[0], name, contestant) for name, contestant in contestants.items())])


def _point(like: Point, name: str, contestant: Any) -> Point:
    """With the dataset, parser, scoring and architecture.external of another point. Recorded replies are used only
    where a version says that the object is the same."""
    found, version = contestant if isinstance(contestant, tuple) and len(contestant) == 2 else (contestant, "")
    if python.call_of(found) is None:
        raise Fault(f"contestants, {name}: {type(found).__name__} is {python.NO_CALLABLE}, nor (object, version)")
    options = {"target": python.give(name, found, str(version))}
    service = python.Python(cache="use" if version else "off", options=options)
    external = like.config.architecture.part(External) or External()
    architecture = PythonSystem(service, external)
    config = replace(like.config, variation=name, architecture=architecture)
    if problems := config.problems():
        raise Fault([f"contestants, {name}: {problem}" for problem in problems])
    return Point(name, (), config)
