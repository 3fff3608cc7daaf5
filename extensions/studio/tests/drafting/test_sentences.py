"""What sentences say of subjects that need no other sentence, and what abbreviations stand for."""

from __future__ import annotations

import pytest

from ragatta.extensions.studio.drafting.reading import Document
from ragatta.extensions.studio.drafting.sentences import abbreviations, said
from ragatta.pipeline.types import Page

FILE = "mill.pdf"


def document(*pages: str) -> Document:
    return Document(FILE, [Page(FILE, number, text) for number, text in enumerate(pages, 1)], None)


@pytest.mark.parametrize(
    ("sentence", "question", "value"),
    [
        ("The rated power of the broad loom is 12 kW.", "What is the rated power of the broad loom", "12 kW"),
        ("Revenue from woven cloth was $4.2 million in 2019, up a little.",
         "What was revenue from woven cloth in 2019", "$4.2 million"),
        ("Income from rents totaled $40,000 for the year.", "What did income from rents total for the year", "$40,000"),
        ("The weaving shed at Tarn was built in 1926 by the founders.",
         "When was the weaving shed at Tarn built", "1926"),
        ("The tenant shall report damage to the windows within five (5) days of its discovery.",
         "Within what time of its discovery shall the tenant report damage to the windows", "five (5) days"),
    ],
)  # fmt: skip
def test_a_sentence_is_turned_into_a_question(sentence: str, question: str, value: str) -> None:
    (one,) = said(document(f"The mill stands by the river and weaves cloth all year. {sentence}"))
    assert (one.question, one.value, one.quote) == (question, value, sentence)


@pytest.mark.parametrize(
    "sentence",
    [
        "The rated power of this loom is 12 kW.",
        "It is said that the rated power is 12 kW.",
        "Depreciation of broad looms was $7.9 million in 2022 and $7.1 million in 2021.",
        "The rated power of looms, see below, is 12 kW.",
        "The power is 12 kW.",
        "Such tenant shall report damage to the windows within five (5) days of its discovery.",
        "Revenue from woven cloth was $4.2 million in such year.",
        "The tenant shall report such damage within five (5) days of its discovery.",
    ],
)
def test_what_another_sentence_explains_or_that_has_two_values_is_not_asked_for(sentence: str) -> None:
    assert not [*said(document(sentence))]


def test_a_subject_that_another_page_speaks_of_too_is_not_asked_for() -> None:
    text = "The rated power of the broad loom is 12 kW."
    assert [*said(document(text, "Other words."))]
    assert not [*said(document(text, "The broad loom has a rated power that varies."))]


def test_abbreviations_stand_for_the_words_before_them() -> None:
    text = (
        "The Union of Mill Owners (UMO) and the “Best Cloth Award” (“BCA”) exist. See the loom (ABC). A mill (M). "
        "He re-opens the (RO)."
    )
    assert {one.label: one.value for one in abbreviations(document(text))} == {"UMO": "Union of Mill Owners"}
    twice = "The Union of Mill Owners (UMO) met. The Urban Motor Office (UMO) did not."
    assert not [*abbreviations(document(twice))]
