"""A chat model's text as plain lines."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ragatta.eval.answers.plain import plain_lines, plain_sentences, unmarked


def texts(text: str) -> list[str]:
    return [line.text for line in plain_lines(text)]


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("It is **$604** [Source 1, p. 72].", ["It is $604."]),
        ("- *Onion* soup\n1. `Rye` bread", ["Onion soup", "Rye bread"]),
        ('{"answer": 604, "unit": "USD", "pages": [4]}', ["Answer: 604 USD"]),
        ('```json\n{"items": ["a", "b"]}\n```', ["a", "b"]),
        ('["Onion\\nsoup", "Rye"]', ["Onion soup", "Rye"]),
        ('{"premium": 604, "fee": 25}', ["premium: 604", "fee: 25"]),
        ("\\[293 \\times 2.061 \\approx \\boxed{604}\\]", ["293  ×  2.061  ≈", "Final answer: 604"]),
        ("<think>604?</think>It is 640.", ["It is 640."]),
        ("<ul><li>Onion</li><li>Rye</li></ul>", ["Onion", "Rye"]),
        ("Onion<br>Rye", ["Onion", "Rye"]),
        ("2 * 3 * 4 = 24", ["2 * 3 * 4 = 24"]),
        ("> quoted\n\n---\n", ["quoted"]),
        ("It costs $5 or $6.", ["It costs $5 or $6."]),
        ("{broken", ["{broken"]),
    ],
)
def test_what_stands_there(text: str, lines: list[str]) -> None:
    assert texts(text) == lines


def test_forms_of_lines() -> None:
    text = "## Rules\n**Section B:**\n- a\n  - b\n\n| Rule | Title |\n| --- | --- |\n| C-1 | Roof<br>Age |"
    assert [(line.form, line.depth) for line in plain_lines(text)] == [
        ("heading", 0), ("text", 0), ("item", 0), ("item", 2), ("row", 0), ("row", 0),
    ]  # fmt: skip
    row = plain_lines(text)[-1]
    assert (row.header, row.cells[0], len(row.cells[1].split("\x1f"))) == (("Rule", "Title"), "C-1", 2)


def test_a_line_ends_a_sentence() -> None:
    assert plain_sentences("- It is 5. Stop.\n- then\n**go**") == ["It is 5.", "Stop.", "then", "go"]


def test_a_line_without_its_mark() -> None:
    assert unmarked("- **Rye** bread") == "Rye bread"


@given(st.text(alphabet='ab12|*-#<>{}[]"\\$ \n.', max_size=60))
def test_no_text_breaks_it(text: str) -> None:
    assert all(line.text.strip() for line in plain_lines(text))
