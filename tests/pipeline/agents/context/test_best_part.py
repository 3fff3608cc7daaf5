"""Where the part begins that a question is about."""

import pytest

from ragatta.pipeline.agents.context.best_part import best_start

TEXT = "Hoses are green. Pumps cost 40 dollars. Filters cost 3 dollars. A pump lasts for years."


@pytest.mark.parametrize(
    ("question", "begins"),
    [
        ("What does a pump cost?", "Pumps cost"),
        ("What do filters cost?", "Filters cost"),
        ("How long does a pump last?", "A pump lasts"),
        ("Who was the first president?", "Hoses"),  # no word of it stands there
        ("", "Hoses"),
        ("What colour are hoses, what does a filter?", "Hoses"),  # as many words in two places: the first
    ],
)
def test_the_part_with_most_words_of_the_question_begins_at_a_sentence(question: str, begins: str) -> None:
    assert TEXT[best_start(TEXT, question, 25) :].startswith(begins)


def test_a_text_that_is_shown_whole_begins_at_its_beginning() -> None:
    assert best_start(TEXT, "How long does a pump last?", len(TEXT)) == 0
