"""Letters that stand apart are read as words; rows of a table stay as they are."""

from __future__ import annotations

from pathlib import Path

import pytest
from reportlab.pdfbase.pdfmetrics import stringWidth

from ragatta.pipeline.documents.parsers.pdfium import Pdfium
from standins.raw_pdf import write

WORDS = "The distilling limit is 25 litres"
Placed = list[tuple[str, float]]


def evenly(text: str, pitch: float) -> Placed:
    """As a typewriter sets it, or the boxes of a form."""
    return [(letter, at * pitch) for at, letter in enumerate(text) if letter != " "]


def centred(text: str, pitch: float, size: float) -> Placed:
    return [(letter, x + (pitch - stringWidth(letter, "Helvetica", size)) / 2) for letter, x in evenly(text, pitch)]


def spaced(text: str, gap: float, space: float, size: float = 12) -> Placed:
    found, x = [], 0.0
    for letter in text:
        if letter != " ":
            found.append((letter, x))
            x += stringWidth(letter, "Helvetica", size) + gap
        else:
            x += space
    return found


def drawn(
    letters: Placed, size: float = 12, turned: str = "1 0 0 1", mode: int = 0, x: float = 60, y: float = 400
) -> str:
    across, up = map(float, turned.split()[:2])
    return " ".join(
        f"BT {mode} Tr /H {size} Tf {turned} {x + across * at:.2f} {y + up * at:.2f} Tm ({letter}) Tj ET"
        for letter, at in letters
    )


def in_one(text: str, gap: int, space: int) -> str:
    """A letter at a time in one TJ."""
    parts = " ".join(f"({letter}) {-gap}" if letter != " " else str(-space) for letter in text)
    return f"BT /H 12 Tf 60 400 Td [{parts}] TJ ET"


def read(folder: Path, content: str, in_form: bool = False) -> str:
    forms = {"X": content} if in_form else None
    return Pdfium().open(write(folder / "a.pdf", "/X Do" if in_form else content, forms=forms)).text(0)


@pytest.mark.parametrize("in_form", [False, True])
@pytest.mark.parametrize(
    ("content", "text"),
    [
        (drawn(evenly(WORDS, 7)), WORDS),
        (drawn(evenly(WORDS, 10)), WORDS),
        (drawn(evenly(WORDS, 3.5), size=6), WORDS),
        (drawn(evenly(WORDS, 8), mode=3), WORDS),
        (drawn(evenly(WORDS, 8), turned="0 1 -1 0"), WORDS),
        (drawn(evenly(WORDS, 8), turned="0 -1 1 0"), WORDS),
        (drawn(spaced(WORDS, 1.5, 5)), WORDS),
        (drawn(spaced(WORDS, 4, 10)), WORDS),
        (drawn(spaced("AVATAR WAVE TOOL", 3, 8)), "AVATAR WAVE TOOL"),
        (drawn(spaced("Rates", 10, 0, size=20), size=20), "Rates"),
        (drawn(spaced("74419", 9, 0, size=11), size=11), "74419"),
        (drawn(spaced(WORDS, 2, 8)) + drawn(spaced(WORDS, 2, 8), x=60.3), WORDS),
        (in_one(WORDS, 250, 700), WORDS),
        (in_one(WORDS, 500, 1200), WORDS),
        ("BT /H 12 Tf 60 400 Td (Number:) Tj ET " + drawn(evenly("40716352", 14), x=180), "Number: 40716352"),
        ("BT /H 12 Tf 60 400 Td (No:) Tj ET " + drawn(evenly("40716352", 14), x=100), "No: 40716352"),
        (drawn(centred("ANNA MARIA", 14, 10), size=10), "ANNA MARIA"),
        (drawn(evenly("40716352", 14)) + drawn(evenly("31031958", 14), x=320), "40716352 31031958"),
    ],
)
def test_letters_apart_are_words(tmp_path: Path, content: str, text: str, in_form: bool) -> None:
    assert read(tmp_path, content, in_form) == text


def typed(text: str) -> str:
    return f"BT /H 12 Tf 60 400 Td ({text}) Tj ET"


@pytest.mark.parametrize(
    ("content", "text"),
    [
        (typed("W I T N E S S E T H"), "W I T N E S S E T H"),
        (typed("so I am a b c d e f as it is"), "so I am a b c d e f as it is"),
        (drawn(evenly("537192", 24)), "5 3 7 1 9 2"),
        (drawn(evenly("12345678", 14)), "1 2 3 4 5 6 7 8"),
        (drawn(evenly("xxxxxxx", 14)), "x x x x x x x"),
        (drawn(spaced("aAbBcCdD", 4, 0)), "a A b B c C d D"),
        (drawn(spaced("1030", 8, 0)), "1 0 3 0"),
        # Spaces drawn each for itself, as word processors do: pdfium does not see them.
        (drawn(evenly("hbqbxz", 10)) + drawn([(" ", 6.8 + 10 * at) for at in range(5)]), "h b q b x z"),
    ],
)
def test_rows_of_a_table_and_what_is_typed_apart_stay(tmp_path: Path, content: str, text: str) -> None:
    assert read(tmp_path, content) == text


def test_words_that_pdfium_ends_lines_in_are_whole(tmp_path: Path) -> None:
    """A page of small cells, drawn letter by letter, which pdfium takes for text that runs downwards."""
    rows = [
        (label, figure) for label in ("Net loss of debt", "Issued for tax") for figure in ("1,476", "10.4", "28,473")
    ]
    content = " ".join(
        drawn(spaced(text, 0, 1.7, size=6.8), size=6.8, x=x, y=700 - 9 * at)
        for at, row in enumerate(rows)
        for text, x in zip(row, (30, 300), strict=True)
    )
    text = read(tmp_path, content)
    assert all(figure in text for _, figure in rows)
    assert [text.count(label) for label in ("Net loss of debt", "Issued for tax")] == [3, 3]
