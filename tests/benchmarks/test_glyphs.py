"""The count of glyphs: each once, and those that the text lacks."""

from __future__ import annotations

from pathlib import Path

import pytest

from standins.raw_pdf import composite, one_by_one, write

glyphs = pytest.importorskip("benchmarks.glyphs", reason="needs pdfminer, of the extra documents")


def test_glyphs_that_are_printed_twice_count_once(tmp_path: Path) -> None:
    content = "BT /H 12 Tf 60 400 Td (The fee is 320.) Tj ET BT /H 12 Tf 60.2 400 Td (The fee is 320.) Tj ET"
    assert list(glyphs.counts(write(tmp_path / "a.pdf", content))) == [(1, 12, 0, ())]


def test_glyphs_that_the_text_lacks_are_counted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    codes = [letter.encode("gbk") for letter in "港口费用"]
    path = write(tmp_path / "a.pdf", one_by_one(codes), {"F": composite("GB1", "/GBK-EUC-H")})
    assert [(each.glyphs, each.lost) for each in glyphs.counts(path)] == [(4, 0)]
    monkeypatch.setattr("ragatta.pipeline.documents.parsers.pdfium.text_of", lambda page, _: page.get_textpage())
    found = list(glyphs.counts(path))
    assert [(each.glyphs, each.lost, each.short) for each in found] == [(4, 4, True)]


def test_a_hyphen_is_any_and_a_ligature_its_letters() -> None:
    assert glyphs.lost(glyphs.letters("o\ufb03ce\u2010"), glyphs.letters("office-")) == 0
    assert glyphs.lost(glyphs.letters("ab" + glyphs.UNKNOWN), glyphs.letters("abx")) == 0
    assert glyphs.lost(glyphs.letters("ab" + glyphs.UNKNOWN), glyphs.letters("ab")) == 1
