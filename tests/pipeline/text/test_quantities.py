from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ragatta.pipeline.text.quantities import INFINITY, codes, quantities


@pytest.mark.parametrize(
    ("text", "ranges"),
    [
        ("$750,000", [(750000, 750000)]),
        ("$750k or 1.5 million", [(750000, 750000), (1500000, 1500000)]),
        ("750K", [(750000, 750000)]),
        ("$5M or $5 mm or $.5 bn", [(5000000, 5000000), (5000000, 5000000), (500000000, 500000000)]),
        ("5 mm", [(5, 5)]),
        (".85", [(Decimal("0.85"), Decimal("0.85"))]),
        ("€ 5", [(5, 5)]),
        ("1 - 5", [(1, 5)]),
        ("61-80", [(61, 80)]),
        ("$100,000 to $199,999", [(100000, 199999)]),
        ("10+", [(10, INFINITY)]),
        ("under 5", [(-INFINITY, 5)]),
        ("less than 2,500 feet", [(-INFINITY, 2500)]),
        ("more than 2600 feet from the shore", [(2600, INFINITY)]),
        ("10 or more years, 5 years or more", [(10, INFINITY), (5, INFINITY)]),
        ("between 5 and 10", [(5, 10)]),
        ("5 and 10", [(5, 5), (10, 10)]),
        ("> 5 and <= 10", [(5, 10)]),
        ("1,000 feet to less than 2,500 feet", [(1000, 2500)]),
        ("up to 5%", [(-INFINITY, 5)]),
        ("2,500-foot", [(2500, 2500)]),
        ("a limit of $5,000 and up to 10%", [(5000, 5000), (-INFINITY, 10)]),
        ("08/18/2025", []),
        ("B-7, HO3 and 10W", []),
    ],
)
def test_amounts_and_ranges_are_read(text: str, ranges: list[tuple[int, int]]) -> None:
    assert [(one.low, one.high) for one in quantities(text)] == ranges


@given(low=st.integers(0, 10**7), size=st.integers(1, 10**6), within=st.integers(0, 10**6), sign=st.sampled_from("$ "))
def test_a_range_holds_what_lies_within_its_ends_and_nothing_else(low: int, size: int, within: int, sign: str) -> None:
    [stated] = quantities(f"{sign}{low:,} to {sign}{low + size:,}".strip())
    [asked] = quantities(f"{low + within}")
    assert stated.holds(asked) == (within <= size)
    assert not asked.holds(stated)


def test_an_open_end_does_not_belong_to_a_range() -> None:
    [more_than], [at_least], [two] = quantities("more than 2"), quantities("at least 2"), quantities("2")
    assert not more_than.holds(two)
    assert at_least.holds(two)
    assert more_than.same(at_least)


def test_a_percentage_is_no_amount() -> None:
    [percent], [amount], [money] = quantities("2%"), quantities("2"), quantities("$2")
    assert not percent.same(amount)
    assert not percent.same(money)
    assert amount.same(money)
    assert percent.low == Decimal(2)


@pytest.mark.parametrize("text", ["HO3", "HO-3", "HO 3", "HO 00 03", "form HO3, as filed"])
def test_a_code_has_one_form(text: str) -> None:
    assert codes(text) == {"HO3"}


@pytest.mark.parametrize(
    ("text", "code"), [("AB 03 00", "AB300"), ("AB 00 03", "AB3"), ("AB 04 09", "AB409"), ("AB 04 90 05", "AB49005")]
)
def test_the_digits_of_a_code_keep_their_order_and_the_zeros_between_them(text: str, code: str) -> None:
    assert codes(text) == {code}


@given(st.lists(st.integers(0, 99), min_size=2, max_size=3), st.lists(st.integers(0, 99), min_size=2, max_size=3))
def test_codes_are_one_only_where_their_digits_are(one: list[int], other: list[int]) -> None:
    first, second = ("".join(f" {number:02}" for number in numbers) for numbers in (one, other))
    same = first.replace(" ", "").lstrip("0") == second.replace(" ", "").lstrip("0")
    assert (codes("AB" + first) == codes("AB" + second)) == same


def test_letters_behind_a_number_are_part_of_a_code() -> None:
    assert codes("10W") == {"10W"}
    assert codes("$650k and 10 W") == frozenset()


@pytest.mark.parametrize(
    ("text", "stated"),
    [
        ("A discount of 15% is given to patients under 18 years.", [(15, 15, "%"), (None, 18, "")]),
        ("A levy of 3 is paid and loads below 20 tonnes are free.", [(3, 3, ""), (None, 20, "")]),
        ("Pay $5 but not under 10 miles.", [(5, 5, "$"), (10, None, "")]),
        ("older than 5 years but not older than 12 years", [(5, 12, "")]),
        ("18 years or over but under 65", [(18, 65, "")]),
        ("not longer than 9 m", [(None, 9, "")]),
    ],
)
def test_two_bounds_are_one_range_only_with_nothing_else_between_them(
    text: str, stated: list[tuple[int | None, int | None, str]]
) -> None:
    found = [(one.low, one.high, one.unit) for one in quantities(text)]
    assert found == [
        (Decimal("-Infinity") if low is None else low, Decimal("Infinity") if high is None else high, unit)
        for low, high, unit in stated
    ]
