"""Passages are aligned to the pages by their text, and by nothing else where there is one."""

from __future__ import annotations

import re
import time
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ragatta.extensions.contestants.alignment.effort import LONGEST_TOGETHER
from ragatta.extensions.contestants.alignment.letters import letters
from ragatta.extensions.contestants.alignment.passages import LONG, Aligner, OutsidePassage
from ragatta.pipeline.documents.corpus import document_text
from ragatta.pipeline.types import Page

PUMPS = (
    "Clean the filter of every pump once a month with cold water, and never with soap.",
    "Store each pump dry and above 4 degrees. The storage fee is $25 per season, due in October.",
)
HOSES = (
    "The reel of a garden hose is greased in spring, before the first use of the year.",
    "Store each pump dry and above 4 degrees. The storage fee is $25 per season, due in October.",
)
CORPUS = {
    "a/pumps.pdf": tuple(Page("a/pumps.pdf", n, text) for n, text in enumerate(PUMPS, 1)),
    "hoses.pdf": tuple(Page("hoses.pdf", n, text) for n, text in enumerate(HOSES, 1)),
}


@pytest.fixture(scope="module")
def aligner() -> Aligner:
    return Aligner(CORPUS)


def places(found: object) -> list[tuple[str, int, int]]:
    return [(chunk.source_file, chunk.first_page, chunk.last_page) for chunk in found.chunks]  # type: ignore[attr-defined]


def test_spaces_case_hyphens_and_table_lines_do_not_matter(aligner: Aligner) -> None:
    found = aligner.align(OutsidePassage("| CLEAN the fil-\nter of every | pump | once a month with cold water"))
    assert places(found) == [("a/pumps.pdf", 1, 1)]
    assert found.chunks[0].text == "Clean the filter of every pump once a month with cold water"
    assert (found.share, found.places) == (1.0, 1)


@pytest.mark.parametrize(
    ("file", "page", "where"),
    [
        ("hoses.pdf", 2, "hoses.pdf"),
        ("/data/in/HOSES.pdf".lower(), None, "hoses.pdf"),
        ("pumps.pdf", 2, "a/pumps.pdf"),
        ("C:\\docs\\pumps.txt", None, "a/pumps.pdf"),
    ],
)
def test_of_two_places_that_which_the_passage_names(aligner: Aligner, file: str, page: int | None, where: str) -> None:
    found = aligner.align(OutsidePassage(PUMPS[1], file, page))
    assert places(found) == [(where, 2, 2)]
    assert found.places == 1


@pytest.mark.parametrize("file", ["", "elsewhere.pdf"])
def test_in_every_place_that_holds_as_much_and_in_none_of_too_many(aligner: Aligner, file: str) -> None:
    found = aligner.align(OutsidePassage(PUMPS[1], file, 9))
    assert places(found) == [("a/pumps.pdf", 2, 2), ("hoses.pdf", 2, 2)]
    assert found.places == 2
    many = Aligner({"many.pdf": tuple(Page("many.pdf", n, f"Total {n}") for n in range(1, 9))})
    undecided = many.align(OutsidePassage("Total", file))
    assert undecided.chunks == ()
    assert undecided.places > 5
    assert places(many.align(OutsidePassage("Total", "many.pdf", 7))) == [("many.pdf", 7, 7)]


def test_of_tables_that_are_nearly_alike_the_named_page_has_it() -> None:
    rows = [f"HO{n} " + " ".join(f"{m / 1000:.3f}" for m in range(1000, 1000 + n % 3 + 9)) for n in range(9)]
    pages = tuple(Page("t.pdf", n, "Factors\n" + "\n".join(rows) + f"\nand {n}") for n in range(1, 90))
    tables = Aligner({"t.pdf": pages})
    found = tables.align(OutsidePassage("\n".join(rows[2:]), "t.pdf", 77))
    assert places(found) == [("t.pdf", 77, 77)]


def test_a_whole_document_in_another_order_is_aligned_in_pieces() -> None:
    """Of rows that are nearly alike: as a whole it would take minutes."""
    table = [
        [f"tier {row % 25} 0.95 1.00 1.00 1.05 {1 + row * page % 7}.{row:03}" for row in range(40)]
        for page in range(16)
    ]
    book = tuple(Page("book.pdf", n, "\n".join(rows)) for n, rows in enumerate(table, 1))
    short = (Page("copy.pdf", 1, book[0].text),)
    text = "\n".join(
        row for rows in table for first, second in zip(rows[::2], rows[1::2], strict=True) for row in (second, first)
    )
    found = Aligner({"book.pdf": book, "copy.pdf": short}).align(OutsidePassage(text))
    assert len(text) > LONG
    assert found.places == 1
    assert found.share > 0.6
    assert {chunk.source_file for chunk in found.chunks} == {"book.pdf"}
    assert {chunk.first_page for chunk in found.chunks} == {page.number for page in book}
    other = Aligner({"hoses.pdf": CORPUS["hoses.pdf"]}).align(OutsidePassage(text))
    assert (other.chunks, other.places) == ((), 0)


TIERS = tuple(
    Page("tiers.pdf", n, "\n".join(f"tier {row % 25} 0.95 1.00 1.05 {row * n % 7}.{row:03}" for row in range(30)))
    for n in range(1, 9)
)


def test_what_would_take_too_long_is_not_aligned_and_said() -> None:
    rows = [row for page in TIERS for row in page.text.split("\n")]
    tiers = Aligner({"tiers.pdf": TIERS}, steps=300_000)
    short = OutsidePassage(TIERS[2].text[:300], "tiers.pdf")
    long = [OutsidePassage("\n".join(rows[start::7]), "tiers.pdf") for start in range(6)]
    found = tiers.align_all([short, *long, *long, OutsidePassage(TIERS[0].text)])
    assert (places(found[0]), found[0].given_up) == ([("tiers.pdf", 3, 3)], False)
    assert [each.given_up for each in found[-8:]] == [True] * 8
    assert all(not each.chunks for each in found[-8:])


def test_a_passage_that_takes_too_long_as_a_whole_is_aligned_in_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ragatta.extensions.contestants.alignment.passages.OF_PASSAGE", 500_000)
    found = Aligner({"tiers.pdf": TIERS}).align(OutsidePassage("\n".join(page.text for page in reversed(TIERS))))
    assert {chunk.source_file for chunk in found.chunks} == {"tiers.pdf"}
    assert (found.share > 0.8, found.given_up) == (True, False)


@pytest.mark.parametrize(
    ("passages", "aligned"),
    [
        ([PUMPS[0] * 20_000, PUMPS[0]], [False, True]),  # one that is too long leaves the others theirs
        ([PUMPS[0] + " " * (LONGEST_TOGETHER // 5 + n) for n in range(5)], [True] * 4 + [False]),
        ([" " * 15_000_000 + PUMPS[0], PUMPS[1]], [False, True]),
    ],
)
def test_text_of_a_reply_is_limited_in_characters(passages: list[str], aligned: list[bool]) -> None:
    found = Aligner(CORPUS).align_all([OutsidePassage(text) for text in passages])
    assert [not each.given_up for each in found] == aligned


@pytest.mark.parametrize(
    "passages",
    [
        [OutsidePassage(f"{n} " + "pump stored dry above four degrees " * 500) for n in range(700)],
        [OutsidePassage("²" * 20_000 + str(n)) for n in range(200)],
        [OutsidePassage("", f"{n}/pumps.pdf", 1 + n % 2) for n in range(20_000)],
        [OutsidePassage("", "a/" * 2_000 + f"{n}.pdf", 1) for n in range(20_000)],
        [OutsidePassage(f"fee {n}") for n in range(20_000)],
    ],
    ids=["long", "raised figures", "pages", "long names", "short"],
)
def test_passages_without_end_are_given_up_after_the_steps_of_a_reply(passages: list[OutsidePassage]) -> None:
    begun = time.process_time()
    found = Aligner(CORPUS, steps=2_000_000).align_all(passages)
    assert found[-1].given_up
    assert not found[0].given_up
    assert time.process_time() - begun < 20  # a second, on a machine that does nothing else


def test_equal_passages_of_a_reply_are_sought_once() -> None:
    found = Aligner(CORPUS, steps=100_000).align_all([OutsidePassage(PUMPS[0])] * 10_000)
    assert all(each is found[0] for each in found)
    assert places(found[0]) == [("a/pumps.pdf", 1, 1)]


def test_signs_at_its_ends_belong_to_it(aligner: Aligner) -> None:
    assert aligner.align(OutsidePassage("$25 per season,", "hoses.pdf")).chunks[0].text == "$25 per season,"
    assert aligner.align(OutsidePassage("(25 per season!", "hoses.pdf")).chunks[0].text == "25 per season"


def test_a_wrong_name_does_not_move_a_text(aligner: Aligner) -> None:
    assert places(aligner.align(OutsidePassage(PUMPS[0], "hoses.pdf", 1))) == [("a/pumps.pdf", 1, 1)]


def test_only_what_stands_in_the_document_counts_as_shown(aligner: Aligner) -> None:
    found = aligner.align(OutsidePassage(f"From the handbook: {PUMPS[0]} (more on request)"))
    assert [chunk.text for chunk in found.chunks] == [PUMPS[0].rstrip(".")]
    assert 0.5 < found.share < 1
    changed = aligner.align(OutsidePassage(PUMPS[1].replace("$25", "$29"), "hoses.pdf"))
    assert "25" not in "".join(chunk.text for chunk in changed.chunks)


def test_what_is_not_there_is_not_guessed(aligner: Aligner) -> None:
    for text in (
        "Bicycles are repaired on Tuesdays by appointment with the workshop alone.",
        "zzz",
        f"{PUMPS[0][:20]} x" * 9,
    ):
        assert aligner.align(OutsidePassage(text, "hoses.pdf", 1)).chunks == ()


def test_a_page_without_a_text_is_that_page(aligner: Aligner) -> None:
    found = aligner.align(OutsidePassage(file="hoses.pdf", page=1))
    assert (found.chunks[0].text, found.share) == (HOSES[0], 1.0)
    for passage in (
        OutsidePassage(file="hoses.pdf"),
        OutsidePassage(file="no.pdf", page=1),
        OutsidePassage(file="hoses.pdf", page=3),
        OutsidePassage(),
    ):
        assert aligner.align(passage).chunks == ()


def test_a_passage_over_two_pages_has_both(aligner: Aligner) -> None:
    found = aligner.align(OutsidePassage(f"{PUMPS[0][40:]} {PUMPS[1][:40]}"))
    assert places(found) == [("a/pumps.pdf", 1, 2)]


NOTES = tuple(
    Page("notes.html", n, f"{head}\n{text}")
    for n, (head, text) in enumerate(
        [
            ("Index", "Keyboard shortcuts: press S to search, and press Esc to hide this help."),
            ("The shed", "Hang the rakes on the left wall, teeth to the wall, and oil their handles in May."),
            ("The bed", "Sow beans two fingers deep once the soil is warm, and water them in the morning."),
            ("The barrel", "Empty it before the first frost, or the ice will break the tap and the lower hoop."),
        ],
        1,
    )
)

NOTED = Aligner({"notes.html": NOTES, **CORPUS})


@pytest.mark.parametrize("separator", ["\n\n", " ", "\n---\n", "\n[...] page 3 of 9\n"])
@pytest.mark.parametrize("pages", [(4, 2), (2, 4), (3, 1, 4)])
def test_a_passage_put_together_from_several_pages_has_these_and_no_other(
    pages: tuple[int, ...], separator: str
) -> None:
    """Though the page behind begins with the same letters as the next part of the passage."""
    found = NOTED.align(OutsidePassage(separator.join(NOTES[n - 1].text for n in pages)))
    assert places(found) == [("notes.html", n, n) for n in pages]
    assert found.places == 1
    assert found.share > 0.85


def test_parts_from_several_documents_are_found() -> None:
    found = NOTED.align(OutsidePassage(f"{NOTES[1].text}\n\n{PUMPS[0]}", "notes.html", 2))
    assert places(found) == [("notes.html", 2, 2), ("a/pumps.pdf", 1, 1)]


def test_addresses_of_links_in_markdown_do_not_matter(aligner: Aligner) -> None:
    linked = " ".join(f"[{word}](https://example.org/wiki/{word}_(garden)?of={word})" for word in PUMPS[0].split())
    found = aligner.align(OutsidePassage(linked))
    assert (places(found), found.share) == ([("a/pumps.pdf", 1, 1)], 1.0)
    long = [f"{name}: {'; '.join(f'{name} and {n} of {n * n}' for n in range(40, 140))}." for name in ("Oil", "Bolts")]
    book = [Page("book.md", n, text) for n, text in enumerate((long[0], "A heading alone", long[1]), 1)]
    found = Aligner({"book.md": tuple(book)}).align(
        OutsidePassage(f" [#](#{'to-here-' * 12}) ".join(page.text for page in book))
    )
    assert (places(found), found.share) == ([("book.md", 1, 3)], 1.0)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("<em>", "</em>"), ("<b class='hit one'>", "</b>"), ("<p>", "</p>\n"), ("<br/>", ""),
        ("<!-- found\n it -->", ""), ("&lt;mark&gt;", "&lt;/mark&gt;"), ("&nbsp;&#8211;&amp;", ""),
    ],
)  # fmt: skip
def test_markup_in_a_snippet_does_not_matter(aligner: Aligner, before: str, after: str) -> None:
    marked = " ".join(f"{before}{word}{after}" for word in PUMPS[0].split())
    assert (places(found := aligner.align(OutsidePassage(marked))), found.share) == ([("a/pumps.pdf", 1, 1)], 1.0)


def test_signs_that_are_no_markup_stay() -> None:
    """As a whole it stands there, so nothing is taken out."""
    less = "Boats with a<b in length and c>d in width pay the fee of the second tariff."
    found = Aligner({"fees.pdf": (Page("fees.pdf", 1, less),)}).align(OutsidePassage(less))
    assert found.chunks[0].text == less


ROWS = "Boot\tLänge\tEigner\nMöwe\t7,10\tUte Vogt\nSeeadler\t8,75\tJörg Krüger\nKranich\t6,40\tUte Vogt"


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Boot: Seeadler\nLänge: 8,75\nEigner: Jörg Krüger", "Seeadler\t8,75\tJörg Krüger"),
        ("Boot: Seeadler | Länge: 8,75 | Eigner: Jörg Krüger", "Seeadler\t8,75\tJörg Krüger"),
        ("Boot: Seeadler\nLänge: 9,75\nEigner: Jörg Krüger", ""),
        ("Boot: Seeadler\nEigner: Jörg Krüger", ""),
        ("Länge: 7,10\nund Weiteres", ""),
        ("Länge: 7,10\nBreite:", ""),
    ],
)
def test_a_row_written_with_the_names_of_its_columns_is_that_row(text: str, shown: str) -> None:
    boats = Aligner({"boats.csv": (Page("boats.csv", 1, ROWS),)})
    assert "".join(chunk.text for chunk in boats.align(OutsidePassage(text, "boats.csv")).chunks) == shown


@given(st.text(max_size=200))
def test_letters_lead_back_to_where_they_stand(text: str) -> None:
    folded, at = letters(text)
    assert len(folded) == len(at)
    for letter, offset in zip(folded, at, strict=True):
        assert letter in unicodedata.normalize("NFKC", text[offset]).casefold()


@given(st.integers(0, 60), st.integers(30, 120))
def test_any_stretch_is_found_where_it_stands(start: int, size: int) -> None:
    text = document_text(CORPUS["a/pumps.pdf"])
    sought = text[start : start + size]
    found = Aligner(CORPUS).align(OutsidePassage(sought, "a/pumps.pdf"))
    assert found.share == 1.0
    assert re.sub(r"\W", "", sought) in re.sub(r"\W", "", found.chunks[0].text)
