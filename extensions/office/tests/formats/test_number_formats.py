"""Numbers and dates as a spreadsheet displays them."""

from __future__ import annotations

from datetime import date, datetime, time, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ragatta.extensions.office.formats._number_formats import displayed

ACCOUNTS = '_(* #,##0.00_);_(* \\(#,##0.00\\);_(* "-"??_);_(@_)'
AFTERNOON = datetime(2026, 3, 31, 14, 5, 9)


@pytest.mark.parametrize(
    ("value", "code", "text"),
    [
        (0.1 + 0.2, "General", "0.3"), (1e-7, "General", "1E-07"), (12345678901234, "", "12345678901234"),
        (True, "General", "TRUE"), (12, "@", "12"), ("a", "0.00", "a"), (None, "0", ""),
        (1234567.891, "#,##0.00", "1,234,567.89"), (1.005, "0.00", "1.01"), (-0.001, "0.00", "0.00"),
        (7, "000", "007"), (0.5, "#.##", ".5"), (2, "0.0#", "2.0"), (0.1234, "0.0%", "12.3%"),
        (12345.678, "0.00E+00", "1.23E+04"),
        (123456789, "000-00-0000", "123-45-6789"), (1250000, '#,##0.0,,"M"', "1.3M"),
        (-5, "0;(0)", "(5)"), (-3.5, ACCOUNTS, "(3.50)"), (0, ACCOUNTS, "-"), (4, ";;;", ""), (-12, '"$"0', "-$12"),
        (1500, '[>=1000]0.0,"k";0', "1.5k"), (5, '[>=1000]0.0,"k";0', "5"),
        (-1234.5, "#,##0.00 [$€-407];[Red]-#,##0.00 [$€-407]", "-1,234.50 €"),
        (1.75, "# ?/?", "1 3/4"), (0.5, "?/?", "1/2"), (3, "# ?/?", "3"), (0.25, "# ?/8", "2/8"),
        (AFTERNOON, "mm-dd-yy", "2026-03-31"), (AFTERNOON, "d mmm yyyy h:mm AM/PM", "31 Mar 2026 2:05 PM"),
        (AFTERNOON, "dd.mm.yyyy hh:mm:ss", "31.03.2026 14:05:09"), (AFTERNOON, "mm:ss", "05:09"),
        (date(2026, 3, 31), "[$-409]dddd, mmmm d, yyyy;@", "Tuesday, March 31, 2026"),
        (AFTERNOON, "mmm\\-yy", "Mar-26"),
        (time(9, 5), "h:mm", "9:05"), (timedelta(hours=30, minutes=5), "[h]:mm", "30:05"),
    ],
)  # fmt: skip
def test_a_value_is_displayed_by_its_format(value: object, code: str, text: str) -> None:
    assert displayed(value, code) == text


@given(
    st.floats() | st.integers() | st.datetimes() | st.timedeltas(),
    st.text('0#?.,%E+-/;@[]"\\_*ymdhs $>=19()AP', max_size=14),
)
def test_any_format_displays_any_value(value: object, code: str) -> None:
    assert isinstance(displayed(value, code), str)
