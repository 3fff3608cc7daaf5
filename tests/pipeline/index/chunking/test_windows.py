from __future__ import annotations

import re
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from ragatta.pipeline.index.chunking._windows import by_characters, by_tokens, windows

SIZES = st.integers(1, 30).flatmap(lambda size: st.tuples(st.just(size), st.integers(0, size - 1)))


def words(text: str) -> list[tuple[int, int]]:
    return [match.span() for match in re.finditer(r"\w+|[^\w\s]", text)]


def test_arithmetic() -> None:
    assert list(windows(10, size=4, overlap=1)) == [(0, 4), (3, 7), (6, 10)]
    assert list(windows(11, size=4, overlap=1)) == [(0, 4), (3, 7), (6, 10), (9, 11)]
    assert list(windows(3, size=4, overlap=1)) == [(0, 3)]
    assert list(windows(0, size=4, overlap=1)) == []


def test_tokens_carry_the_space_behind_them() -> None:
    text = "  one two, three"
    cut = list(by_tokens(2, 1, words)(text))
    assert [text[start:end] for start, end in cut] == ["  one two", "two, ", ", three"]


@given(st.integers(0, 500), SIZES)
def test_windows_cover_everything_and_overlap_exactly(units: int, sizes: tuple[int, int]) -> None:
    size, overlap = sizes
    cut = list(windows(units, size, overlap))
    assert {unit for start, end in cut for unit in range(start, end)} == set(range(units))
    assert all(end - start == size for start, end in cut[:-1])
    assert all(last_end - start == overlap for (_, last_end), (start, _) in pairwise(cut))


@given(st.text(max_size=200), SIZES)
def test_no_character_is_lost_in_either_unit(text: str, sizes: tuple[int, int]) -> None:
    for cut in (by_characters(*sizes)(text), by_tokens(*sizes, words)(text)):
        assert {at for start, end in cut for at in range(start, end)} == set(range(len(text)))


@given(st.text(alphabet="ab ,.", max_size=200), SIZES)
def test_a_window_of_tokens_holds_its_number_of_them(text: str, sizes: tuple[int, int]) -> None:
    size, overlap = sizes
    counts = [len(words(text[start:end])) for start, end in by_tokens(size, overlap, words)(text)]
    assert all(count == size for count in counts[:-1])
    assert sum(counts) - overlap * max(len(counts) - 1, 0) == len(words(text))
