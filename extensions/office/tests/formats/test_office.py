"""Word documents and presentations as sections."""

from __future__ import annotations

from pathlib import Path
from typing import cast
from zipfile import ZIP_BZIP2, ZipFile

import pptx
import pytest
from pptx.oxml import parse_xml
from pptx.util import Inches

from ragatta.extensions.office.formats._office import OLE
from ragatta.extensions.office.formats._word import W
from ragatta.extensions.office.formats.docx import STRICT
from ragatta.pipeline.documents.format import FORMATS, Format, check_packages, format_of, listed_of, pages_of
from ragatta.pipeline.documents.parsers._reading import Job, read_all
from ragatta.pipeline.documents.parsers._text import Unreadable
from ragatta.pipeline.documents.parsers.pdfium import Pdfium
from ragatta.pipeline.plugins import technique
from standins.formats import (
    HANDBOOK,
    POWER_OF_OFFICE,
    PPTX,
    slide_graphic,
    slide_picture,
    slide_run,
    slide_text,
    write_docx,
    write_slide,
)


def read(path: Path) -> list[str]:
    opened = cast(Format, format_of(path.name)).open(path)
    return [opened.text(index) for index in range(opened.pages)]


def test_a_word_document_with_what_was_inserted_and_without_what_was_deleted(tmp_path: Path) -> None:
    write_docx(tmp_path / "a.docx", HANDBOOK)
    assert read(tmp_path / "a.docx") == [
        "Yard handbook\n\nFor members of the yard.",
        "Opening hours\n\nThe yard opens at eight.",
        "Crane\n\nThe crane deposit is $450 per lift.\n\nBoat\tRate\nDinghy\t$12",
    ]


@pytest.mark.parametrize("name", ["a.docx", "a.pptx", "a.xlsx"])
def test_a_package_that_unpacks_without_limit_is_not_opened(tmp_path: Path, name: str) -> None:
    with ZipFile(tmp_path / name, "w", ZIP_BZIP2) as package:
        package.writestr("[Content_Types].xml", "<Types/>")
    with pytest.raises(Unreadable, match="compressed by method 12; only deflate is read"):
        read(tmp_path / name)


def test_an_outline_level_makes_a_heading_in_any_style(tmp_path: Path) -> None:
    def style(name: str, base: str, properties: str = "") -> str:
        based = f'<w:basedOn w:val="{base}"/>' if base else ""
        return (
            f'<w:style w:type="paragraph" w:styleId="{name}"><w:name w:val="{name}"/>{based}'
            f"<w:pPr>{properties}</w:pPr></w:style>"
        )

    def line(text: str, properties: str) -> str:
        return f"<w:p><w:pPr>{properties}</w:pPr><w:r><w:t>{text}</w:t></w:r></w:p>"

    level = '<w:outlineLvl w:val="{}"/>'.format
    styles = (
        style("Kapitel", "", level(0)) + style("Unterkapitel", "Kapitel") + style("Verzeichnis", "Kapitel", level(9))
    )
    styles += style("Rund", "Herum") + style("Herum", "Rund")
    names = ("Kapitel", "Verzeichnis", "Unterkapitel", "Rund")
    body = "".join(line(name, f'<w:pStyle w:val="{name}"/>') for name in names)
    body += line("own", level(1)) + line("text", level(9)) + line("deep", level(8))
    write_docx(tmp_path / "a.docx", body, styles)
    with ZipFile(tmp_path / "a.docx") as loose, ZipFile(tmp_path / "strict.docx", "w") as strict:
        for name in loose.namelist():
            strict.writestr(name, loose.read(name).replace(W[1:-1].encode(), STRICT))
    for name in ("a.docx", "strict.docx"):
        assert read(tmp_path / name) == ["Kapitel\n\nVerzeichnis", "Unterkapitel\n\nRund", "own\n\ntext\n\ndeep"]


def test_word_fields_ruby_page_breaks_and_hidden_text(tmp_path: Path) -> None:
    def run(text: str, properties: str = "") -> str:
        return f"<w:r><w:rPr>{properties}</w:rPr><w:t>{text}</w:t></w:r>"

    ruby = f"<w:r><w:ruby><w:rt>{run('no')}</w:rt><w:rubyBase>{run('base')}</w:rubyBase></w:ruby></w:r>"
    raised = run("450") + run("1", '<w:vertAlign w:val="superscript"/>')
    shown = run(" yes", '<w:vanish w:val="0"/>')
    body = (
        f'<w:p><w:fldSimple w:instr="SEQ Table">{run("Table 7")}</w:fldSimple>{run(" of ")}{ruby}'
        f"{run('no', '<w:vanish/>')}{shown}"
        f'<w:r><w:br w:type="page"/></w:r>{raised}</w:p>'
    )
    write_docx(tmp_path / "a.docx", body)
    assert read(tmp_path / "a.docx") == ["Table 7 of base yes\n450^1"]


def test_a_slide_is_a_section_from_top_to_bottom_with_its_notes(tmp_path: Path) -> None:
    made = pptx.Presentation()
    slide = made.slides.add_slide(made.slide_layouts[6])
    place = (Inches(1), Inches(3), Inches(4), Inches(1))
    table = slide.shapes.add_table(2, 2, *place).table
    for at, text in enumerate(("Boat", "Fee", "Dinghy", "$12")):
        table.cell(at // 2, at % 2).text = text
    group = slide.shapes.add_group_shape()
    group.shapes.add_textbox(Inches(1), Inches(2), Inches(1), Inches(1)).text_frame.text = "in a group"
    slide.shapes.add_textbox(Inches(1), Inches(1), Inches(1), Inches(1)).text_frame.text = "on top\nsecond line"
    slide.notes_slide.notes_text_frame.text = "said aloud"
    made.slides.add_slide(made.slide_layouts[6])
    made.save(str(tmp_path / "a.pptx"))
    assert read(tmp_path / "a.pptx") == ["on top\nsecond line\nin a group\nBoat\tFee\nDinghy\t$12\nsaid aloud", ""]


FILL = '<a:xfrm><a:off x="0" y="0"/><a:ext cx="914400" cy="914400"/></a:xfrm><a:blipFill/>'
MATH = '<a14:m xmlns:a14="http://schemas.microsoft.com/office/drawing/2010/main">' + POWER_OF_OFFICE + "</a14:m>"
ALTERNATIVE = (
    '<mc:AlternateContent><mc:Choice xmlns:a14="urn:a14" Requires="a14">{}</mc:Choice><mc:Fallback>{}</mc:Fallback>'
    "</mc:AlternateContent>"
).format


@pytest.mark.parametrize(
    ("shapes", "text", "left_out"),
    [
        (slide_text(slide_run("$320") + slide_run("1", 'baseline="30000"') + slide_run(" due")), "$320^1 due", {}),
        (slide_text(slide_run("CO") + slide_run("2", 'baseline="-25000"')), "CO2", {}),
        (slide_text(slide_run("10") + slide_run("6", 'baseline="-25000"')), "10_6", {}),
        (slide_text(slide_run("m") + slide_run("2", 'baseline="30000"')), "m2", {}),
        (ALTERNATIVE(slide_text(slide_run("Up to ") + MATH), slide_text(" ")), "Up to 3\u00d710^6", {}),
        (ALTERNATIVE(slide_text(" "), slide_text("older form")), "older form", {}),
        (ALTERNATIVE(ALTERNATIVE(slide_text("deep"), ""), ""), "deep", {}),
        (slide_text(slide_run("now ") + slide_run("$50", 'strike="sngStrike"') + slide_run("$75", 'strike="noStrike"')),
         "now $75", {"struck-out texts": 1}),
        (slide_text("seen") + slide_text("unseen", hidden="1"), "seen", {"hidden shapes": 1}),
        (slide_picture(0.5) + slide_picture(1) + slide_text("a"), "a", {"pictures": 1}),
        (slide_text("").replace("<p:spPr/>", f"<p:spPr>{FILL}</p:spPr>") + slide_text("a"), "a", {"pictures": 1}),
        (slide_graphic("chart") + slide_graphic("diagram") + slide_graphic("ole"), "",
         {"charts": 1, "diagrams": 1, "embedded objects": 1}),
    ],
)  # fmt: skip
def test_a_slide_is_what_a_show_of_it_shows(tmp_path: Path, shapes: str, text: str, left_out: dict[str, int]) -> None:
    write_slide(tmp_path / "a.pptx", shapes)
    ((_, reading),) = read_all([Job("a.pptx", tmp_path / "a.pptx")], Pdfium())
    assert (reading.texts, reading.found) == ((text,), left_out)


@pytest.mark.parametrize("shows", ["1", "0"])
def test_what_masters_put_on_each_slide_is_counted_once(tmp_path: Path, shows: str) -> None:
    made = pptx.Presentation()
    layout = made.slide_layouts[6]
    for each in (layout, layout.slide_master):  # with placeholders of their own, which are not shown
        each.shapes._spTree.extend(parse_xml(f"<p:spTree {PPTX}>{slide_text('Draft')}</p:spTree>"))
    for _ in range(2):
        made.slides.add_slide(layout).element.set("showMasterSp", shows)
    made.save(str(tmp_path / "a.pptx"))
    ((_, reading),) = read_all([Job("a.pptx", tmp_path / "a.pptx")], Pdfium())
    assert (reading.texts, reading.found) == (("", ""), {"lines of slide masters": 2} if shows == "1" else {})


def test_a_hidden_slide_keeps_its_number_without_text(tmp_path: Path) -> None:
    write_slide(tmp_path / "a.pptx", slide_text("unseen"), show="0")
    opened = FORMATS.load("pptx")().open(tmp_path / "a.pptx")
    assert ([opened.text(0)], opened.left_out) == ([""], {"hidden slides": 1})


@pytest.mark.parametrize("suffix", ["docx", "pptx", "xlsx"])
@pytest.mark.parametrize(
    ("data", "reason"), [(b"", "an empty file"), (OLE + b"x", "it has a password"), (b"PK\3\4 no more", ": ")]
)
def test_what_is_no_such_document_is_said(tmp_path: Path, suffix: str, data: bytes, reason: str) -> None:
    (tmp_path / f"a.{suffix}").write_bytes(data)
    with pytest.raises(Unreadable, match=reason):
        read(tmp_path / f"a.{suffix}")


def test_a_missing_package_is_named_with_the_documents_that_need_it(monkeypatch: pytest.MonkeyPatch) -> None:
    check_packages(["a.docx", "b.pdf", "c.txt"])
    monkeypatch.setattr(technique, "find_spec", lambda _: None)
    check_packages(["b.pdf", "c.txt"])
    with pytest.raises(ValueError, match=r"a.docx and 1 more: needs the extra ragatta\[documents\].*; d.pptx: needs"):
        check_packages(["a.docx", "b.DOCX", "c.txt", "d.pptx"])


def test_places_are_named_after_what_stands_for_a_page() -> None:
    assert [pages_of("a.pdf", 2, 2), pages_of("a.PPTX", 2, 4), listed_of("b.md", [1, 3])] == [
        "page 2", "slides 2-4", "sections 1, 3",
    ]  # fmt: skip
