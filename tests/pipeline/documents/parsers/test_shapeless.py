"""Letters without a shape are read: of fonts that are not embedded, and of those whose glyphs are blank."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pypdfium2
import pytest

from ragatta.pipeline.documents.parsers import _shapeless
from ragatta.pipeline.documents.parsers._shapeless import UNNAMED
from ragatta.pipeline.documents.parsers.pdfium import Pdfium
from ragatta.pipeline.tables.document import read_tables
from standins.raw_pdf import composite, mapping, one_by_one, write

HEAD = "BT /H 12 Tf 60 740 Td (Notice 7) Tj ET "
ARIAL = {
    **{"/Type": "/Font", "/Subtype": "/TrueType", "/BaseFont": "/Arial", "/FirstChar": 32, "/LastChar": 255},
    **{
        "/Widths": [600] * 224,
        "/ToUnicode": mapping({code: bytes([code]).decode("cp1251") for code in range(192, 256)}),
    },
}
LETTERS = [f"/{chr(code)}" for code in range(65, 91)]
BLANK = {
    **{"/Type": "/Font", "/Subtype": "/Type3", "/FontBBox": [0, 0, 0, 0], "/FontMatrix": [0.001, 0, 0, 0.001, 0, 0]},
    **{"/FirstChar": 65, "/LastChar": 90, "/Widths": [600] * 26, "/CharProcs": dict.fromkeys(LETTERS, b"600 0 d0")},
    **{"/Encoding": {"/Type": "/Encoding", "/Differences": [65, *LETTERS]}, "/Resources": {}},
}
UPWARDS = "0 1 -1 0"


def read(path: Path) -> str:
    return Pdfium().open(path).text(0)


@pytest.mark.parametrize(
    ("font", "text", "codes", "more"),
    [
        (composite("GB1", "/GBK-EUC-H"), "港口费用每年为三百二十元", "gbk", {}),
        (composite("GB1", "/GBK-EUC-H"), "港口费用每年为三百二十元", "gbk", {"up": 0.4}),
        (composite("Japan1", "/UniJIS-UTF16-H"), "港湾使用料は年三百円", "utf-16-be", {"mode": 3}),
        (composite("Japan1", "/UniJIS-UCS2-H"), "港湾使用料", "utf-16-be", {"turned": UPWARDS, "across": 0, "up": 16}),
        (composite("Korea1", "/KSCms-UHC-H"), "항구요금은삼백이십", "cp949", {"size": 7.5, "across": 8}),
        (ARIAL, "Портовый", "cp1251", {"across": 8.4}),
        (BLANK, "HARBOUR", "ascii", {"across": 8.4, "mode": 3}),
    ],
)
@pytest.mark.parametrize("in_form", [False, True])
def test_letters_drawn_one_by_one_are_read(
    tmp_path: Path, font: Mapping[str, Any], text: str, codes: str, more: Mapping[str, Any], in_form: bool
) -> None:
    letters = one_by_one([letter.encode(codes) for letter in text], **more)
    content, forms = (HEAD + "/X Do", {"X": letters}) if in_form else (HEAD + letters, {})
    assert read(write(tmp_path / "a.pdf", content, {"F": font}, forms)) == f"Notice 7\n{text}"


def test_so_is_a_word_of_blank_letters_that_runs_upwards(tmp_path: Path) -> None:
    content = HEAD + "BT /F 12 Tf 0 1 -1 0 300 300 Tm (HARBOUR) Tj ET"
    assert "HARBOUR" in read(write(tmp_path / "a.pdf", content, {"F": BLANK}))


def test_spaces_drawn_one_by_one_change_nothing(tmp_path: Path) -> None:
    words = "BT /H 12 Tf 60 700 Td (The) Tj ET BT /H 12 Tf 86 700 Td (fee) Tj ET "
    spaces = "".join(f"BT /H 12 Tf {x} {y} Td ( ) Tj ET " for x, y in ((60, 680), (82, 700), (83, 700), (500, 700)))
    codes = [letter.encode("gbk") for letter in "港口"]
    content = words + spaces + one_by_one(codes, y=650)
    assert read(write(tmp_path / "a.pdf", content, {"F": composite("GB1", "/GBK-EUC-H")})) == "The fee\n港口"


class _Machine(pypdfium2.PdfSysfontBase):  # type: ignore[misc]  # has no types
    """A machine with fonts."""

    asked = 0

    def MapFont(self, *_: Any) -> None:
        type(self).asked += 1


def test_fonts_of_the_machine_have_no_part_in_it(tmp_path: Path) -> None:
    path = write(tmp_path / "a.pdf", HEAD + one_by_one([b"\xb8\xdb"]), {"F": composite("GB1", "/GBK-EUC-H", "/Other")})
    _shapeless.without_fonts_of_the_machine.cache_clear()
    _Machine().setup(reusable=True)
    assert read(path) == "Notice 7\n港"
    assert not _Machine.asked


def test_tables_have_them_too(tmp_path: Path) -> None:
    rows = [("港口", "费用"), ("三百", "二十"), ("每年", "为元")]
    cells = [
        one_by_one([letter.encode("gbk") for letter in cell], x=62 + 100 * column, y=700 - 20 * row)
        for row, pair in enumerate(rows)
        for column, cell in enumerate(pair)
    ]
    grid = "".join(f"60 {y} m 260 {y} l S " for y in (716, 696, 676, 656))
    grid += "".join(f"{x} 656 m {x} 716 l S " for x in (60, 160, 260))
    path = write(tmp_path / "a.pdf", grid + "\n".join(cells), {"F": composite("GB1", "/GBK-EUC-H")})
    tables = [table for table in read_tables(path) if table]
    assert "费用" in str(tables)


def test_letters_that_the_file_does_not_name_are_counted(tmp_path: Path) -> None:
    codes = [bytes([1, code]) for code in range(0x23, 0x2C)]
    unknown = composite("Identity", "/Identity-H")
    opened = Pdfium().open(write(tmp_path / "a.pdf", HEAD + one_by_one(codes, across=9), {"F": unknown}))
    opened.text(0)
    assert opened.found[UNNAMED] == len(codes)
    named = unknown | {"/ToUnicode": mapping({0x100 + code: chr(0x400 + code) for code in range(0x23, 0x2C)}, 2)}
    opened = Pdfium().open(write(tmp_path / "b.pdf", HEAD + one_by_one(codes, across=9), {"F": named}))
    assert opened.text(0) == "Notice 7\n" + "".join(chr(0x400 + code) for code in range(0x23, 0x2C))
    assert not opened.found[UNNAMED]
