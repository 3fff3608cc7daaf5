"""What mammoth passes over in a Word document, or shows though Word hides it."""

from __future__ import annotations

from collections.abc import Mapping
from email.message import EmailMessage
from pathlib import Path

import pytest

from ragatta.pipeline.documents.parsers._reading import Job, Reading, read_all
from ragatta.pipeline.documents.parsers.pdfium import Pdfium
from standins.formats import (
    NO_PARTS,
    POWER_OF_OFFICE,
    paragraph,
    word_box,
    word_cell,
    word_picture,
    word_run,
    write_docx,
)


def read(path: Path, body: str, styles: str = "", parts: Mapping[str, str | bytes] = NO_PARTS) -> Reading:
    write_docx(path / "a.docx", body, styles, parts)
    ((_, reading),) = read_all([Job("a.docx", path / "a.docx")], Pdfium())
    return reading


def line(*runs: str, style: str = "") -> str:
    return f'<w:p><w:pPr><w:pStyle w:val="{style}"/></w:pPr>{"".join(runs)}</w:p>'


def tick(checked: int, glyph: str) -> str:
    return (
        f'<w:sdt><w:sdtPr><w14:checkbox><w14:checked w14:val="{checked}"/></w14:checkbox></w:sdtPr>'
        f"<w:sdtContent>{word_run(glyph)}</w:sdtContent></w:sdt>"
    )


def field(instruction: str, data: str, shown: str = "") -> str:
    """A legacy field of a form."""
    parts = [
        f'<w:fldChar w:fldCharType="begin"><w:ffData>{data}</w:ffData></w:fldChar>',
        f"<w:instrText> {instruction} </w:instrText>",
        '<w:fldChar w:fldCharType="separate"/>',
        *([f"<w:t>{shown}</w:t>"] if shown else []),
        '<w:fldChar w:fldCharType="end"/>',
    ]
    return "".join(f"<w:r>{part}</w:r>" for part in parts)


def list_field(chosen: str, shown: str = "") -> str:
    entries = "".join(f'<w:listEntry w:val="{entry}"/>' for entry in ("wool", "salt"))
    return field("FORMDROPDOWN", f"<w:ddList>{chosen}{entries}</w:ddList>", shown)


def style(kind: str, name: str, mark: str, base: str = "") -> str:
    return (
        f'<w:style w:type="{kind}" w:styleId="{name}"><w:name w:val="{name}"/><w:basedOn w:val="{base}"/>'
        f"<w:rPr>{mark}</w:rPr></w:style>"
    )


RAISING = style("character", "Up", '<w:vertAlign w:val="superscript"/>')
RAISING += style("character", "High", '<w:position w:val="8"/>')
IN = '<w:rStyle w:val="{}"/>'.format
SALT = '<w:result w:val="1"/>'
BOX = word_box(paragraph("late fee"))
EITHER = "<mc:AlternateContent><mc:Choice>{}</mc:Choice><mc:Fallback>{}</mc:Fallback></mc:AlternateContent>".format
OLDER = f"<w:pict><v:textbox><w:txbxContent>{paragraph('late fee')}</w:txbxContent></v:textbox></w:pict>"


@pytest.mark.parametrize(
    ("body", "text"),
    [
        (line(tick(1, "\u2612"), word_run(" one "), tick(0, "\u2610"), word_run(" two")), "\u2612 one \u2610 two"),
        (line(field("FORMCHECKBOX", "<w:checkBox><w:checked/></w:checkBox>"), word_run("Smoker")), "\u2612 Smoker"),
        (line(word_run("Load: "), list_field(SALT)), "Load: salt"),
        (line(word_run("Load: "), list_field("")), "Load: wool"),
        (line(word_run("Load: "), list_field(SALT, "salt")), "Load: salt"),
        (line(word_run("Name: "), field("FORMTEXT", "<w:textInput/>", "Ada")), "Name: Ada"),
        (line(word_run("a"), f"<w:r>{BOX}</w:r>"), "a\n\nlate fee"),
        (line(f"<w:r>{EITHER(BOX, '')}</w:r>"), "late fee"),
        (line(f"<w:r>{EITHER(BOX, OLDER)}</w:r>"), "late fee"),
        (line(f"<w:r>{EITHER('', '<w:t>older sign</w:t>')}</w:r>"), "older sign"),
        (line(f"<w:r>{word_box(line(word_run('out'), f'<w:r>{BOX}</w:r>'))}</w:r>"), "out\n\nlate fee"),
        (line(word_run("at most "), POWER_OF_OFFICE), "at most 3\u00d710^6"),
        (line(word_run("450"), word_run("1", IN("Up"))), "450^1"),
        (line(word_run("450"), word_run("1", IN("Up") + '<w:vertAlign w:val="baseline"/>')), "4501"),
        (line(word_run("10"), word_run("6", '<w:vertAlign w:val="subscript"/>')), "10_6"),
        (line(word_run("450"), word_run("1", '<w:position w:val="6"/>'), word_run(" a")), "450^1 a"),
        (line(word_run("10"), word_run("6", '<w:position w:val="-4"/>')), "10_6"),
        (line(word_run("45"), word_run("0", '<w:position w:val="0"/>')), "450"),
        (line(word_run("450"), word_run("1", IN("High"))), "450^1"),
        (line(f"<w:bdo>{word_run('way')}</w:bdo>", "<w:r><w:cr/></w:r>", word_run("down")), "way\ndown"),
        (line(f"<m:oMathPara>{POWER_OF_OFFICE}</m:oMathPara>"), "3\u00d710^6"),
        (
            f"<w:tbl><w:tr>{word_cell('Zone')}{word_cell('Summer')}{word_cell('Winter')}</w:tr>"
            f'<w:tr><w:trPr><w:gridBefore w:val="1"/></w:trPr>{word_cell("10")}{word_cell("20")}</w:tr></w:tbl>',
            "Zone\tSummer\tWinter\n\t10\t20",
        ),
    ],
)  # fmt: skip
def test_what_a_document_shows_is_read(tmp_path: Path, body: str, text: str) -> None:
    reading = read(tmp_path, body, RAISING)
    assert (reading.texts, reading.found) == ((text,), {})


UNSEEN = style("character", "Unseen", "<w:vanish/>") + style("character", "Inner", "", "Unseen")
UNSEEN += style("paragraph", "Draft", "<w:vanish/>") + style("character", "Old", "<w:strike/>")


@pytest.mark.parametrize(
    ("body", "text", "left_out"),
    [
        (line(word_run("a"), word_run("no", "<w:vanish/>")), "a", {"hidden texts": 1}),
        (line(word_run("a"), word_run("no", IN("Unseen")), word_run("no", IN("Inner"))), "a", {"hidden texts": 2}),
        (line(word_run("no"), style="Draft") + paragraph("a"), "a", {"hidden texts": 1}),
        (line(word_run("both styles", IN("Unseen")), style="Draft"), "both styles", {}),
        (line(word_run("own", IN("Unseen") + '<w:vanish w:val="0"/>')), "own", {}),
        (line(word_run("$75 "), word_run("$50", "<w:strike/>"), word_run("$40", "<w:dstrike/>")), "$75",
         {"struck-out texts": 2}),
        (line(word_run("$75 "), word_run("$50", IN("Old"))), "$75", {"struck-out texts": 1}),
        (line(word_run("a"), "<w:del><w:r><w:delText>no</w:delText></w:r></w:del>"), "a", {"deleted texts": 1}),
        (paragraph("a") + '<w:altChunk r:id="none"/>', "a", {"embedded documents": 1}),
        (line(word_run("a"), '<w:r><w:drawing><a:graphicData uri="x/chart"/></w:drawing></w:r>'), "a", {"charts": 1}),
        (line(word_run("a"), word_picture(914400), word_picture(300000)), "a", {"pictures": 1}),
        (line(f"<w:r>{word_box(paragraph('a') + '<a:blip/>')}</w:r>"), "a", {"pictures": 1}),
        (line(word_run("a"), '<w:r><w:sym w:font="Odd" w:char="0041"/></w:r>'), "a", {"symbols of unknown fonts": 1}),
    ],
)  # fmt: skip
def test_what_it_hides_is_left_out_and_counted(tmp_path: Path, body: str, text: str, left_out: dict[str, int]) -> None:
    reading = read(tmp_path, body, UNSEEN, {"x.png": "no"})
    assert (reading.texts, reading.found) == ((text,), left_out)


def test_headers_footers_and_comments_are_counted(tmp_path: Path) -> None:
    parts = {
        "header1.xml": f"<w:hdr {{W}}>{paragraph('Confidential')}</w:hdr>",
        "footer1.xml": f"<w:ftr {{W}}>{paragraph('')}</w:ftr>",
        "comments.xml": f'<w:comments {{W}}><w:comment w:id="1">{paragraph("Sure?")}</w:comment></w:comments>',
    }
    reading = read(tmp_path, paragraph("a"), parts=parts)
    assert (reading.texts, reading.found) == (("a",), {"comments": 1, "headers and footers": 1})


def in_mime(html: str) -> bytes:
    message = EmailMessage()
    message.set_content("plain")
    message.add_alternative(html, subtype="html")
    return message.as_bytes()


@pytest.mark.parametrize(
    ("name", "chunk"),
    [
        ("chunk.html", "<html><head><title>no</title></head><body><p>late fee</p></body></html>"),
        ("chunk.mht", in_mime("<p>late fee</p>")),
        ("chunk.txt", "late fee"),
        ("chunk.docx", None),
    ],
)
def test_a_chunk_of_another_format_is_read_in_its_place(tmp_path: Path, name: str, chunk: str | bytes | None) -> None:
    if chunk is None:  # a further chunk within is left out
        write_docx(tmp_path / "b.docx", paragraph("late fee") + '<w:altChunk r:id="x.txt"/>', "", {"x.txt": "no"})
        chunk = (tmp_path / "b.docx").read_bytes()
    body = paragraph("before") + f'<w:altChunk r:id="{name}"/>' + paragraph("after")
    reading = read(tmp_path, body, parts={name: chunk})
    assert [line for line in reading.texts[0].split("\n") if line] == ["before", "late fee", "after"]
    assert reading.found == ({"embedded documents": 1} if name == "chunk.docx" else {})
