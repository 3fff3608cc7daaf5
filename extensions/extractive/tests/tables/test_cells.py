"""Number questions where tables stand apart as rows."""

import pytest

from ragatta.extensions.extractive.rules.write_answer import write_answer
from ragatta.pipeline.agents.answering.confidence import Thresholds
from ragatta.pipeline.agents.trace import Stage
from ragatta.pipeline.tables.row_text import write
from ragatta.pipeline.tasks.answers import Passage, WriteAnswer

RATES = write(
    ["Exhibit 4", "Storm Excess Factor"],
    ("Boat Class", "Hull Value", "Storm Excess", "Fire", "Storm"),
    [("K3", "$750,000", "2%", "1.000", "2.061"), ("K3", "$750,000", "5%", "1.000", "1.876")],
)
PROSE = "A crew is relieved after no more than 9 days at sea. The harbour office answers a request within 4 hours."
MARKED = "A crew is relieved after no more than 129 days at sea. The late fee is $9$11 for every day."


def asked(question: str, *texts: str, apart: bool = True) -> WriteAnswer:
    passages = tuple(Passage(n, f"{n}.pdf", 1, 1, text) for n, text in enumerate(texts, 1))
    return WriteAnswer(question, passages, False, apart)


def test_the_value_is_said_with_its_row_and_its_source() -> None:
    found = write_answer(asked("What is the Storm factor for K3, $750k hull value and 2% storm excess?", PROSE, RATES))
    assert (found.status, found.value, found.sources) == ("answered", "2.061", [2])
    assert "Hull Value: $750,000" in found.text


def test_a_value_asked_for_that_no_row_has_is_not_answered() -> None:
    found = write_answer(asked("What is the Storm factor for K3, $750,000 hull value and 3% storm excess?", RATES))
    assert found.status == "insufficient"


def test_what_is_left_open_is_answered_with_low_confidence_or_not_at_all() -> None:
    one = write(["Storm Excess Factor"], ("Boat Class", "Hull Value", "Storm Excess", "Storm"), [
        ("K3", "$650,000", "2%", "1.961"), ("K3", "$650,000", "5%", "1.861"), ("K3", "$700,000", "2%", "1.976"),
        ("K3", "$700,000", "5%", "1.876"), ("K3", "$750,000", "2%", "2.061")])  # fmt: skip
    found = write_answer(asked("What is the Storm factor for K3 and a $750,000 hull value?", one))
    assert found.value == "2.061"
    assert "Storm Excess" in found.text.split(":")[-1]
    assert Thresholds().rated([0.95], found.text, Stage()) == "low"


@pytest.mark.parametrize(
    ("question", "value"),
    [
        ("After how many days at sea must a crew be relieved?", "9"),
        ("In how many hours is a request answered by the office of the harbour?", "4"),
    ],
)
def test_figures_in_prose_are_read_by_their_unit(question: str, value: str) -> None:
    assert write_answer(asked(question, PROSE)).value == value


def test_of_a_marked_up_document_the_replacing_figure_is_taken() -> None:
    found = write_answer(asked("After how many days at sea must a crew be relieved?", MARKED, PROSE))
    assert found.value == "9"
    assert write_answer(asked("How much is the late fee for every day?", MARKED)).value == "$11"


def test_prose_is_read_as_before_where_tables_do_not_stand_apart() -> None:
    question = "Up to how many days at sea is the greatest stretch of a crew?"
    assert write_answer(asked(question, PROSE)).value == "9"
    assert write_answer(asked(question, PROSE, apart=False)).status == "insufficient"


def test_a_name_that_nothing_says_is_not_answered() -> None:
    assert (
        write_answer(asked("After how many days is a crew of Norland relieved at sea?", PROSE)).status == "insufficient"
    )


def test_a_sentence_of_several_figures_answers_no_number_that_is_of_something_it_does_not_name() -> None:
    prose = "The mooring fee of the harbour for visitors is $5 by day and $9 by night."
    assert write_answer(asked("How much is the mooring fee of the harbour for visitors?", prose)).status == "answered"
    found = write_answer(asked("How much is the mooring fee of the harbour for visitors overwintering?", prose))
    assert found.status == "insufficient"
