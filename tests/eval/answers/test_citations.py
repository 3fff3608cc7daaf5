"""Marks of citation, and brackets that are none."""

from __future__ import annotations

from time import process_time

import pytest

from ragatta.eval.answers.citations import without_citations


@pytest.mark.parametrize(
    "mark",
    [
        "[1]", "[1, 3]", "[Source 2]", "[Source 1, p. 72]", "【4†source】", "(Exhibit 6)", "(see page 604)",
        "(Rule C-5)", "[^3]", "[a/b (2).pdf]", "(manual.pdf, page 3)", "(pp. 3-4)",
        "¹", "(Section 4.2; Exhibit 6)",
    ],
)  # fmt: skip
def test_a_mark_is_left_out(mark: str) -> None:
    assert without_citations(f"It is 6 {mark}.") == "It is 6."


@pytest.mark.parametrize(
    "text", ["thirty (30) days", "(0.133)%", "see [below]", "5 m² of wall", "(rounded from $603.87)"]
)
def test_what_says_something_stays(text: str) -> None:
    assert without_citations(text) == text


@pytest.mark.parametrize(
    "text",
    [
        "x" + "²" * 20_000 + "x", "²x" + " " * 20_000 + "x", "(" + "a.pdf, " * 3_000 + "(",
        "(page " + "1," * 5_000 + "x!",
        "(page 1" + ", page 1" * 3_000 + "!", "(see " * 4_000, "[1, " * 5_000, "[x" + "[a]" * 6_000,
    ],
    ids=["raised", "spaces", "files", "numbers", "pages", "see", "open", "nested"],
)  # fmt: skip
def test_no_text_takes_long(text: str) -> None:
    start = process_time()
    assert without_citations(text) == text
    assert process_time() - start < 2
