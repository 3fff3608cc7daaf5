"""The words of a printed row stand together in one written row."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from ragatta.eval.matching.rows import LEAST_WORDS, has_printed_row, words, written
from ragatta.pipeline.tables import row_text

FARES = row_text.write(
    ["Fares", "Day Tickets"],
    ["Class", "Distance", "Fare", "Fee 2%"],
    [["First", "10 km", "$1,250", "1.000"], ["Second", "10 km", "$980", "1.000"]],
)


def test_a_printed_row_in_another_order_without_the_columns_names() -> None:
    assert written(FARES).has_row("First $1,250 10 km 1.000")
    assert not written(FARES).has_row("First $980 10 km 1.000")  # of two rows
    assert not written(FARES).has_row("Third $980")


def test_a_value_that_the_row_prints_twice_has_to_stand_there_twice() -> None:
    assert written(FARES).has_row("First 1.000")
    assert not written(FARES).has_row("First 1.000 1.000")


def test_a_value_alone_is_no_row() -> None:
    assert not written(FARES).has_row("$980")
    assert written(FARES).has("$980")


def test_the_lines_of_a_row_that_a_page_prints_follow_each_other() -> None:
    page = "First 10 km\n$1,250 1.000\nSecond 10 km $980"
    assert has_printed_row(page, "First 10 km")
    assert has_printed_row(page, "First 10 km\n$1,250")
    assert has_printed_row(page, "Second $980")
    assert not has_printed_row(page, "First 10 km $1,250")
    assert not has_printed_row(page, "First 10 km\nSecond $980")
    assert not has_printed_row(page, "Second")


def test_a_phrase_over_several_cells_or_in_the_title() -> None:
    assert written(FARES).has("First 10 km $1,250")
    assert written(FARES).has("day tickets")
    assert not written(FARES).has("$1,25")
    assert not written(FARES).has("km", ("10 km",))  # only within the longer one


def test_a_number_is_one_word_without_its_sign() -> None:
    assert words("1,250.50 $3 5 % 5%") == {"1,250.50": 1, "3": 1, "5": 2}


cells = st.text("ab12,.%;:|- ", min_size=0, max_size=8)


@given(st.lists(st.tuples(cells, cells), min_size=1, max_size=4), st.integers(0, 3))
def test_every_row_holds_the_words_of_its_own_cells(rows: list[tuple[str, str]], at: int) -> None:
    printed = rows[at % len(rows)]
    text = row_text.write(["Rates"], ["Form", ""], rows)
    row = " ".join(printed)
    assert len(words(row)) < LEAST_WORDS or written(text).has_row(row)
