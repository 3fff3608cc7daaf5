from __future__ import annotations

import pytest

from ragatta.extensions.agentic.agents.value_links import links
from ragatta.pipeline.tasks.agentic import Mention

VALUES = ("Elm Street Bakery", "Harbor Cafe", "North Harbor Inn", "open", "AB-101", "IN", "FOX")


@pytest.mark.parametrize(
    ("question", "found"),
    [
        ("Orders of the elm street bakery?", [Mention("elm street bakery", "Elm Street Bakery")]),
        ("Is AB-101 open?", [Mention("AB-101", "AB-101"), Mention("open", "open")]),
        ("What did Harbor order?", [Mention("Harbor", "Harbor", whole=False)]),
        ("What lies in the harbor?", []),  # no name: neither a whole value nor written as one
        ("Orders in Ohio", []),  # "in" is not "IN"
        ("Orders in IN", [Mention("IN", "IN")]),
        ("Is the fox Open?", [Mention("Open", "open")]),  # three letters are not "FOX", four are "open"
        ("Elm Street Bakery's orders", [Mention("Elm Street Bakery's", "Elm Street Bakery")]),
        ("What about the Street Bakery?", [Mention("Street Bakery", "Street Bakery", whole=False)]),
    ],
)
def test_values_are_found_in_the_words_of_a_question(question: str, found: list[Mention]) -> None:
    assert list(links(question, VALUES)) == found


def test_no_stretch_of_a_question_is_two_mentions() -> None:
    assert [mention.value for mention in links("the North Harbor Inn", VALUES)] == ["North Harbor Inn"]
