"""Two figures of one period: a part of a whole, a difference, a sum."""

from __future__ import annotations

import pytest

from ragatta.extensions.extractive.calculations.ways import read_calculation


@pytest.mark.parametrize(
    ("question", "operands", "expression"),
    [
        ("What percentage of total freight was steel in 2016?", ("steel 2016", "total freight 2016"), "share"),
        ("What percent of the fleet's costs were due to tyres in 2016?", ("tyres 2016", "fleet's costs 2016"), "share"),
        ("What percentage of the herd is comprised of heifers in 2016?", ("heifers 2016", "herd 2016"), "share"),
        (
            "In 2016, what were lab fees as a percentage of total income?",
            ("lab fees 2016", "total income 2016"),
            "share",
        ),
        (
            "What is the percentage of boarders among total pupils in 2016?",
            ("boarders 2016", "total pupils 2016"),
            "share",
        ),
        (
            "What percentage of future mooring payments are due in 2018?",
            ("future mooring payments 2018", "total future mooring payments"),
            "share",
        ),
        ("What is the difference in sales between oats and rye in 2016?", ("oats 2016", "rye 2016"), "abs({0} - {1})"),
        ("What is the total of gifts and grants in 2016?", ("gifts 2016", "grants 2016"), "{0} + {1}"),
    ],
)
def test_two_figures_of_one_period(question: str, operands: tuple[str, str], expression: str) -> None:
    asked = read_calculation(question)
    assert asked is not None
    assert asked.operands == operands
    form = "{0} / {1} * 100%" if expression == "share" else expression
    assert asked.expression == form.format(*asked.names)


@pytest.mark.parametrize(
    "question",
    [
        "What percentage of the limit applies to wind?",
        "What percentage of members vote?",
        "What is the share price in 2016?",
        "Is the difference between a ferry and a coach explained?",
    ],
)
def test_a_share_that_a_document_states_is_none(question: str) -> None:
    asked = read_calculation(question)
    assert asked is None or not asked.cells
