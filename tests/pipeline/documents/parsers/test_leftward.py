"""Words that run from right to left have their letters in the order in which they are read."""

from __future__ import annotations

from itertools import groupby
from pathlib import Path
from typing import Any

import pytest

from ragatta.pipeline.documents.parsers.pdfium import Pdfium
from standins.raw_pdf import mapping, write

ONE_GLYPH = ("لا", "لأ", "لآ", "الله", "في", "لم")
Glyph = tuple[str, int]  # its letters and its code


def font(text: str) -> tuple[dict[str, Any], list[Glyph]]:
    """A font that names all letters of a ligature for one glyph, as word processors write it, and the text's glyphs."""
    found: list[str] = []
    while rest := text[sum(map(len, found)) :]:
        found.append(next((one for one in ONE_GLYPH if rest.startswith(one)), rest[0]))
    codes = {letters: 33 + at for at, letters in enumerate(dict.fromkeys(found))}
    named = mapping({code: letters for letters, code in codes.items()})
    own = {"/Type": "/Font", "/Subtype": "/TrueType", "/BaseFont": "/Own", "/FirstChar": 32, "/LastChar": 255}
    return own | {"/Widths": [500] * 224, "/ToUnicode": named}, [(letters, codes[letters]) for letters in found]


def from_left(glyphs: list[Glyph]) -> list[Glyph]:
    """As they stand on the page: figures run to the right."""
    parts = [list(part) for _, part in groupby(glyphs, lambda glyph: glyph[0].isdigit())]
    return [glyph for part in reversed(parts) for glyph in (part if part[0][0].isdigit() else part[::-1])]


def whole(glyphs: list[Glyph], turned: str = "1 0 0 1") -> str:
    codes = "".join(f"{code:02x}" for _, code in from_left(glyphs))
    return f"BT /F 12 Tf {turned} 60 400 Tm <{codes}> Tj ET"


def one_by_one(glyphs: list[Glyph], step: int) -> str:
    """`step`: 1 from the left, as they stand, or -1, as they are read."""
    placed = [(code, 60 + 6 * at) for at, (letters, code) in enumerate(from_left(glyphs)) if letters != " "]
    return " ".join(f"BT /F 12 Tf {x} 400 Td <{code:02x}> Tj ET" for code, x in placed[::step])


@pytest.mark.parametrize(
    "text", ["السلام عليكم", "لا بلاغ", "ثلاثة الأسعار 320 ريال", "الله لا في", "هزینه لازم 1403", "שלום עולם"]
)
@pytest.mark.parametrize("way", ["whole", "turned", "as read", "in a form"])
def test_letters_are_in_the_order_of_reading(tmp_path: Path, text: str, way: str) -> None:
    own, glyphs = font(text)
    content = (
        one_by_one(glyphs, -1) if way == "as read" else whole(glyphs, "0 1 -1 0" if way == "turned" else "1 0 0 1")
    )
    forms = {"X": content} if way == "in a form" else None
    path = write(tmp_path / "a.pdf", "/X Do" if forms else content, {"F": own}, forms)
    assert Pdfium().open(path).text(0) == text


@pytest.mark.parametrize("text", ["بلاغ", "عليكم", "الأسعار", "שלום"])
def test_a_word_that_a_browser_draws_is_not_the_wrong_way_round(tmp_path: Path, text: str) -> None:
    own, glyphs = font(text)
    path = write(tmp_path / "a.pdf", "BT /H 12 Tf 60 450 Td (Fees) Tj ET " + one_by_one(glyphs, 1), {"F": own})
    assert Pdfium().open(path).text(0) == f"Fees\n{text}"


def test_ligatures_of_latin_letters_stay(tmp_path: Path) -> None:
    own = font("")[0] | {"/ToUnicode": mapping({33: "ffi", 34: "o", 35: "ce", 36: "fl"})}
    path = write(tmp_path / "a.pdf", "BT /F 12 Tf 60 400 Td <222123> Tj ( ) Tj <2422> Tj ET", {"F": own})
    assert Pdfium().open(path).text(0).split() == ["office", "flo"]
