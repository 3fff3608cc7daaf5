"""Expressions over named figures: what is computed, how it is shown, and what is never run."""

from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ragatta.pipeline.text.arithmetic import LONGEST, evaluate, identifier, names_in
from ragatta.pipeline.text.numbers import Figure, read_figure

FARES = {"fare": Figure(Decimal(40), "$"), "factor": Figure(Decimal("1.055")), "tax": Figure(Decimal(5), "", True)}


@pytest.mark.parametrize(
    ("expression", "shown", "written"),
    [
        ("fare * factor", "40 × 1.055", "$42.2"),
        ("fare × factor", "40 × 1.055", "$42.2"),
        ("fare ÷ 3", "40 ÷ 3", "$13.333333"),
        ("5% of fare", "5% × 40", "$2"),
        ("fare * (1 + tax)", "40 × (1 + 5%)", "$42"),
        ("fare - (factor - 1)", "40 − (1.055 − 1)", "$39.945"),
        ("fare - 50", "40 − 50", "−$10"),
        ("(tax + 7%) / 2", "(5% + 7%) ÷ 2", "6%"),
        ("fare / fare", "40 ÷ 40", "1"),
        ("0.1 + 0.2", "0.1 + 0.2", "0.3"),
        ("$1,250.50 + fare", "1,250.5 + 40", "1,290.5"),
    ],
)
def test_it_is_computed_in_decimals_and_shown_as_it_was_asked(expression: str, shown: str, written: str) -> None:
    result = evaluate(expression, FARES)
    assert result.value is not None
    assert (result.with_figures, result.written(result.value).replace("$", "")) == (shown, written.replace("$", ""))
    assert ("$" in written) <= (result.unit == "$")


@pytest.mark.parametrize(
    "attack",
    [
        "__import__('os').system('true')", "fare.value", "fare .real", "(fare).as_tuple()", "fare[0]", "2 ** 999999",
        "2* *9", "9" * 300, "1e400", "0x10", "1_000", "1j", "True + 1", "lambda: 1", "[1, 2]", "{1: 2}", "'a' * 9",
        "f'{fare}'", "fare if 1 else 2", "1if fare else 2", "fare := 3", "fare @ 2", "fare // 2", "fare % 2",
        "fare < 2", "not fare", "~3", "fare(2)", "print", "fare; 1", "fare\n1 +", "", " ", "(" * 300, "-" * 399 + "1",
        "1 + " * LONGEST + "1", "\x00", "fare #", "*fare", "await fare", "…",
    ],
)  # fmt: skip
def test_a_model_s_expression_runs_nothing(attack: str, recwarn: pytest.WarningsRecorder) -> None:
    result = evaluate(attack, FARES)
    assert (result.value is None) == bool(result.error)
    assert result.value is None or attack.startswith("-")
    assert not recwarn.list


@pytest.mark.parametrize(
    ("expression", "error"),
    [
        ("fare / 0", "division by zero"),
        ("fare / (fare - fare)", "division by zero"),
        ("fare * toll", "no value is known for toll"),
        ("fare + tax", "cannot be combined"),  # 5% of what?
        ("900000000000000000 * 900000000000000000", "too large"),
    ],
)
def test_an_error_is_a_result(expression: str, error: str) -> None:
    result = evaluate(expression, FARES)
    assert result.value is None
    assert error in result.error


def test_two_currencies_are_not_joined() -> None:
    assert evaluate("a + b", {"a": Figure(Decimal(1), "$"), "b": Figure(Decimal(1), "€")}).error


@given(st.text(max_size=60))
def test_any_text_ends_in_a_value_or_an_error(text: str) -> None:
    result = evaluate(text, FARES)
    assert (result.value is None) == bool(result.error)


AMOUNTS = st.decimals(min_value=-(10**9), max_value=10**9, places=3)


@given(AMOUNTS, AMOUNTS, AMOUNTS)
def test_it_agrees_with_decimals(a: Decimal, b: Decimal, c: Decimal) -> None:
    values = {"a": Figure(a), "b": Figure(b), "c": Figure(c)}
    assert evaluate("a + b - c", values).value == a + b - c
    assert evaluate("(a + b + c) / 3 * 0", values).value == 0
    assert evaluate("-a", values).value == -a


def test_names_in_their_order() -> None:
    assert names_in("(b + a) * b") == ("b", "a")
    assert names_in("open('x')") is None


@pytest.mark.parametrize(
    ("name", "found"), [("Base Rate", "base_rate"), ("class", "class_"), ("2nd fare", "nd_fare"), ("%", "")]
)
def test_identifier(name: str, found: str) -> None:
    assert identifier(name) == found


@pytest.mark.parametrize(
    ("text", "value", "currency", "percent"),
    [
        ("$1,250.50", "1250.50", "$", False),
        ("5 percent", "5", "", True),
        ("2%", "2", "", True),
        ("(3.2)", "-3.2", "", False),
        ("-4", "-4", "", False),
        ("($5)", "-5", "$", False),
        (".5", "0.5", "", False),
        ("€7*", "7", "€", False),
    ],
)
def test_figures_as_documents_print_them(text: str, value: str, currency: str, percent: bool) -> None:
    assert read_figure(text) == Figure(Decimal(value), currency, percent)


@pytest.mark.parametrize("text", ["", "HO3", "1,25", "3 - 4", "2 apples", "(5", "1.2.3"])
def test_what_is_no_figure(text: str) -> None:
    assert read_figure(text) is None


def test_a_quotient_times_100_percent_is_stated_so_and_abs_has_no_sign() -> None:
    values = {"a": Figure(Decimal("39")), "b": Figure(Decimal("52"), "$")}
    share = evaluate("(a - b) / b * 100%", values)
    assert (share.unit, share.written(share.value or Decimal(0))) == ("%", "−25%")
    size = evaluate("abs(a - b)", values)
    assert (size.value, size.unit, size.with_figures) == (Decimal(13), "$", "|39 − 52|")
    assert names_in("abs(a - b)") == ("a", "b")
    assert evaluate("abs(a, b)", values).value is None
    assert evaluate("max(a)", values).value is None
