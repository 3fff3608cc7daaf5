"""The filing's arithmetic: whole dollars, and factors that move the way the trade's do."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from filings.facts import draw_facts
from filings.rates import FORMS, PLAIN, deductible_dollars, factor, whole_dollars


def test_fifty_cents_are_rounded_up() -> None:
    assert whole_dollars(Fraction(6035, 10)) == 604
    assert whole_dollars(Fraction(60349, 100)) == 603


@given(st.fractions(min_value=0, max_value=10**7))
def test_rounding_moves_a_premium_by_half_a_dollar_at_most(amount: Fraction) -> None:
    assert -Fraction(1, 2) < whole_dollars(amount) - amount <= Fraction(1, 2)


@given(st.integers(min_value=0, max_value=10**8))
def test_a_printed_factor_reads_back_as_its_thousandths(thousandths: int) -> None:
    assert Fraction(factor(thousandths)) == Fraction(thousandths, 1000)


def test_percent_deductibles_are_taken_of_the_limit() -> None:
    assert deductible_dollars("2%", 750_000) == 15_000
    assert deductible_dollars("$1,500", 750_000) == 1_500


def test_hurricane_factors_grow_with_the_limit_and_fall_with_the_deductible() -> None:
    rates = draw_facts(7).rates
    at = rates.peril("Hurricane")
    for deductible in rates.hurricane_deductibles:
        column = [rates.hurricane[limit, deductible][at] for limit in rates.limits_a]
        assert column == sorted(column)
    for limit in rates.limits_a:
        assert rates.hurricane[limit, "1%"][at] >= rates.hurricane[limit, "2%"][at] >= rates.hurricane[limit, "5%"][at]
        others = [value for n, value in enumerate(rates.hurricane[limit, "1%"]) if n != at]
        assert set(others) == {PLAIN}


def test_the_base_form_and_its_own_deductible_perils_stand_at_one() -> None:
    rates = draw_facts(7).rates
    assert set(rates.form[FORMS[0]]) == {PLAIN}
    hurricane = rates.peril("Hurricane")
    assert {row[hurricane] for (form, _, _), row in rates.amount.items() if form == "HO3"} == {PLAIN}
