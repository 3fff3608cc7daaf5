from __future__ import annotations

from ragatta.pipeline.agents.citing.quotes import quote
from ragatta.pipeline.tasks.answers import Passage


def passage(text: str) -> Passage:
    return Passage(1, "prices.pdf", 1, 1, text)


def test_the_sentence_that_holds_most_of_the_answers_words_is_quoted_to_the_letter() -> None:
    text = "Pumps are sold. A brass pump costs $40,\nA steel pump costs $50. Delivery is free."
    assert quote("$50 [Source 1]", passage(text)) == "A steel pump costs $50."
    assert quote("The brass pump costs 40 dollars", passage(text)) == "A brass pump costs $40,"


def test_an_answer_that_shares_nothing_has_no_quote() -> None:
    assert quote("yes", passage("Pumps are sold.")) == ""
    assert quote("", passage("")) == ""
