from ragatta.experiments.starting.examples import examples
from ragatta.pipeline.types import Page

PROSE = "The storage fee of a pump is $25 per season and is billed in spring."


def pages(*texts: str, file: str = "a.pdf") -> dict[str, tuple[Page, ...]]:
    return {file: tuple(Page(file, number, text) for number, text in enumerate(texts, 1))}


def test_a_sentence_with_one_figure_becomes_a_question_with_its_page() -> None:
    (found,) = examples(pages("Price List", "Storage is a service.\n" + PROSE.replace("is $25", "is\n$25")))
    assert found.question.endswith('"The storage fee of a pump is ____ per season and is billed in spring."?')
    assert (found.kind, found.expected) == ("number", "$25")
    (evidence,) = found.evidence
    assert (evidence.file, evidence.pages, evidence.quote) == ("a.pdf", (2,), PROSE)


def test_documents_take_turns() -> None:
    two = f"{PROSE} The workshop replaces every seal after 600 hours of use."
    found = examples(pages(two) | pages("At least 1,200 members came to the spring fair this year.", file="b.pdf"))
    assert [(one.id, one.expected) for one in found] == [("EXAMPLE_1", "$25"), ("EXAMPLE_2", "1,200")]
    assert [one.expected for one in examples(pages(two))] == ["$25", "600"]


def test_a_heading_is_no_part_of_the_sentence_below_it() -> None:
    (found,) = examples(pages(f"Fees of the Yard\n{PROSE}", file="a.docx"))
    assert found.evidence[0].quote == PROSE


def test_what_is_no_clear_sentence_with_one_figure_is_left_out() -> None:
    for text in (
        "The storage fee of a pump is $25 per season and $30 with its hose.",  # two figures
        "The storage fee of a pump was raised for all members in 2009 again.",  # a year
        "Fees and Milestones 2.1 Members of the club shall pay for the storage.",  # a heading
        "Members of the club shall pay for the storage of 25 pumps in the U.S.",  # an abbreviation may end it
        "The storage that is mentioned in Section 25 shall be for all members.",
        "Pump 25 pieces.",  # short
        "A1 B2 C3 D4 E5 F6 G7 H8 9 10 pieces and more of them.",  # no prose
        f"{PROSE} {PROSE}",  # on two places
    ):
        assert examples(pages(text)) == [], text
