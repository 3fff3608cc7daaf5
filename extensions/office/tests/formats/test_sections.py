"""Where a document without pages is cut."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from ragatta.extensions.office.formats._sections import SECTION, blocks, sections


def test_a_section_begins_at_each_heading_and_empty_ones_are_left_out() -> None:
    text = "before\n# One\nfirst\n\n# Two\n"
    assert sections(text, [7, 20]).texts == ["before", "# One\nfirst", "# Two"]
    assert sections("\n \n# One", [3]).texts == ["# One"]
    assert sections("").texts == [""]


def test_a_long_section_ends_at_a_paragraph_else_a_line_a_sentence_or_a_word() -> None:
    for end in ("\n\n", "\n", ". ", "。", " "):
        first = "x" * (SECTION - 100) + end
        assert next(blocks(first + "y" * 200)) == first
    assert list(blocks("x" * (SECTION + 1))) == ["x" * SECTION, "x"]


@given(st.text(alphabet="ab .\n。", max_size=200), st.integers(2, 30))
def test_blocks_lose_nothing_and_are_never_too_long(text: str, most: int) -> None:
    found = list(blocks(text, most))
    assert "".join(found) == text
    assert all(len(block) <= most for block in found)
