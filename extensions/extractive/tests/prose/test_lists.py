"""Lists out of contents pages, bullets, numbered lines, rows and sentences, in several domains."""

from __future__ import annotations

import pytest

from ragatta.extensions.extractive.prose.structure import read_lines
from ragatta.extensions.extractive.rules.write_answer import write_answer
from ragatta.pipeline.tasks.answers import Passage, WriteAnswer, WrittenAnswer

COOKBOOK_1 = """The Harbour Kitchen
Page 2 of 90
TABLE OF CONTENTS
PART A – FIRST THINGS
No. Page
A-1 Knives and Boards………………..4
A-2 Weights/Measures.....…………5
PART B – SOUPS AND BROTHS
No. Page
B-1 Barley Broth………………….12
B-2 Cold Cucumber Soup.............14
B-3 Fish Soup of the Long Winter with Saffron, Fennel ^
and Rye Bread (for two or for ten)…………16
B-4 Pea Soup . . . . . . . . . 18""".replace(" ^", " ")
COOKBOOK_2 = """The Harbour Kitchen
Page 3 of 90
No. Page
B-5 Squash Soup....,....20
B-6 Tomato/Bread Soup……22
PART C – BREADS
No. Page
C-1 Rye Loaf……………30
C-2 Oat Loaf……………32"""
SOUPS = (
    "Barley Broth",
    "Cold Cucumber Soup",
    "Fish Soup of the Long Winter with Saffron, Fennel and Rye Bread (for two or for ten)",
    "Pea Soup",
    "Squash Soup",
    "Tomato/Bread Soup",
)
SATELLITE = """2.1 Payload
The payload carries the following instruments:
• Star tracker
• Magnetometer with a boom of two segments that folds out once the satellite has left
the launcher
• Infrared camera
2.2 Power
The battery is charged by the panels."""


def listed(question: str, *texts: str, enumeration: bool = True) -> WrittenAnswer:
    passages = tuple(Passage(n, "handbook.pdf", n, n, text) for n, text in enumerate(texts, 1))
    return write_answer(WriteAnswer(question, passages, enumeration))


def test_contents_family_goes_on_over_the_page_break_and_wrapped_titles_are_joined() -> None:
    answer = listed("List all soups and broths", f"{COOKBOOK_1}\n{COOKBOOK_2}")
    assert answer.status == "answered"
    assert tuple(answer.items) == SOUPS


@pytest.mark.parametrize("texts", [(COOKBOOK_1, COOKBOOK_2), (COOKBOOK_2, COOKBOOK_1)])
def test_contents_family_goes_on_in_another_passage(texts: tuple[str, str]) -> None:
    answer = listed("List all soups and broths", *texts)
    assert set(answer.items) == set(SOUPS)
    assert answer.sources == [1, 2]


def test_every_item_names_its_source() -> None:
    lines = listed("List all breads", COOKBOOK_1, COOKBOOK_2).text.splitlines()
    assert lines == ["- Rye Loaf [Source 2]", "- Oat Loaf [Source 2]"]


@pytest.mark.parametrize("leader", [".........", " . . . . ", "  "])
def test_contents_labelled_by_part_and_number_are_families(leader: str) -> None:
    parts = {"Part 1 - Rope Work": ["Whipping", "Splicing"], "Part 2 - Knots": ["Bowline", "Clove Hitch", "Reef Knot"]}
    lines = ["Seamanship", "Table of Contents"]
    for part, (heading, entries) in enumerate(parts.items(), 1):
        lines += [heading, *(f"{part}-{n} {entry}{leader}{part * 10 + n}" for n, entry in enumerate(entries, 1))]
    assert listed("List all knots", "\n".join(lines)).items == ["Bowline", "Clove Hitch", "Reef Knot"]
    assert listed("List all rope work", "\n".join(lines)).items == ["Whipping", "Splicing"]


def test_a_range_is_no_label_outside_a_table_of_contents() -> None:
    kinds = [line.kind for line in read_lines([Passage(1, "a.pdf", 1, 1, "5-10 years of service earn a day off.")])]
    assert kinds == ["text"]


def test_gaps_in_the_numbering_are_named() -> None:
    answer = listed("List all soups and broths", "PART B – SOUPS AND BROTHS\nB-1 Barley Broth……1\nB-4 Pea Soup……4")
    assert answer.items == ["Barley Broth", "Pea Soup"]
    assert answer.missing == "entries numbered 2, 3"


def test_a_family_of_another_document_stays_out() -> None:
    other = Passage(2, "old.pdf", 1, 1, "PART B – SAUCES\nNo. Page\nB-1 Brown Sauce……4\nB-9 White Sauce……5")
    passages = (Passage(1, "new.pdf", 2, 3, f"{COOKBOOK_1}\n{COOKBOOK_2}"), other)
    answer = write_answer(WriteAnswer("List all soups and broths", passages, True))
    assert tuple(answer.items) == SOUPS


def test_bullets_under_their_lead_in() -> None:
    answer = listed("List all instruments of the payload", SATELLITE)
    assert answer.items[0] == "Star tracker"
    assert answer.items[1].endswith("has left the launcher")
    assert len(answer.items) == 3


def test_a_what_question_for_several_is_a_list_too() -> None:
    answer = listed("Which instruments does the payload carry?", SATELLITE, enumeration=False)
    assert "Star tracker" in answer.text


def test_first_cells_of_rows() -> None:
    prices = "Imaging Services Prices\nService Day Night\nChest scan $120 $150\nKnee scan $90 $110\nHand scan $70 $80"
    answer = listed("List all imaging services", prices)
    assert answer.items == ["Chest scan", "Knee scan", "Hand scan"]


def test_numbered_list_restarts_with_its_heading() -> None:
    opening = "Opening the Valve\n1. Turn the key\n2. Lift the lever"
    text = f"{opening}\nClosing the Valve\n1. Lower the lever\n2. Remove the key"
    assert listed("List all steps of closing the valve", text).items == ["Lower the lever", "Remove the key"]


def test_where_the_items_stand_is_no_word_of_their_heading() -> None:
    assert listed("Which parts fall under breads?", COOKBOOK_2).items == ["Rye Loaf", "Oat Loaf"]


@pytest.mark.parametrize("question", ["List all desserts", "List all soups of the desert", "List every poisonous fish"])
def test_what_no_heading_names_is_not_listed(question: str) -> None:
    answer = listed(question, COOKBOOK_1, COOKBOOK_2, SATELLITE)
    assert answer.status == "insufficient"
    assert answer.items == []
    assert answer.missing


def test_a_heading_that_ends_in_a_bracketed_number_heads_the_list() -> None:
    text = "Rule 3: Valued Rentals (form 12)\nThe following kinds of boats can be rented:\n• Canoes\n• Kayaks\n• Rafts"
    passages = (Passage(1, "a.pdf", 1, 1, text),)
    found = write_answer(
        WriteAnswer("Which kinds of boats can be rented under Valued Rentals (form 12)?", passages, False)
    )
    assert found.items == ["Canoes", "Kayaks", "Rafts"]


def test_the_items_of_a_part_are_counted_where_they_are_listed() -> None:
    question = "How many entries does part B have?"
    whole = listed(question, f"{COOKBOOK_1}\n{COOKBOOK_2}")
    assert (whole.value, whole.items) == ("6", [])
    assert "Pea Soup" in whole.text
    torn = listed(question, COOKBOOK_1.replace("B-2 Cold Cucumber Soup.............14\n", ""))
    assert torn.status == "insufficient"  # an entry is missing from the numbering
