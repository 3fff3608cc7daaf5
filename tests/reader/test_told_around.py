"""Questions that tell more than a table does: what is told around a measure and its row does not end in a refusal."""

import pytest

from pipeline.tables.row_text import write
from pipeline.tasks.answers import Passage, WriteAnswer
from reader.answers import write_answer
from reader.prose.lists import blocks
from reader.prose.short_forms import in_full
from reader.prose.structure import read_lines

TOWAGE = write(
    ["Schedule 4", "Harbour Towage Surcharge"],
    ("Vessel Class", "Gross Tonnage", "Wind Band", "Inward", "Outward"),
    [("V2", "5,000", "2%", "1.050", "1.110"), ("V2", "10,000", "2%", "1.450", "1.510"),
     ("V3", "5,000", "2%", "2.050", "2.110"), ("V3", "10,000", "2%", "2.450", "2.510")],
)  # fmt: skip
DUES = write(["Minimum Dues"], ("Vessel Class", "Minimum Dues"), [("V2", "$420"), ("V3", "$610")])
STUDY = write(
    ["Minimum Dues"],
    ("Class", "Former Minimum Dues", "Selected Minimum Dues"),
    [("V2", "390", "425"), ("V3", "560", "615")],
)
BOARDING = write(
    ["Boarding Supplement"],
    ("Siblings", "Band Min", "Band Max", "Supplement"),
    [("1", "0", "9", "1.000"), ("2", "0", "9", "0.912"), ("3", "0", "9", "0.850")],
)
FILES = {"Polaris Tariff 2025.pdf": [TOWAGE, DUES], "Study.pdf": [STUDY], "School.pdf": [BOARDING]}


def answered(question: str) -> str:
    shown = [(file, text) for file, texts in FILES.items() for text in texts]
    passages = tuple(Passage(n, file, 1, 1, text) for n, (file, text) in enumerate(shown, 1))
    return write_answer(WriteAnswer(question, passages, False, True)).value


@pytest.mark.parametrize(
    ("question", "value"),
    [
        (
            "If a broker who insures a V3 shipper with 10,000 gross tonnage picks a cautious 2% wind band this winter, "
            "what harbour towage surcharge applies to an outward move by our pilots?",
            "2.510",
        ),
        ("Which boarding supplement is used for a two-sibling family?", "0.912"),
        ("In the Polaris tariff effective 3/1/25, what minimum dues are shown for class V3?", "$610"),
    ],
)
def test_what_is_told_around_the_measure_and_its_row_is_no_condition(question: str, value: str) -> None:
    assert answered(question) == value


SURVEY = write(
    ["Survey Charge"],
    ("Port Code", "PX 0412 Indicator", "Engine", "Loss Ratio at Level", "Loss Ratio Relativity at Level"),
    [("06475", "Y", "101-150", "0.851", "1.204"), ("06475", "N", "101-150", "0.402", "1.310"),
     ("06475", "Y", "1-100", "0.712", "1.101"), ("06475", "N", "1-100", "0.377", "1.002")],
)  # fmt: skip


@pytest.mark.parametrize(
    ("question", "value"),
    [
        # Two values fix the row, and the column is said; a name in brackets and a unit name nothing else.
        (
            "Our captain, who carries rye, asks what loss ratio at level port 06475 (Old Pier), 140 HP, PX 0412 has",
            "0.851",
        ),
        (
            "Our captain, who carries rye, asks what loss ratio at level Old Pier (06475), 140 HP, no PX 0412 has",
            "0.402",
        ),
    ],
)
def test_values_that_fix_a_row_are_enough(question: str, value: str) -> None:
    passages = (Passage(1, "survey.pdf", 1, 1, SURVEY),)
    found = write_answer(WriteAnswer(question, passages, False, True))
    assert found.value == value


REBATE = write(
    ["Convoy Rebate"],
    ("Vessel Class", "Convoy Indicator", "Inward", "Outward"),
    [("V2", "N", "1.000", "1.000"), ("V2", "Y", "0.900", "0.950"), ("V3", "N", "1.000", "1.000"),
     ("V3", "Y", "0.800", "0.850")],
)  # fmt: skip


@pytest.mark.parametrize(
    ("question", "value"),
    [
        ("What is the convoy rebate factor for an outward V3?", "0.850"),
        ("What is the convoy rebate factor for an outward V3 whose convoy indicator is N?", "1.000"),
        ("What is the outward factor of a V3 without convoy rebate?", "1.000"),
    ],
)
def test_who_asks_for_what_a_table_is_titled_by_has_it(question: str, value: str) -> None:
    found = write_answer(WriteAnswer(question, (Passage(1, "survey.pdf", 1, 1, REBATE),), False, True))
    assert found.value == value


AWAY = write(
    ["Year Launched Factor"],
    ("Vessel Class", "Miles to Port", "Year Launched", "Inward", "Outward"),
    [("V2", "501 ft to < 1 mile", "1990", "1.100", "1.200"), ("V2", "1 mile to 5 miles", "1990", "1.300", "1.400")],
)


def test_a_range_is_quoted_as_its_row_has_it_and_a_year_built_factor_is_no_date() -> None:
    question = "Which Year Launched Factor is Outward for V2, Miles to Port: 501 ft to < 1 mile, Year Launched: 1990?"
    assert write_answer(WriteAnswer(question, (Passage(1, "a.pdf", 1, 1, AWAY),), False, True)).value == "1.200"


@pytest.mark.parametrize(
    "question",
    [
        "If a broker picks a V7 with 10,000 gross tonnage and a 2% wind band, what towage surcharge is outward?",
        "What pilotage levy does a careful broker pay for a V3 with 10,000 gross tonnage and a 2% wind band, outward?",
    ],
)
def test_a_key_or_a_measure_that_the_table_does_not_hold_stays_unanswered(question: str) -> None:
    assert answered(question) == ""


READINGS = """Inputs
• Take over the following readings from Orbit Surveys:
o Roof Pitch
o Drain Width
o Wall Damp
• Take over the following readings from GeoTrace:
o Soil Grade
o Flood Band
The employer may choose not to extend a contract and may do so by letting the worker know in writing at least 45 days \
before the end date of the contract."""


def test_how_far_ahead_asks_for_a_time() -> None:
    question = (
        "How far ahead of the end date must an employer tell the worker in writing of not extending the contract?"
    )
    found = write_answer(WriteAnswer(question, (Passage(1, "Study.pdf", 1, 1, READINGS),), False, True))
    assert found.value == "45 days"


def test_a_list_within_a_list_stands_under_its_own_bullet() -> None:
    found = blocks(read_lines((Passage(1, "Study.pdf", 1, 1, READINGS),)))
    assert [list(one.items) for one in found] == [
        ["Roof Pitch", "Drain Width", "Wall Damp"],
        ["Soil Grade", "Flood Band"],
    ]
    assert "Orbit" in found[0].near
    assert "Orbit" not in found[1].near


def test_a_word_of_asking_is_no_short_form() -> None:
    text = "However late it is, the bank sends 3 letters before the end date of a contract."
    assert in_full("How many letters does the bank send?", (Passage(1, "a.pdf", 1, 1, text),)).startswith("How many")
