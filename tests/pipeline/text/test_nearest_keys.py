"""The values of a key between which an amount lies."""

from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ragatta.pipeline.text.mentions import mentions
from ragatta.pipeline.text.nearest_keys import between, neighbours

LIMITS = ("$100,000", "$500,000", "$250,000", "$1,000,000")


@pytest.mark.parametrize(
    ("text", "key", "choices", "found"),
    [
        ("a cover limit of $300,000", "Cover Limit", LIMITS, ("$250,000", "$500,000", 50000, 250000)),
        ("a load of 1.5 tonnes", "Load", ("500 kg", "1000 kg", "2000 kg"), ("1000 kg", "2000 kg", 500, 1000)),
        ("$612,000 is insured at a 2% excess", "Cover Limit", LIMITS, ("$500,000", "$1,000,000", 112000, 500000)),
    ],
)
def test_the_next_ones_below_and_above(
    text: str, key: str, choices: tuple[str, ...], found: tuple[str, str, int, int]
) -> None:
    near = neighbours(key, choices, text)
    assert near is not None
    assert (near.below, near.above, near.part, near.whole) == (*found[:2], Decimal(found[2]), Decimal(found[3]))


@pytest.mark.parametrize(
    ("text", "key", "choices"),
    [
        ("a cover limit of $250,000", "Cover Limit", LIMITS),
        ("a cover limit of $2,000,000", "Cover Limit", LIMITS),
        ("4,000 feet from the shore", "Cover Limit", ("1%", "5%")),
        ("4,000 feet from the shore", "Cover Limit", ("$1,000", "$5,000")),
        ("form AB3 for 7 people", "Form", ("AB1", "AB9")),
        ("a rating of 4", "Rating", ("1 to 3", "4 to 6")),
    ],
)
def test_what_is_listed_or_of_another_kind_lies_between_none(text: str, key: str, choices: tuple[str, ...]) -> None:
    assert neighbours(key, choices, text) is None


@given(st.lists(st.integers(1, 10**6), min_size=1, max_size=20), st.integers(1, 10**6))
def test_the_two_are_next_to_it(values: list[int], amount: int) -> None:
    (one,) = mentions(f"a fee of ${amount}")
    near = between(one, [f"${value:,}" for value in values], "Fee")
    below, above = [v for v in values if v < amount], [v for v in values if v > amount]
    if amount in values or not below or not above:
        assert near is None
    else:
        assert near is not None
        assert (near.below, near.above) == (f"${max(below):,}", f"${min(above):,}")
        assert Decimal(0) < near.part < near.whole
