"""Holm's correction against published values."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ragatta.eval.statistics.comparison import holm


def test_the_example_of_wikipedia() -> None:
    # "Holm–Bonferroni method", example: of 0.01, 0.04, 0.03, 0.005 the first and last are rejected at 0.05
    assert holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.03, 0.06, 0.06, 0.02])


def test_the_values_of_r() -> None:
    # R: p.adjust(c(0.01, 0.02, 0.03, 0.04, 0.05), "holm")
    assert holm([0.01, 0.02, 0.03, 0.04, 0.05]) == pytest.approx([0.05, 0.08, 0.09, 0.09, 0.09])


def test_one_and_none() -> None:
    assert holm([0.04]) == [0.04]
    assert holm([]) == []


@given(st.lists(st.floats(0, 1), max_size=12))
def test_between_no_correction_and_bonferronis(p_values: list[float]) -> None:
    corrected = holm(p_values)
    for p, q in zip(p_values, corrected, strict=True):
        assert p <= q <= min(1.0, len(p_values) * p)
    order = sorted(range(len(p_values)), key=p_values.__getitem__)
    assert [corrected[place] for place in order] == sorted(corrected)
