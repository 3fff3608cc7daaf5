"""Objects of a program are found as points of a grid, by the name of the parameter that hands them in."""

from __future__ import annotations

import pytest

from ragatta.api import POINTS
from ragatta.conf.schema import Config
from ragatta.experiments.composing.config import Point
from ragatta.experiments.faults import Fault
from ragatta.extensions.contestants.architectures.python import PythonSystem

OURS = Point("baseline", (), Config())


def test_each_is_a_point_with_the_dataset_and_the_scoring_of_another() -> None:
    ours, mine, again = POINTS.imported("contestants").added([OURS], {"mine": len, "again": (len, "v1")})
    assert [point.label for point in (ours, mine, again)] == ["baseline", "mine", "again"]
    assert isinstance(mine.config.architecture, PythonSystem)
    assert (mine.config.llm.cache, again.config.llm.cache) == ("off", "use"), "only a version says that it is the same"
    assert mine.config.scoring == OURS.config.scoring
    assert ours.config.dataset.every_kind, "several architectures are asked alike"


def test_a_name_counts_once() -> None:
    with pytest.raises(Fault, match="'baseline' is the name of a variation too"):
        POINTS.imported("contestants").added([OURS], {"baseline": len})
