"""Which labels, definitions and lists of a page are facts that a question can ask for."""

from __future__ import annotations

import pytest

from ragatta.extensions.studio.drafting.facts import can_name, definitions, fields, lists
from ragatta.extensions.studio.drafting.reading import Document
from ragatta.pipeline.types import Page

FILE = "rates.pdf"


def document(*pages: str) -> Document:
    return Document(FILE, [Page(FILE, number, text) for number, text in enumerate(pages, 1)], None)


@pytest.mark.parametrize(
    "line",
    ["Rates: all from 2021 on", "Objection Dated: 3 May 2021", "Chair of Board Since: May 2012", "By name: 12 men"],
)
def test_a_label_that_is_no_noun_is_not_asked_for(line: str) -> None:
    assert [*fields(document("Proposed Effective Date: 3 May 2021"))]
    assert not [*fields(document(line))]


def test_a_name_has_one_letter_alone_and_no_more() -> None:
    assert can_name("Vitamin C content", 5)
    assert not can_name("Speeds v and w", 5)


@pytest.mark.parametrize(
    "line",
    [
        "Berth fees and more: 2 kinds of them.",
        "Berth Fee: $37.00 (for boats alone)",
        "Berth Fee: $37.00 and $40.00",
        "Account Number: 4830435",
    ],
)
def test_more_than_an_amount_and_numbers_of_accounts_are_not_asked_for(line: str) -> None:
    assert [*fields(document("Berth Fee: $37.00"))]
    assert not [*fields(document(line))]


@pytest.mark.parametrize(
    "more",
    [
        "The word “boat” is used for rafts too.",
        "‘Boats’ are listed.",
        "In this part boats mean rafts.",
        "A Boat shall have a name.",
        "It may have sails.",
        "For purposes of this definition, a raft is a vessel.",
    ],
)
def test_a_term_that_another_place_may_define_is_not_asked_for(more: str) -> None:
    good = "“Boat” means any craft that floats and has a motor."
    assert [*definitions(document(f"{good} Rafts are no boats."))]
    assert not [*definitions(document(f"{good} {more}"))]


@pytest.mark.parametrize(
    "end",
    [
        "listed with its motor on Schedule B",
        "that floats. mm and has a motor",
        "that floats ------ and has a motor",
        "that floats (or has a motor and a pump, e.g",
    ],
)
def test_a_definition_that_is_not_whole_is_not_asked_for(end: str) -> None:
    assert [*definitions(document("“Boat” means any craft of Acme Inc. that floats and has a motor."))]
    assert not [*definitions(document(f"“Boat” means any craft {end}."))]


def test_a_definition_that_repeats_its_term_or_stands_twice_is_not_asked_for() -> None:
    good = "“Boat” means any craft that floats and has a motor."
    assert [*definitions(document(good))]
    assert not [*definitions(document(f"{good}\n“Boats” means any craft with sails that floats."))]
    assert not [*definitions(document("“Boat Agreement” means the agreement on the boat dated 3 May 2021."))]


@pytest.mark.parametrize(
    "lead",
    ["Goods for sale include the following:", "Trades of many kinds, such as:", "The head bases these evaluations on:",
     "For it one needs:", "You can not:"],
)  # fmt: skip
def test_the_beginning_of_a_sentence_is_no_lead(lead: str) -> None:
    items = ["1. Looms", "2. Bobbins", "3. Shuttles"]
    rest = ["", "Other words.", "More words.", "Yet more.", "The end."]
    assert not [*lists(document("\n".join([lead, *items, *rest])))]
    assert [*lists(document("\n".join(["Goods for sale here:", *items, *rest])))]


def test_a_list_that_may_go_on_is_not_asked_for() -> None:
    listed = "These parts are kept in repair:\n• the windows\n• the heating\n• the doors"
    assert [*lists(document(listed))]
    assert [*lists(document(f"{listed}\n3", "A header\nmore"))]
    assert [*lists(document(f"{listed}\nThe rest\nis not\nkept.\n3", "• the roof"))]
    assert not [*lists(document(f"{listed}\n3", "A header\n• the roof"))]
    assert not [
        *lists(
            document(f"The tenant agrees that, for the whole of the term of this lease, as set out and so\n{listed}")
        )
    ]


def test_what_prose_says_that_a_term_is_defines_it() -> None:
    text = "A tide wall is a structure that keeps the sea out of the town. Then we build."
    of = {one.label: (one.value, one.quote) for one in definitions(document(text))}
    said = "a structure that keeps the sea out of the town"
    assert of == {"tide wall": (said, f"tide wall is {said}.")}
    assert not [*definitions(document(text, "A tide wall is a thing of the past in all the towns."))]
    assert not [*definitions(document("A wall of this kind is a wall on which the level stays the same. Then."))]
    assert not [*definitions(document("A product is a consumer product whatever the uses of the product are. Then."))]


def test_a_list_is_read_on_overleaf() -> None:
    first = "These parts are kept in repair:\n• the windows\n• the heating\n3"
    (one,) = lists(document(first, "• the doors\nThe rest is not kept."))
    assert (one.items, one.overleaf, one.page) == (("the windows", "the heating", "the doors"), 1, 1)
    assert not [*lists(document(first, "• the doors"))], "which may go on too"
    assert not [*lists(document(first, "A picture of it\n• the doors\nThe rest is not kept."))]


def test_the_sentence_that_announces_a_list_may_begin_above() -> None:
    items = "• the windows\n• the heating\n• the doors\nThe rest is not kept."
    text = "The lease is of a house. In the whole time of the lease the\ntenant keeps in good repair:"
    (one,) = lists(document(f"{text}\n{items}"))
    assert one.lead == "In the whole time of the lease the tenant keeps in good repair"
    assert not [*lists(document(f"The lease is of a house with {'a great many rooms, ' * 8}\n{text[-31:]}\n{items}"))]


@pytest.mark.parametrize(
    ("items", "whole"),
    [
        (["• the windows", "• the heating", "• the doors"], True),
        (["1. the windows", "2. the heating", "3. the doors"], True),
        (["4. the windows", "5. the heating", "6. the doors"], False),
        (["• the windows", "• the heating", "a) the doors"], False),
        (["• the windows", "• the heating", "• the doors:"], False),
        (["• the windows", "• the heating", "• the doors.12"], False),
        (
            [
                "• the windows that face the river and the old bridge over it",
                "and the yard",
                "• the heating",
                "• the doors",
            ],
            False,
        ),
        (["• the windows and", "their frames", "• the heating", "• the doors"], True),
        (["• the windows", "• the heating", "• the doors that were put in by the", "Board of owners"], False),
    ],
)
def test_a_list_is_whole(items: list[str], whole: bool) -> None:
    found = [*lists(document("\n".join(["These parts are kept in repair:", *items])))]
    assert bool(found) is whole
    assert not found or len(found[0].items) == 3


def test_labels_of_other_languages_are_read() -> None:
    german = (
        "Die Tür ist aus Stahl und wird von der Firma mit der Zarge geliefert. Das ist nicht zu viel für sie und uns.\n"
    )
    of = {
        one.label: one.value
        for one in fields(document(german + "zu zahlen: 20\nPrüfdatum: 17. April 2024\nLichte Breite: 1.125 mm"))
    }
    assert of == {"Prüfdatum": "17. April 2024", "Lichte Breite": "1.125 mm"}
