"""Scales and units as tables state them."""

from __future__ import annotations

import pytest

from ragatta.extensions.studio.drafting.scales import has_bare_unit, has_own_scale, scale_of, unit_of, without_scale


@pytest.mark.parametrize(
    ("text", "scale"),
    [
        ("Assets (in thousands)", "thousands"),
        ("(in $ million)", "$ million"),
        ("Deposits (in millions of euros)", "millions of euros"),
        ("(in thousands of tonnes)", "thousands of tonnes"),
        ("(millions, except shares)", "millions"),
        ("Revenue ($ million)", "$ million"),
        ("2022 £000", "£000"),
        ("Ore processed (000 tonnes)", "000 tonnes"),
        ("in Tsd. €", "Tsd. €"),
        ("en milliers d'euros", "milliers d'euros"),
        ("Umsatz in Mio. €", "Mio. €"),
        ("(en miles de euros)", "miles de euros"),
        ("in migliaia di euro", "migliaia di euro"),
        ("em milhões de euros", "milhões de euros"),
        ("$'000", "$'000"),
        ("Tráfico (miles de toneladas)", "miles de toneladas"),
        ("Investitionen (Mio. €)", "Mio. €"),
        ("Production (milliers de tonnes)", "milliers de tonnes"),
        ("Traffico (migliaia di tonnellate)", "migliaia di tonnellate"),
        ("Handel (miljoenen euro)", "miljoenen"),
        ("Distance (miles)", ""),
        ("Distance in miles", ""),
        ("Weight (kg)", ""),
        ("A fee of 1,000 dollars", ""),
    ],
)
def test_a_scale_is_taken_as_it_is_printed(text: str, scale: str) -> None:
    assert scale_of(text) == scale


@pytest.mark.parametrize(
    ("name", "own"),
    [
        ("Revenue (US$ million)", True),
        ("Cost (US$/lb)", True),
        ("Margin (%)", True),
        ("Weight (kg)", False),
        ("(net)", False),
    ],
)
def test_a_name_may_state_its_own_scale(name: str, own: bool) -> None:
    assert has_own_scale(name) is own


@pytest.mark.parametrize(
    ("header", "has"),
    [
        ("Thickness mm", True),
        ("Change %", True),
        ("Stay, minutes", True),
        ("Tonnes", True),
        ("Due after five years", False),
        ("Revenue", False),
    ],
)
def test_a_header_may_end_with_its_unit(header: str, has: bool) -> None:
    assert has_bare_unit(header) is has


def test_a_header_without_its_scale_is_a_period() -> None:
    assert [without_scale(one) for one in ("2022 £000", "in Mio. € 2022", "2022 (in thousands)")] == ["2022"] * 3
    assert unit_of("Noise (dB(A))") == "dB(A)"
