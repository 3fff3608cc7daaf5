"""Which questions keep one answer when documents are added."""

from __future__ import annotations

import pytest

from ragatta.extensions.diagnosis.growing.growth import naming
from ragatta.pipeline.types import Page, Question

PAGES = {
    "Oakfield Library.pdf": (
        Page("Oakfield Library.pdf", 1, "The chair is Ada Poole. Room B12 opens at nine in May."),
    ),
    "Elmwood Library.pdf": (Page("Elmwood Library.pdf", 1, "The chair is Ben Marsh. Rooms open at ten in May."),),
}


@pytest.mark.parametrize(
    ("text", "counts"),
    [
        ("When was Ada Poole made the chair?", True),
        ("What is kept in room B12?", True),
        ("when does the oakfield library open", True),
        ("Who is the chair of the library?", False),
        ("What happens in May?", False),  # a name that both have
        ("Which library is it?", False),
    ],
)
def test_a_name_that_only_its_document_has_counts(text: str, counts: bool) -> None:
    question = Question("q", text, "text", "x", documents=("Oakfield Library.pdf",))
    assert bool(naming([question], PAGES)) is counts


def test_a_question_over_all_documents_counts() -> None:
    assert naming([Question("q", "Who is the chair?", "text", "x")], PAGES)
