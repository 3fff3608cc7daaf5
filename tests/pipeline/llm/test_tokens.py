import re

from hypothesis import given
from hypothesis import strategies as st

from ragatta.pipeline.llm import tokens
from ragatta.pipeline.llm.tokens import lower_bound, upper_bound


def test_words_digits_and_signs_are_counted():
    assert upper_bound("Hail 2,500") == 1 + 1 + 1 + 1 + 3
    assert upper_bound("deductibles") == 3  # eleven letters by four
    assert upper_bound("é") == 2  # bytes
    assert lower_bound("Hail 2,500") == 2


@given(st.text())
def test_the_bounds_are_ordered(text):
    assert lower_bound(text) <= upper_bound(text)


@given(st.text(), st.text())
def test_a_longer_prompt_is_never_bounded_lower(first, second):
    assert upper_bound(f"{first} {second}") >= max(upper_bound(first), upper_bound(second))


@given(st.text(alphabet="aB1 -.\t\r\né", max_size=40))
def test_lines_are_counted_apart_and_a_run_of_line_ends_once(text: str) -> None:
    whole = re.compile(rf"{tokens._TOKEN.pattern}|\n+")
    assert upper_bound(text) == len(whole.findall(text)) + len(text.encode()) - len(text)
