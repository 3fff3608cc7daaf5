"""Numbers are found as numbers of their own."""

from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ragatta.eval.matching.numbers import close_up, is_whole, numbers, only_number, stated_numbers


def values(text: str) -> list[str]:
    return [f"{number.value.normalize():f}{'%' * number.percent}" for number in numbers(text)]


@pytest.mark.parametrize(
    "text", ["604", "$604", "$604.", "604.00", "(604)", "is 604, or", "US$604", "604 dollars", "*604*", "-> 604"]
)
def test_a_number_of_its_own(text: str) -> None:
    assert values(text) == ["604"]


@pytest.mark.parametrize(
    "text",
    [
        *("1604", "6041", "604.5", "0.604", "HO604", "604th", "Rule C-604", "8.604.2", "1,604", "604,5", "6/04/2025"),
        *("2024-604", "C-2-604", "1-2-604", "1\u00a0604", "1\u2009604", "1\u202f604"),
    ],
)
def test_a_part_of_something_else_is_not(text: str) -> None:
    assert "604" not in values(text)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("$1,000 or 1000", ["1000", "1000"]),
        ("5% 5 % 5 percent 5 per cent", ["5%", "5%", "5%", "5%"]),
        ("5%–10%", ["5%", "10%"]),
        ("from 2-5 days", ["2", "5"]),
        ("5-2 and $5-$2 and 2-2", ["5", "2", "2", "2"]),  # downwards bare figures are a code, amounts a range
        ("(5.2%) and ($604)", ["5.2%", "604"]),  # brackets are no sign
        ("5  % 5\nper  cent", ["5%", "5%"]),
        ("12\u00a0500\u00a0000.5 and 2025\u00a0604", ["12500000.5", "2025", "604"]),
        ("-5 and -$5 and $-5", ["-5", "-5", "-5"]),
        ("$750k, 1.2 million", ["750000", "1200000"]),
        ("costs .5 cups", ["0.5"]),
        ("Soups…….....39", ["39"]),
        ("1.000 2.061 1.000", ["1", "2.061", "1"]),
        ("2025-08-18 and 8.18.25 and 2025-08-18-604", []),
        ("none", []),
    ],
)
def test_what_is_found(text: str, found: list[str]) -> None:
    assert values(text) == found


@pytest.mark.parametrize(
    ("text", "closed"),
    [
        ("1 604 dollars", "1604 dollars"),
        ("-12 500 000.5%", "-12500000.5%"),
        ("1  604", "1604"),
        ("2024 604", "2024 604"),
        ("0 604", "0 604"),
        ("1 6045", "1 6045"),
        ("C-1 604 and HO3 604", "C-1 604 and HO3 604"),
        ("1.5 604", "1.5 604"),
    ],
)
def test_in_a_sentence_a_space_groups_thousands(text: str, closed: str) -> None:
    assert close_up(text) == closed
    assert stated_numbers(text) == numbers(closed)


def test_on_a_page_a_space_parts_the_cells_of_a_table() -> None:
    assert values("500 604 700") == ["500", "604", "700"]


def test_a_percentage_equals_percentages_only() -> None:
    five_percent, five, twentieth = numbers("5% 5 0.05")
    assert five_percent.same(numbers("5.0 percent")[0])
    assert not five_percent.same(five)
    assert not five_percent.same(twentieth)
    assert not five.same(five_percent)


@pytest.mark.parametrize(
    ("said", "right"),
    [
        *((text, True) for text in ("93,662 thousand", "$93,662,000", "93.662 million", "93,662", "$ 93662")),
        *((text, False) for text in ("93,662 million", "93,662 billion", "93.662", "93,662%", "936,620")),
    ],
)
def test_a_number_with_a_scale_is_also_said_by_its_bare_figure(said: str, right: bool) -> None:
    (expected,) = numbers("$93,662 thousand")
    assert expected.answered_by(*numbers(said)) is right


def test_a_bare_figure_is_not_said_by_a_scaled_one() -> None:
    (expected,), (said,) = numbers("93,662"), numbers("93,662 thousand")
    assert not expected.answered_by(said)


def test_tolerance_holds_for_the_bare_figure_too() -> None:
    (expected,), (near,) = numbers("200 thousand"), numbers("201")
    assert expected.answered_by(near, 0.01)
    assert not expected.answered_by(near, 0.001)


def test_tolerance_is_a_share_of_the_expected_value() -> None:
    expected, near, far = numbers("200 202 203")
    assert not expected.same(near)
    assert expected.same(near, tolerance=0.01)  # 1% of 200 is 2
    assert not expected.same(far, tolerance=0.01)


def test_spans_point_at_the_number_with_sign_and_unit() -> None:
    text = "pay -$1,200 or 5 percent."
    assert [text[slice(*number.span)] for number in numbers(text)] == ["-$1,200", "5 percent"]


@pytest.mark.parametrize(("text", "whole"), [("$604", True), (" 2.5% ", True), ("604 eggs", False), ("eggs", False)])
def test_only_number(text: str, whole: bool) -> None:
    assert (only_number(text) is not None) == whole


@given(st.integers(0, 10**9), st.sampled_from(["{}", "${}", "so {}.", "({})", "a {} b"]))
def test_grouping_changes_nothing(value: int, frame: str) -> None:
    plain, grouped = numbers(frame.format(value)), numbers(frame.format(f"{value:,}"))
    assert [n.value for n in plain] == [n.value for n in grouped] == [Decimal(value)]


@given(st.text(max_size=60))
def test_any_text_can_be_read(text: str) -> None:
    assert all(text[slice(*number.span)].strip() for number in numbers(text))


def test_whole_numbers_of_any_length() -> None:
    assert [is_whole(Decimal(one)) for one in ("1", "1.0", "-2", "1" + "0" * 60, "1e60", "0.5", "1.0000001")] == [
        True, True, True, True, True, False, False,
    ]  # fmt: skip
