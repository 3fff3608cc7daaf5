"""Numbers as documents print them."""

from __future__ import annotations

from decimal import Decimal

import pytest

from pipeline.figures import Figure, read_figure


@pytest.mark.parametrize(
    ("text", "figure"),
    [
        ("$1,250.50", Figure(Decimal("1250.50"), "$")),
        ("$ (27)", Figure(Decimal(-27), "$")),
        ("$(12,627)", Figure(Decimal(-12627), "$")),
        ("($27)", Figure(Decimal(-27), "$")),
        ("(9.8)%", Figure(Decimal("-9.8"), "", True)),
        ("(9.4%)", Figure(Decimal("-9.4"), "", True)),
        ("(5", None),
        ("$((5)", None),
        ("5%%", None),
        ("—", None),
    ],
)
def test_brackets_are_a_minus_wherever_the_signs_stand(text: str, figure: Figure | None) -> None:
    assert read_figure(text) == figure
