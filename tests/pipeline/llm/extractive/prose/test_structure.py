import pytest

from pipeline.llm.extractive.prose.structure import ROMAN, read_lines
from pipeline.tasks import Passage


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
