"""The questions that `ragatta init` makes of the user's documents."""

from __future__ import annotations

import re

import pytest

from ragatta.eval.matching.foreign import language_of
from ragatta.experiments.adding.draft import free_id
from ragatta.experiments.starting.examples import examples
from ragatta.pipeline.types import Page, Question

OTHER = pytest.mark.needs("languages")  # but for English
PROSE = "The storage fee of a pump is $25 per season and is billed in spring."
SEALS = "The workshop replaces every gasket after 600 hours of use in summer."


def pages(*texts: str, file: str = "a.pdf") -> dict[str, tuple[Page, ...]]:
    return {file: tuple(Page(file, number, text) for number, text in enumerate(texts, 1))}


def figures(found: list[Question]) -> list[str]:
    return [str(one.expected) for one in found if one.kind == "number"]


def test_a_figure_with_its_unit_is_asked_for_with_its_page() -> None:
    found, *_ = examples(pages("Price List", "Pumps are a service.\n" + PROSE.replace("is $25", "is\n$25")))
    assert found.question == "Which amount does the document give for “storage fee”?"
    assert (found.kind, found.expected) == ("number", "$25")
    (evidence,) = found.evidence
    assert (evidence.file, evidence.pages, evidence.quote) == ("a.pdf", (2,), PROSE)


def test_documents_and_forms_take_turns_and_no_two_are_alike() -> None:
    fair = "At last the annual fair of the club drew 40% of all members to the meadow."
    found = examples(pages(PROSE, SEALS) | pages(fair, file="b.pdf"), most=3)
    assert [one.id for one in found] == ["Q_1", "Q_2", "Q_3"]
    assert [one.question for one in found] == [
        "Which amount does a.pdf give for “storage fee”?",
        "What does b.pdf say about “annual fair”?",
        "How many hours does a.pdf give for “gasket”?",
    ]
    assert free_id(found) == "Q_4"  # the user's own question
    assert len({one.evidence[0].quote for one in found}) == 3


@pytest.mark.parametrize(
    ("text", "asked", "code"),
    [
        pytest.param(
            "Die Lagergebühr für eine Pumpe beträgt 25 Euro pro Saison und wird im Frühjahr vom Verein abgerechnet.",
            "Was sagt das Dokument über „Lagergebühr“?",
            "de",
            marks=OTHER,
        ),
        pytest.param(
            "Les frais de stockage de la pompe sont dus par tous les membres du club dans les trois mois.",
            "Que dit a.pdf sur « trois mois »",
            "fr",
            marks=OTHER,
        ),
        pytest.param(
            "ポンプの保管料金表は春にあります。", "a.pdfは「保管料金表」について何と述べていますか。", "ja", marks=OTHER
        ),
        ("Invoice number: 2024-17\nDue date of the invoice: 3 May", "What does the document say about “", "en"),
        (
            "Our soup simmers for a while before someone serves it with bread",
            "What does the document say about “",
            "en",
        ),
    ],
    ids=["German", "French", "Japanese", "form", "a line"],
)
def test_any_document_with_words_gives_a_question_in_its_language(text: str, asked: str, code: str) -> None:
    found, *_ = examples(pages(text))
    assert language_of(found) == code
    assert re.sub(r"\s", " ", found.question).startswith(asked[:-1])
    assert found.evidence[0].quote == found.expected
    assert found.expected in text


def test_a_heading_is_no_part_of_the_sentence_below_it() -> None:
    found, *_ = examples(pages(f"Fees of the Yard\n{PROSE}", file="a.docx"))
    assert found.evidence[0].quote == PROSE


@pytest.mark.parametrize(
    "text",
    [
        "The storage fee of a pump is $25 per season and $30 with its hose.",  # two figures
        "The storage fee of a pump was raised for all members in 2009 again.",  # a year
        "Members of the club shall pay for the storage of 25 pumps in the U.S.",  # an abbreviation may end it
        "The storage that is mentioned in Section 25 shall be for all members.",
        "As part of the plan the club pays for 100 sales managers this year.",  # of managers
        f"{PROSE} {PROSE}",  # in two places
    ],
)
def test_a_figure_is_not_asked_for_where_it_is_not_clear(text: str) -> None:
    assert figures(examples(pages(text))) == []


def test_a_question_with_a_fault_is_not_written() -> None:
    assert figures(examples(pages(PROSE), lambda one: one.kind != "number")) == []


def test_documents_without_words_give_none() -> None:
    assert examples(pages("1 2 3", "- - -") | {"b.pdf": ()}) == []
