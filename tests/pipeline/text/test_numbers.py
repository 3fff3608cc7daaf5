"""Numbers as documents print them, and as they are shown."""

from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ragatta.pipeline.text.numbers import Figure, plain, read_figure


@pytest.mark.parametrize(
    ("text", "value", "currency", "percent"),
    [
        (".85", "0.85", "", False),
        ("€ 5", "5", "€", False),
        ("$1,250.50*", "1250.50", "$", False),
        ("US$ 5", "5", "$", False),
        ("750K", "750000", "", False),
        ("$5M", "5000000", "$", False),
        ("$.5 bn", "500000000", "$", False),
        ("1.5 million", "1500000", "", False),
        ("5%", "5", "", True),
        ("(-5)", "-5", "", False),
        ("(-5.0%)", "-5.0", "", True),
        ("($3.2)", "-3.2", "$", False),
        ("$ (27)", "-27", "$", False),
        ("$(12,627)", "-12627", "$", False),
        ("(9.8)%", "-9.8", "", True),
        ("(9.4%)", "-9.4", "", True),
        ("-$3", "-3", "$", False),
        ("$-3", "-3", "$", False),
        ("+3", "3", "", False),
    ],
)
def test_a_figure(text: str, value: str, currency: str, percent: bool) -> None:
    assert read_figure(text) == Figure(Decimal(value), currency, percent)


@pytest.mark.parametrize(
    "text", ["5 mm", "5M", "C-7", "1,23", "(5", "5)", "", ".", "$", "1.2.3", "5 or 6", "$((5)", "5%%", "—"]
)
def test_no_figure(text: str) -> None:
    assert read_figure(text) is None


@given(st.decimals(-(10**12), 10**12, places=4))
def test_what_is_shown_is_read(value: Decimal) -> None:
    assert read_figure(plain(value)) == Figure(value)
