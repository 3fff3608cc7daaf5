"""What became of a PDF, in one line."""

from __future__ import annotations

import pytest

from ragatta.pipeline.documents.ocr._recognising import Recognised
from ragatta.pipeline.documents.outcomes import Outcome, gained, outcome
from ragatta.pipeline.documents.parsers._reading import BROKEN, ENCRYPTED, TIMED_OUT, Reading, Trouble
from ragatta.pipeline.documents.parsers._text import LOCKED

NONE = Recognised()
FAULT = Trouble(BROKEN, "KeyError: '/Font'")
LATE = Trouble(TIMED_OUT, "took longer than 5 s")


def made(reading: Reading, ocr: Recognised = NONE) -> Outcome:
    return outcome("a.pdf", reading, ocr)


@pytest.mark.parametrize(
    ("reading", "kind", "usable", "words"),
    [
        (Reading(("one", "two")), "read", True, "read"),
        (Reading(("one", "", "")), "read", True, "read"),
        (Reading(("رسوم الميناء 320", "")), "read", True, "read; in Arabic letters, for which there are no rules"),
        (Reading(("Портовый сбор, § 3 (b)",)), "read", True, "read; in Cyrillic letters, for which there are no rules"),
        (Reading(("the angle α is half of β", "港湾使用料は年320円", "cœur, Größe")), "read", True, "read"),
        (
            Reading(("one",), found={"hidden slides": 2, "charts": 1}),
            "read",
            True,
            "read; left out: charts (1), hidden slides (2)",
        ),
        (
            Reading(("",), found={"charts": 1}),
            "no text",
            False,
            "no text: there is nothing to read on its 1 page; left out: charts (1)",
        ),
        (
            Reading(tuple("x" * 12), lost={7: FAULT}),
            "read in part",
            True,
            "read in part (11 of 12 pages; page 7: KeyError: '/Font')",
        ),
        (
            Reading(tuple("x" * 9), lost={2: FAULT, 3: FAULT, 5: LATE, 9: FAULT}, no_text_layer=(1,)),
            "read in part",
            True,
            "read in part (5 of 9 pages; pages 2-3, 9: KeyError: '/Font'; page 5: took longer than 5 s); "
            "no text layer: 1 of 9 pages (1)",
        ),
        (
            Reading(tuple("x" * 5), beyond=7),
            "read in part",
            True,
            "read in part (5 of 12 pages; only the first 5 are read)",
        ),
        (
            Reading(("", "two", "", ""), no_text_layer=(1, 3, 4)),
            "no text layer",
            True,
            "no text layer: 3 of 4 pages (1, 3-4)",
        ),
        (
            Reading(("", ""), no_text_layer=(1, 2)),
            "no text layer",
            False,
            "no text layer: 2 of 2 pages; ocr=tesseract reads such pages",
        ),
        (Reading(("", " \n")), "no text", False, "no text: there is nothing to read on its 2 pages"),
        (
            Reading(("", ""), lost={2: FAULT}),
            "no text",
            False,
            "no text: there is nothing to read on its 2 pages; page 2: KeyError: '/Font'",
        ),
        (
            Reading(trouble=Trouble(ENCRYPTED, LOCKED)),
            "encrypted",
            False,
            f"encrypted: {LOCKED}",
        ),
    ],
)
def test_every_reading_has_an_outcome(reading: Reading, kind: str, usable: bool, words: str) -> None:
    found = made(reading)
    assert (found.kind, found.usable, found.words) == (kind, usable, words)


def test_pages_read_by_ocr_are_said_and_those_that_it_could_not() -> None:
    scans = Reading(("", "two", ""), no_text_layer=(1, 3))
    whole = made(scans, Recognised({1: "one", 3: "three"}))
    assert (whole.kind, whole.words) == ("read", "read by OCR: 2 of 3 pages")
    assert whole.characters == len("onetwothree")
    late = made(scans, Recognised({1: "one"}, {3: "took longer than 20 s"}))
    assert late.kind == "no text layer"
    assert late.words == (
        "no text layer: 1 of 3 pages (3); read by OCR: 1 of 3 pages; OCR of page 3: took longer than 20 s"
    )
    assert (whole.incomplete, late.incomplete) == (False, True)


def test_a_scan_of_nothing_is_no_text() -> None:
    found = made(Reading(("",), no_text_layer=(1,)), Recognised({1: " \f"}))
    assert (found.kind, found.usable) == ("no text", False)
    assert found.words == "no text: OCR found nothing to read on its 1 page"


def test_ocr_takes_the_place_of_a_stamp_where_it_shows_more() -> None:
    stamped = Reading(("Filed in June", "", "Filed in June"), no_text_layer=(1, 2, 3))
    ocr = Recognised({1: "Filed in June. Harbour dues\x1b\f", 2: "", 3: "Fi"})
    assert gained(stamped, ocr) == {1: "Filed in June. Harbour dues\n"}
    found = made(stamped, ocr)
    assert (found.recognised, found.characters) == ((1,), 28 + 13)
