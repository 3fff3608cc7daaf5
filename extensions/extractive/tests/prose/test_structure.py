import pytest

from ragatta.extensions.extractive.prose.structure import ROMAN, read_lines
from ragatta.pipeline.tasks.answers import Passage


def only_line(text):
    (line,) = read_lines([Passage(1, "rules.pdf", 1, 1, text)])
    return line


@pytest.mark.parametrize(
    ("text", "number"), [("IV. Boats", 4), ("XI. Anchors", 11), ("XXIX) Moorings", 29), ("c) Oars", 3)]
)
def test_a_label_is_numbered(text, number):
    line = only_line(text)
    assert (line.kind, line.number) == ("labelled", number)


@pytest.mark.parametrize("text", ["IIX. Boats", "VVVVV) Boats", "XXXXX. Boats", "IVIV. Boats"])
def test_letters_that_are_no_roman_number_number_nothing(text):
    assert only_line(text).number == 0


def test_roman_numbers_go_to_39():
    assert len(ROMAN) == 39
    assert (ROMAN["XXXIX"], ROMAN["XIV"], ROMAN["IX"]) == (39, 14, 9)


@pytest.mark.parametrize(
    ("text", "body"),
    [
        ("G-16 Storm Surge and Flood Cover (HC 095)..91", "Storm Surge and Flood Cover (HC 095)"),
        ("Moorings...12", "Moorings"),
    ],
)
def test_an_entry_whose_title_leaves_two_dots_is_one(text, body):
    line = only_line(text)
    assert (line.kind, line.body) == ("contents", body)


@pytest.mark.parametrize("text", ["Knots, ropes, etc..5", "on pages 3..5"])
def test_two_dots_elsewhere_lead_to_no_page(text):
    assert only_line(text).kind == "text"
