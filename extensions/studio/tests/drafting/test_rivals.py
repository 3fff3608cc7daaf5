"""Which other passages answer the words of a question."""

from __future__ import annotations

import pytest

from ragatta.extensions.studio.drafting.reading import Document
from ragatta.extensions.studio.drafting.rivals import is_printed_again
from ragatta.pipeline.types import Page

FILE = "report.pdf"


def document(*pages: str) -> Document:
    return Document(FILE, [Page(FILE, number, text) for number, text in enumerate(pages, 1)], None)


@pytest.mark.parametrize(
    ("value", "other", "again"),
    [
        ("$1,210", "Net berths 1,210", True),  # a long figure is the same fact
        ("1,210", "Net berths 1,211", False),
        ("$837", "Lease duty, later years 837", True),  # a short one under a like name
        ("$837", "Cranes in use 837", False),
        ("37%", "Lease duty paid 37", False),
        ("37%", "Lease duty paid 37%", True),
    ],
)
def test_a_figure_on_another_page_may_be_the_same_fact(value: str, other: str, again: bool) -> None:
    pages = document(f"Lease duty {value}", other)
    assert is_printed_again(value, ["Lease duty"], pages, 1) is again
    assert not is_printed_again(value, ["Lease duty"], document(f"Lease duty {value}\n{other}"), 1)
