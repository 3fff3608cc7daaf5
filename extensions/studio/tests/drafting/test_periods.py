"""Which columns are periods, and which of them are of one kind."""

from __future__ import annotations

import pytest

from ragatta.extensions.studio.drafting.periods import has_short, kind, year_of
from ragatta.extensions.studio.drafting.wording import under


@pytest.mark.parametrize(
    ("column", "year", "said"),
    [
        ("2012", 2012, "in 2012"),
        ("Q3 2023", 2023, "in Q3 2023"),
        ("9M 2023", 2023, "in 9M 2023"),
        ("FY2023", 2023, "in FY2023"),
        ("2022/23", 2023, "in 2022/23"),
        ("Three months ended 30 Sep 2023", 2023, "for the three months ended 30 Sep 2023"),
        ("Fourth quarter fiscal 2023", 2023, "for the fourth quarter fiscal 2023"),
        ("31 March 2023", 2023, "as of 31 March 2023"),
        ("31.12.2023", 2023, "for 31.12.2023"),
        ("2012 2011", 0, "under “2012 2011”"),
        ("2009 excluding options", 0, "under “2009 excluding options”"),
        ("AX-204 (N=2014)", 0, "under “AX-204 (N=2014)”"),
    ],
)
def test_a_period_is_named_as_it_is_printed(column: str, year: int, said: str) -> None:
    assert (year_of(column), under(column)) == (year, said)


def test_quarters_are_of_another_kind_than_years() -> None:
    assert kind("Q3 2023") == kind("Q3 2022") != kind("9M 2022")
    assert kind("Three months ended 30 Sep 2023") == kind("Three months ended 30 Sep 2022") != kind("30 Sep 2022")
    assert kind("2022/23") == kind("2021/22")


@pytest.mark.parametrize(
    ("text", "short"),
    [
        ("Three Months Ended June 30,", True),
        ("im 1. Halbjahr", True),
        ("Halden Q3 report", True),
        ("Annual report", False),
    ],
)
def test_a_text_may_speak_of_less_than_a_year(text: str, short: bool) -> None:
    assert has_short(text) is short
