"""What documents may hold, by construct and format: the source of a small document, its text as read, and what is
counted as left out of it. The table in docs/documents.md promises these."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from PIL import Image
from pypdf import PdfWriter
from pypdf.generic import ArrayObject, DictionaryObject, NameObject, TextStringObject
from reportlab.pdfgen.canvas import Canvas

from standins.formats import (
    POWER_OF_OFFICE,
    paragraph,
    slide_graphic,
    slide_picture,
    slide_run,
    slide_text,
    word_box,
    word_cell,
    word_picture,
    word_run,
    write_docx,
    write_slide,
)
from standins.spreadsheets import STRUCK, risen, shared, sheet_rows, write_xlsx

Draw = Callable[[Canvas], None]


@dataclass(frozen=True)
class Case:
    """A document: HTML, the XML of a Word document's body, a slide's shapes or a sheet, or what draws a PDF's page."""

    source: str | Draw
    text: str
    left_out: Mapping[str, int] = field(default_factory=dict)
    supported: bool = True
    more: Mapping[str, str] = field(default_factory=dict)  # parts of a Word document or workbook
    styles: str = ""
    show: str = "1"  # of a slide
    strings: str = ""  # of a workbook, which cells share
    after: Callable[[PdfWriter], None] | None = None  # changes the PDF that was drawn

    @property
    def promise(self) -> str:
        """As the table says it."""
        return "left out" if self.left_out else "read" if self.supported else "not supported"

    def write(self, path: Path) -> None:
        if callable(self.source):
            canvas = Canvas(str(path), pagesize=(400, 400))
            self.source(canvas)
            canvas.save()
            if self.after:
                writer = PdfWriter(clone_from=path)
                self.after(writer)
                writer.write(path)
        elif path.suffix == ".docx":
            write_docx(path, self.source, self.styles, self.more)
        elif path.suffix == ".pptx":
            write_slide(path, self.source, self.show)
        elif path.suffix == ".xlsx":
            sheets = {"Fees": self.source} if self.show == "1" else {"Fees!": self.source, "B": sheet_rows(["b"])}
            write_xlsx(path, sheets, ["0.0%"], self.strings, self.more)
        else:
            path.write_text(self.source, encoding="utf-8")


def unsupported(source: str | Draw, text: str) -> Case:
    return Case(source, text, supported=False)


def drawn(*pieces: tuple[str, float, float], turned: bool = False) -> Draw:
    """Pieces of a line, each (text, size, rise), drawn one after the other."""

    def draw(canvas: Canvas) -> None:
        if turned:
            canvas.rotate(90)
            canvas.translate(0, -400)
        words = canvas.beginText(50, 300)
        for text, size, rise in pieces:
            words.setFont("Helvetica", size)
            words.setRise(rise)
            words.textOut(text)
        canvas.drawText(words)

    return draw


def lines(*texts: str) -> Draw:
    def draw(canvas: Canvas) -> None:
        for number, text in enumerate(texts):
            canvas.drawString(20, 350 - 20 * number, text)

    return draw


def ticked(canvas: Canvas) -> None:
    for y, checked in ((290, True), (270, False)):
        canvas.acroForm.checkbox(name=str(y), checked=checked, x=20, y=y - 4, size=14)
        canvas.drawString(45, y, str(y))


def filled(canvas: Canvas) -> None:
    canvas.drawString(20, 320, "Name:")
    canvas.acroForm.textfield(name="name", value="Ada", x=120, y=315, width=100, height=16)


def chosen(canvas: Canvas) -> None:
    canvas.drawString(20, 320, "Load:")
    canvas.acroForm.choice(name="load", value="salt", options=["wool", "salt"], x=120, y=315, width=100, height=16)


def noted(canvas: Canvas) -> None:
    canvas.drawString(20, 350, "Seen.")
    canvas.freeTextAnnotation("Late fee $75", DA="/Helv 12 Tf", Rect=[20, 300, 200, 320])


def clicked(canvas: Canvas) -> None:
    canvas.drawString(20, 350, "Seen.")
    canvas.textAnnotation("Ask Ada", Rect=[20, 300, 40, 320])


def cropped(canvas: Canvas) -> None:
    canvas.setCropBox((0, 100, 400, 400))
    lines("a")(canvas)
    canvas.drawString(20, 50, "no")


def layered(canvas: Canvas) -> None:
    canvas.drawString(20, 350, "a")
    canvas.addLiteral("/OC /L BDC")
    canvas.drawString(20, 300, "no")
    canvas.addLiteral("EMC")


def hide_layer(writer: PdfWriter) -> None:
    """Layer L of the page is one that is off."""
    group = DictionaryObject({NameObject("/Type"): NameObject("/OCG"), NameObject("/Name"): TextStringObject("Draft")})
    layer = writer._add_object(group)
    off = DictionaryObject({NameObject("/OFF"): ArrayObject([layer])})
    layers = {NameObject("/OCGs"): ArrayObject([layer]), NameObject("/D"): off}
    writer.root_object[NameObject("/OCProperties")] = DictionaryObject(layers)
    resources = writer.pages[0]["/Resources"].get_object()
    resources[NameObject("/Properties")] = DictionaryObject({NameObject("/L"): layer})


def attach(writer: PdfWriter) -> None:
    writer.add_attachment("prices.csv", b"no")


def struck(canvas: Canvas) -> None:
    canvas.drawString(20, 350, "Now $75, was $90.")
    canvas.line(90, 353, 120, 353)


def pictured(canvas: Canvas) -> None:
    canvas.drawString(20, 350, "a")
    canvas.drawInlineImage(Image.new("L", (40, 40)), 20, 100, 100, 100)


def line(*runs: str) -> str:
    return f"<w:p>{''.join(runs)}</w:p>"


def control(properties: str, shown: str) -> str:
    return f"<w:sdt><w:sdtPr>{properties}</w:sdtPr><w:sdtContent>{word_run(shown)}</w:sdtContent></w:sdt>"


def grid(*rows: str) -> str:
    """A table of PowerPoint with rows of two columns."""
    return (
        '<p:graphicFrame><p:nvGraphicFramePr><p:cNvPr id="7" name=""/><p:cNvGraphicFramePr/><p:nvPr/>'
        '</p:nvGraphicFramePr><p:xfrm><a:off x="0" y="0"/><a:ext cx="1" cy="1"/></p:xfrm><a:graphic><a:graphicData '
        'uri="http://schemas.openxmlformats.org/drawingml/2006/table"><a:tbl><a:tblPr/><a:tblGrid><a:gridCol w="1"/>'
        f'<a:gridCol w="1"/></a:tblGrid>{"".join(rows)}</a:tbl></a:graphicData></a:graphic></p:graphicFrame>'
    )


def row(*cells: str) -> str:
    return f'<a:tr h="1">{"".join(cells)}</a:tr>'


def cell(text: str, spans: str = "") -> str:
    return f"<a:tc {spans}><a:txBody><a:bodyPr/><a:p>{slide_run(text) if text else ''}</a:p></a:txBody></a:tc>"


UP, DOWN = '<w:vertAlign w:val="superscript"/>', '<w:vertAlign w:val="subscript"/>'
MATH = '<a14:m xmlns:a14="http://schemas.microsoft.com/office/drawing/2010/main">' + POWER_OF_OFFICE + "</a14:m>"
CHOICE = '<mc:AlternateContent><mc:Choice xmlns:a14="urn:a" Requires="a14">{}</mc:Choice></mc:AlternateContent>'.format
POWER = "<math><mn>3</mn><mo>\u00d7</mo><msup><mn>10</mn><mn>6</mn></msup></math>"
TICK = '<w14:checkbox><w14:checked w14:val="{}"/></w14:checkbox>'.format
HIDDEN_STYLE = (
    '<w:style w:type="character" w:styleId="Unseen"><w:name w:val="Unseen"/><w:rPr><w:vanish/></w:rPr></w:style>'
)
NOTE = f'<w:footnotes {{W}}><w:footnote w:id="2">{paragraph("Plus VAT.")}</w:footnote></w:footnotes>'
COMMENT = f'<w:comments {{W}}><w:comment w:id="1">{paragraph("Sure?")}</w:comment></w:comments>'
CHART = '<w:r><w:drawing><a:graphicData uri="x/{}"/></w:drawing></w:r>'.format
LINK = '<w:hyperlink r:id="r1">{}</w:hyperlink>'.format
E = "e\u0301"  # in two characters

CASES: Mapping[str, Mapping[str, Case]] = {
    "raised figures": {
        ".pdf": Case(drawn(("$320", 12, 0), ("1", 7, 5), (" due", 12, 0)), "$320^1 due"),
        ".docx": Case(line(word_run("$320"), word_run("1", UP), word_run(" due")), "$320^1 due"),
        ".pptx": Case(slide_text(slide_run("$320") + slide_run("1", 'baseline="30000"')), "$320^1"),
        ".html": Case("$320<sup>1</sup> due", "$320^1 due"),
        ".xlsx": Case(shared(0), "Fees!A1:A1\n$320^1", strings=risen("$320", "superscript", "1")),
    },
    "lowered figures": {
        ".pdf": Case(drawn(("CO", 12, 0), ("2", 7, -2)), "CO2"),
        ".docx": Case(line(word_run("CO"), word_run("2", DOWN)), "CO2"),
        ".pptx": Case(slide_text(slide_run("CO") + slide_run("2", 'baseline="-25000"')), "CO2"),
        ".html": Case("CO<sub>2</sub>", "CO2"),
        ".xlsx": Case(shared(0), "Fees!A1:A1\nCO2", strings=risen("CO", "subscript", "2")),
    },
    "lowered figures behind a figure": {
        ".pdf": Case(drawn(("10", 12, 0), ("6", 7, -2), (" due", 12, 0)), "10_6 due"),
        ".docx": Case(line(word_run("10"), word_run("6", DOWN)), "10_6"),
        ".pptx": Case(slide_text(slide_run("10") + slide_run("6", 'baseline="-25000"')), "10_6"),
        ".html": Case("10<sub>6</sub>", "10_6"),
        ".xlsx": Case(shared(0), "Fees!A1:A1\n10_6", strings=risen("10", "subscript", "6")),
    },
    "formulas": {
        ".pdf": Case(drawn(("3 x 10", 12, 0), ("6", 7, 5)), "3 x 10^6"),
        ".docx": Case(line(word_run("at most "), POWER_OF_OFFICE), "at most 3\u00d710^6"),
        ".pptx": Case(CHOICE(slide_text(slide_run("at most ") + MATH)), "at most 3\u00d710^6"),
        ".html": Case(f"at most {POWER}", "at most 3\u00d710^6"),
    },
    "ticks": {
        ".pdf": Case(ticked, "\u2612 290\n\u2610 270"),
        ".docx": Case(line(control(TICK(1), "\u2612"), word_run(" a "), control(TICK(0), "\u2610"), word_run(" b")),
                      "\u2612 a \u2610 b"),
        ".html": Case("<input type=checkbox checked>a <input type=radio>b", "\u2612 a \u2610 b"),
    },
    "chosen options": {
        ".pdf": Case(chosen, "Load: salt"),
        ".docx": Case(line(word_run("Load: "), control("<w:dropDownList/>", "salt")), "Load: salt"),
        ".html": Case("Load: <select><option selected>salt</select>", "Load: salt"),
    },
    "options that are not chosen": {
        ".html": Case("Load: <select><option>wool<option selected>salt</select>", "Load: salt",
                      {"options not chosen": 1}),
    },
    "values of form fields": {
        ".pdf": Case(filled, "Name: Ada"),
        ".docx": Case(line(word_run("Name: "), control("<w:text/>", "Ada")), "Name: Ada"),
        ".html": Case("Name: <input value=Ada>", "Name: Ada"),
    },
    "text boxes": {
        ".docx": Case(line(word_run("a"), f"<w:r>{word_box(paragraph('late fee'))}</w:r>"), "a\n\nlate fee"),
        ".pptx": Case(slide_text("late fee"), "late fee"),
        ".xlsx": Case(sheet_rows(["a"]), "Fees!A1:A1\na", {"text boxes": 1},
                      more={"xl/drawings/drawing1.xml": "<xdr:txBody><a:t>no</a:t></xdr:txBody>"}),
    },
    "notes written on the page": {".pdf": Case(noted, "Seen.\nLate fee $75")},
    "notes behind a click": {".pdf": unsupported(clicked, "Seen.")},
    "text on hidden layers": {
        ".pdf": Case(layered, "a", {"texts on hidden layers": 1}, after=hide_layer),
    },
    "text outside of the crop box": {".pdf": Case(cropped, "a", {"texts outside of the crop box": 1})},
    "attached files": {".pdf": Case(lines("a"), "a", {"attachments": 1}, after=attach)},
    "words split at line ends": {
        ".pdf": Case(lines("A supple-", "mentary fee."), "A supplementary fee."),
    },
    "footnotes": {
        ".pdf": Case(lines("The fee is $320.", "1 Plus VAT."), "The fee is $320.\n1 Plus VAT."),
        ".docx": Case(line(word_run("fee"), '<w:r><w:footnoteReference w:id="2"/></w:r>'),
                      "fee[1]\n\nPlus VAT. \u2191", more={"footnotes.xml": NOTE}),
        ".html": Case("<p>fee<sup><a href=#n>[1]</a></sup><p id=n>Plus VAT.", "fee[1]\n\nPlus VAT."),
    },
    "comments": {
        ".docx": Case(paragraph("a"), "a", {"comments": 1}, more={"comments.xml": COMMENT}),
        ".xlsx": Case(sheet_rows(["a"]), "Fees!A1:A1\na", {"comments": 2},
                      more={"xl/comments1.xml": "<comments><comment ref='A1'/><comment ref='A2'/></comments>"}),
    },
    "headers and footers": {
        ".pdf": Case(lines("Harbour rules", "Page 1"), "Harbour rules\nPage 1"),
        ".docx": Case(paragraph("a"), "a", {"headers and footers": 1},
                      more={"header1.xml": f"<w:hdr {{W}}>{paragraph('Harbour rules')}</w:hdr>"}),
        ".html": Case("<header>Harbour rules</header>a<footer>Page 1</footer>", "Harbour rules\na\nPage 1"),
        ".xlsx": Case(sheet_rows(["a"]) + "<headerFooter><oddFooter>no</oddFooter></headerFooter>", "Fees!A1:A1\na",
                      {"headers and footers": 1}),
    },
    "hidden text": {
        ".docx": Case(line(word_run("a"), word_run("no", "<w:vanish/>")), "a", {"hidden texts": 1}),
        ".pptx": Case(slide_text("a") + slide_text("no", hidden="1"), "a", {"hidden shapes": 1}),
        ".html": Case("a<p hidden>no", "a", {"hidden elements": 1}),
    },
    "text hidden by a style": {
        ".docx": Case(line(word_run("a"), word_run("no", '<w:rStyle w:val="Unseen"/>')), "a", {"hidden texts": 1},
                      styles=HIDDEN_STYLE),
        ".html": unsupported("<style>i { display: none }</style>a<i>no</i>", "ano"),
    },
    "hidden slides": {".pptx": Case(slide_text("no"), "", {"hidden slides": 1}, show="0")},
    "hidden sheets": {".xlsx": Case(sheet_rows(["no"]), "B!A1:A1\nb", {"hidden sheets": 1}, show="0")},
    "hidden rows and columns": {
        ".xlsx": Case(sheet_rows(["a", "no", "c"], ["no"], [1, 2, 3], hidden=2,
                                 columns="<col min='2' max='2' hidden='1'/>"),
                      "Fees!A1:C3\na\tc\n1\t3", {"hidden rows": 1, "hidden columns": 1}),
    },
    "struck-out text": {
        ".pdf": unsupported(struck, "Now $75, was $90."),
        ".docx": Case(line(word_run("$75 "), word_run("$50", "<w:strike/>")), "$75", {"struck-out texts": 1}),
        ".pptx": Case(slide_text(slide_run("$75") + slide_run("$50", 'strike="sngStrike"')), "$75",
                      {"struck-out texts": 1}),
        ".html": Case("$75 <s>$50</s>", "$75", {"struck-out texts": 1}),
        ".xlsx": Case(sheet_rows(["$75", (50, STRUCK)]), "Fees!A1:A1\n$75", {"struck-out texts": 1}),
    },
    "tracked deletions": {
        ".docx": Case(line(word_run("a"), "<w:del><w:r><w:delText>no</w:delText></w:r></w:del>"), "a",
                      {"deleted texts": 1}),
        ".html": Case("a<del>no</del>", "a", {"struck-out texts": 1}),
    },
    "tracked insertions": {
        ".docx": Case(line(word_run("a"), f"<w:ins>{word_run(' new')}</w:ins>"), "a new"),
        ".html": Case("a <ins>new</ins>", "a new"),
    },
    "cells of tables": {
        ".docx": Case(f"<w:tbl><w:tr>{word_cell('Dinghy')}{word_cell('$12')}</w:tr></w:tbl>", "Dinghy\t$12"),
        ".pptx": Case(grid(row(cell("Dinghy"), cell("$12"))), "Dinghy\t$12"),
        ".html": Case("<table><tr><td>Dinghy<td>$12</table>", "Dinghy\t$12"),
        ".xlsx": Case(sheet_rows(["Dinghy", "$12"]), "Fees!A1:B1\nDinghy\t$12"),
    },
    "rows that begin in a later column": {
        ".docx": Case(f'<w:tbl><w:tr>{word_cell("a")}{word_cell("b")}</w:tr><w:tr><w:trPr><w:gridBefore w:val="1"/>'
                      f"</w:trPr>{word_cell('$12')}</w:tr></w:tbl>", "a\tb\n\t$12"),
        ".pptx": Case(grid(row(cell("a"), cell("b")), row(cell(""), cell("$12"))), "a\tb\n\t$12"),
        ".html": Case("<table><tr><td>a<td>b<tr><td><td>$12</table>", "a\tb\n\t$12"),
        ".xlsx": Case(sheet_rows(["a", "b"], [None, "$12"]), "Fees!A1:B2\na\tb\n\t$12"),
    },
    "number formats": {".xlsx": Case(sheet_rows([(0.125, 2)]), "Fees!A1:A1\n12.5%")},
    "stored results of formulas": {".xlsx": Case(sheet_rows(["<f>1+1</f><v>2</v>"]), "Fees!A1:A1\n2")},
    "formulas without a stored result": {
        ".xlsx": Case(sheet_rows(["a", "<f>1+1</f>"]), "Fees!A1:A1\na", {"formulas without a stored result": 1}),
    },
    "merged cells": {
        ".docx": Case('<w:tbl><w:tr><w:tc><w:tcPr><w:vMerge w:val="restart"/></w:tcPr>' + paragraph("N") + "</w:tc>"
                      f"{word_cell('1')}</w:tr><w:tr><w:tc><w:tcPr><w:vMerge/></w:tcPr>{paragraph('')}</w:tc>"
                      f"{word_cell('2')}</w:tr></w:tbl>", "N\t1\n\t2"),
        ".pptx": Case(grid(row(cell("N", 'rowSpan="2"'), cell("1")), row(cell("", 'vMerge="1"'), cell("2"))),
                      "N\t1\n\t2"),
        ".html": Case("<table><tr><td rowspan=0>N<td>1<tr><td>2</table>", "N\t1\n\t2"),
        ".xlsx": Case(sheet_rows(["N", 1], [None, 2]) + "<mergeCells><mergeCell ref='A1:A2'/></mergeCells>",
                      "Fees!A1:B2\nN\t1\n\t2"),
    },
    "pictures": {
        ".pdf": Case(pictured, "a", {"pictures": 1}),
        ".docx": Case(line(word_run("a"), word_picture(2_000_000)), "a", {"pictures": 1}, more={"x.png": "no"}),
        ".pptx": Case(slide_text("a") + slide_picture(), "a", {"pictures": 1}),
        ".html": Case("a<img src=x alt=no>", "a", {"pictures": 1}),
        ".xlsx": Case(sheet_rows(["a"]), "Fees!A1:A1\na", {"pictures": 1}, more={"xl/media/a.png": "no"}),
    },
    "charts": {
        ".docx": Case(line(word_run("a"), CHART("chart")), "a", {"charts": 1}),
        ".pptx": Case(slide_text("a") + slide_graphic("chart"), "a", {"charts": 1}),
        ".html": Case("a<canvas>no</canvas>", "a", {"drawings of scripts": 1}),
        ".xlsx": Case(sheet_rows(["a"]), "Fees!A1:A1\na", {"charts": 1}, more={"xl/charts/chart1.xml": "no"}),
    },
    "diagrams (SmartArt)": {
        ".docx": Case(line(word_run("a"), CHART("diagram")), "a", {"diagrams": 1}),
        ".pptx": Case(slide_text("a") + slide_graphic("diagram"), "a", {"diagrams": 1}),
        ".xlsx": Case(sheet_rows(["a"]), "Fees!A1:A1\na", {"diagrams": 1}, more={"xl/diagrams/data1.xml": "no"}),
    },
    "embedded documents": {
        ".docx": Case(paragraph("a") + '<w:altChunk r:id="c.html"/>', "a\n\nlate fee",
                      more={"c.html": "<p>late fee</p>"}),
        ".html": Case("a<iframe src=x></iframe>", "a", {"embedded pages": 1}),
    },
    "embedded documents of other formats": {
        ".docx": Case(paragraph("a") + '<w:altChunk r:id="c.rtf"/>', "a", {"embedded documents": 1},
                      more={"c.rtf": "{\\rtf1 no}"}),
        ".pptx": Case(slide_text("a") + slide_graphic("ole"), "a", {"embedded objects": 1}),
        ".html": Case("a<embed src=x>", "a", {"embedded objects": 1}),
        ".xlsx": Case(sheet_rows(["a"]), "Fees!A1:A1\na", {"embedded objects": 1}, more={"xl/embeddings/a.docx": "no"}),
    },
    "sound and video": {
        ".pptx": Case(slide_text("a") + slide_picture(medium='<a:videoFile r:link="r9"/>'), "a", {"videos": 1}),
        ".html": Case("a<video>no</video><audio>no</audio>", "a", {"sounds": 1, "videos": 1}),
    },
    "symbols of unknown fonts": {
        ".docx": Case(line(word_run("a"), '<w:r><w:sym w:font="Odd" w:char="0041"/></w:r>'), "a",
                      {"symbols of unknown fonts": 1}),
    },
    "readings of ruby": {
        ".docx": Case(line(f"<w:r><w:ruby><w:rt>{word_run('no')}</w:rt><w:rubyBase>{word_run('a')}</w:rubyBase>"
                           "</w:ruby></w:r>"), "a", {"readings of ruby": 1}),
        ".html": Case("<ruby>a<rt>no</ruby>", "a", {"readings of ruby": 1}),
        ".xlsx": Case(shared(0), "Fees!A1:A1\na", strings="<si><t>a</t><rPh sb='0' eb='1'><t>no</t></rPh></si>"),
    },
    "numbers of lists": {
        ".pdf": Case(lines("1. one", "2. two"), "1. one\n2. two"),
        ".docx": unsupported(line('<w:pPr><w:numPr><w:numId w:val="1"/></w:numPr></w:pPr>', word_run("one")), "one"),
        ".pptx": unsupported(slide_text('<a:pPr><a:buAutoNum type="arabicPeriod"/></a:pPr>' + slide_run("one")), "one"),
        ".html": unsupported("<ol><li>one<li>two</ol>", "one\ntwo"),
    },
    "addresses of links": {
        ".docx": unsupported(line(LINK(word_run("tariff"))), "tariff"),
        ".pptx": unsupported(slide_text('<a:r><a:rPr><a:hlinkClick r:id=""/></a:rPr><a:t>fees</a:t></a:r>'), "fees"),
        ".html": unsupported("<a href='tariff.html'>tariff</a>", "tariff"),
        ".xlsx": unsupported(sheet_rows(["tariff"]) + "<hyperlinks><hyperlink ref='A1' location='no'/></hyperlinks>",
                             "Fees!A1:A1\ntariff"),
    },
    "letters in two characters (NFD)": {
        ".docx": Case(paragraph(E), E),
        ".pptx": Case(slide_text(E), E),
        ".html": Case(E, E),
        ".xlsx": Case(sheet_rows([E]), f"Fees!A1:A1\n{E}"),
    },
}  # fmt: skip
