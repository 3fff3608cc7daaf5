"""A small corpus with a document of each format, and a gold question for each."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from xml.sax.saxutils import escape
from zipfile import ZIP_DEFLATED, ZipFile

from standins.pdfs import write_pdf
from standins.spreadsheets import sheet_rows, write_xlsx

OPEN, MICROSOFT = "http://schemas.openxmlformats.org/", "http://schemas.microsoft.com/office/word/2010/word"
W = " ".join(
    f'xmlns:{prefix}="{address}"'
    for prefix, address in (
        ("w", OPEN + "wordprocessingml/2006/main"), ("a", OPEN + "drawingml/2006/main"),
        ("m", OPEN + "officeDocument/2006/math"), ("mc", OPEN + "markup-compatibility/2006"),
        ("wp", OPEN + "drawingml/2006/wordprocessingDrawing"), ("r", OPEN + "officeDocument/2006/relationships"),
        ("w14", MICROSOFT + "ml"), ("wps", MICROSOFT + "processingShape"), ("v", "urn:schemas-microsoft-com:vml"),
    )
)  # fmt: skip
RELATED = "http://schemas.openxmlformats.org/package/2006/relationships"
OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument"
MAIN = "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"
STYLES = "application/vnd.openxmlformats-officedocument.wordprocessingml.styles+xml"

# id, question, kind, expected, file, page, quote
GOLD = (
    ("pdf", "What is the berth fee per night?", "$31", "harbour.pdf", 2, "The berth fee is $31 per night."),
    ("docx", "What is the crane deposit?", "$450", "handbook.docx", 3, "The crane deposit is $450 per lift."),
    ("pptx", "How many visitors came to the boat show?", "7,300", "show.pptx", 2,
     "The boat show had 7,300 visitors."),
    ("html", "What is the mooring surcharge for catamarans?", "$62", "tariff.html", 2, "Catamaran $62"),
    ("md", "How many metres of chain does an anchor need?", "40", "guide.md", 3,
     "An anchor needs 40 metres of chain in the roads."),
    ("txt", "How high is the sill of the lock?", "2.4", "notices/lock.txt", 1,
     "The sill of the lock is 2.4 metres high."),
    ("csv", "What is the draught of the ferry Albatross?", "3.85", "fleet.csv", 4, "Albatross ferry 3.85"),
    ("xlsx", "What is the winter rate of the slipway?", "$85", "rates.xlsx", 2, "Slipway $85"),
)  # fmt: skip


def write_corpus(folder: Path) -> None:
    """`folder`/pdfs with the documents, and `folder`/questions.yaml, whose files are below `folder`."""
    pdfs = folder / "pdfs"
    (pdfs / "notices").mkdir(parents=True)
    write_pdf(pdfs / "harbour.pdf", ["Harbour rules\nVessels keep to starboard.", "Fees\n" + GOLD[0][5]])
    write_docx(pdfs / "handbook.docx", HANDBOOK)
    write_pptx(pdfs / "show.pptx", [("Boat show", "Notes of the committee."), ("Figures", GOLD[2][5])])
    (pdfs / "tariff.html").write_text(TARIFF, encoding="utf-8")
    (pdfs / "guide.md").write_text(GUIDE, encoding="utf-8")
    (pdfs / "notices/lock.txt").write_text(f"Notice to mariners\n\n{GOLD[5][5]}\n", encoding="utf-16")
    rates = sheet_rows(["Facility", "Winter rate"], ["Crane", (120, 2)], ["Slipway", (85, 2)])
    write_xlsx(pdfs / "rates.xlsx", {"Cover": sheet_rows(["Rates of the yard"]), "Rates": rates}, ['"$"#,##0'])
    rows = [f"Vessel {at},tug,{1 + at / 100:.2f}" for at in range(200)]
    rows[160] = "Albatross,ferry,3.85"
    (pdfs / "fleet.csv").write_text("\n".join(["Name,Type,Draught in metres", *rows]) + "\n", encoding="utf-8")
    lines = [
        f"- {{id: {name}, question: {question}, kind: number, expected: '{expected}',\n"
        f"   evidence: [{{file: pdfs/{file}, pages: [{page}], quote: '{quote}'}}]}}\n"
        for name, question, expected, file, page, quote in GOLD
    ]
    (folder / "questions.yaml").write_text("".join(lines), encoding="utf-8")


HANDBOOK = (
    '<w:p><w:pPr><w:pStyle w:val="Title"/></w:pPr><w:r><w:t>Yard handbook</w:t></w:r></w:p>'
    "<w:p><w:r><w:t>For members of the yard.</w:t></w:r></w:p>"
    '<w:p><w:pPr><w:pStyle w:val="Heading1"/></w:pPr><w:r><w:t>Opening hours</w:t></w:r></w:p>'
    "<w:p><w:r><w:t>The yard opens at eight.</w:t></w:r></w:p>"
    '<w:p><w:pPr><w:pStyle w:val="Heading1"/></w:pPr><w:r><w:t>Crane</w:t></w:r></w:p>'
    "<w:sdt><w:sdtContent><w:p><w:r><w:t>The crane deposit is </w:t></w:r>"
    "<w:ins><w:r><w:t>$450</w:t></w:r></w:ins><w:del><w:r><w:delText>$400</w:delText></w:r></w:del>"
    "<w:r><w:t> per lift.</w:t></w:r></w:p></w:sdtContent></w:sdt>"
    "<w:tbl><w:tr><w:tc><w:p><w:r><w:t>Boat</w:t></w:r></w:p></w:tc><w:tc><w:p><w:r><w:t>Rate</w:t></w:r></w:p></w:tc>"
    "</w:tr><w:tr><w:tc><w:p><w:r><w:t>Dinghy</w:t></w:r></w:p></w:tc><w:tc><w:p><w:r><w:t>$12</w:t></w:r></w:p></w:tc>"
    "</w:tr></w:tbl>"
)
TARIFF = """<!doctype html><html><head><title>Tariff</title><style>p { color: red }</style></head><body>
<p>All prices in dollars.</p><h2>Moorings</h2><table><tr><th>Boat<th>Surcharge</tr>
<tr><td>Catamaran</td><td>$62</td></tr><tr><td>Trimaran</td><td>$75</td></tr></table>
<script>track("Catamaran $99")</script><h2>Hoists</h2><p>On request.</body></html>"""
GUIDE = """Pilot guide

# Channel

Buoys are green to starboard.

# Anchoring

An anchor needs 40 metres of chain in the roads.
"""


NO_PARTS: Mapping[str, str | bytes] = MappingProxyType({})


def write_docx(path: Path, body: str, more_styles: str = "", more: Mapping[str, str | bytes] = NO_PARTS) -> None:
    """The least that is a Word document, with this XML as its body and as further styles. Parts below word/ are by
    name, which is the id of their relation too; {W} in one becomes the namespaces."""
    styles = more_styles + "".join(
        f'<w:style w:type="paragraph" w:styleId="{name.replace(" ", "")}"><w:name w:val="{name}"/></w:style>'
        for name in ("Title", "heading 1")
    ).replace('w:styleId="heading1"', 'w:styleId="Heading1"')
    related = OFFICE.rpartition("/")[0]
    parts: dict[str, str | bytes] = {
        "[Content_Types].xml": '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
        '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
        f'<Override PartName="/word/document.xml" ContentType="{MAIN}"/>'
        f'<Override PartName="/word/styles.xml" ContentType="{STYLES}"/></Types>',
        "_rels/.rels": f'<Relationships xmlns="{RELATED}"><Relationship Id="r1" Type="{OFFICE}" '
        'Target="word/document.xml"/></Relationships>',
        "word/_rels/document.xml.rels": f'<Relationships xmlns="{RELATED}"><Relationship Id="r1" '
        f'Type="{related}/styles" Target="styles.xml"/>'
        + "".join(f'<Relationship Id="{name}" Type="{related}/{name.split(".")[0]}" Target="{name}"/>' for name in more)
        + "</Relationships>",
        "word/document.xml": f"<w:document {W}><w:body>{body}</w:body></w:document>",
        "word/styles.xml": f"<w:styles {W}>{styles}</w:styles>",
    }
    parts |= {f"word/{name}": text for name, text in more.items()}
    with ZipFile(path, "w", ZIP_DEFLATED) as package:
        for name, text in parts.items():
            package.writestr(name, text.replace("{W}", W) if isinstance(text, str) else text)


def paragraph(text: str) -> str:
    return f"<w:p>{word_run(text)}</w:p>"


def word_run(text: str, properties: str = "") -> str:
    return f"<w:r><w:rPr>{properties}</w:rPr><w:t>{escape(text)}</w:t></w:r>"


def word_box(body: str) -> str:
    """A text box of DrawingML."""
    return (
        "<w:drawing><wp:inline><a:graphic><a:graphicData><wps:wsp><wps:txbx><w:txbxContent>"
        f"{body}</w:txbxContent></wps:txbx></wps:wsp></a:graphicData></a:graphic></wp:inline></w:drawing>"
    )


def word_picture(side: int) -> str:
    """As wide as it is high; the part x.png."""
    picture = "http://schemas.openxmlformats.org/drawingml/2006/picture"
    return (
        f'<w:r><w:drawing><wp:inline><wp:extent cx="{side}" cy="{side}"/><a:graphic><a:graphicData><p:pic xmlns:p='
        f'"{picture}"><p:blipFill><a:blip r:embed="x.png"/></p:blipFill></p:pic></a:graphicData></a:graphic>'
        "</wp:inline></w:drawing></w:r>"
    )


def word_cell(text: str) -> str:
    return f"<w:tc>{paragraph(text)}</w:tc>"


def write_pptx(path: Path, slides: list[tuple[str, str]]) -> None:
    """A slide each, of a title and a text."""
    import pptx

    made = pptx.Presentation()
    for title, text in slides:
        slide = made.slides.add_slide(made.slide_layouts[1])
        slide.shapes.title.text, slide.placeholders[1].text = title, text
    made.save(str(path))


PPTX = " ".join(
    f'xmlns:{prefix}="http://schemas.openxmlformats.org/{address}"'
    for prefix, address in (
        ("a", "drawingml/2006/main"), ("p", "presentationml/2006/main"), ("m", "officeDocument/2006/math"),
        ("r", "officeDocument/2006/relationships"), ("mc", "markup-compatibility/2006"),
    )
)  # fmt: skip


def write_slide(path: Path, shapes: str, show: str = "1") -> None:
    """A presentation of one slide, with this XML as its shapes."""
    import pptx
    from pptx.oxml import parse_xml

    made = pptx.Presentation()
    slide = made.slides.add_slide(made.slide_layouts[6])
    slide.element.set("show", show)
    slide.shapes.element.extend(parse_xml(f"<p:spTree {PPTX}>{shapes}</p:spTree>"))
    made.save(str(path))


def slide_text(paragraph: str, hidden: str = "0") -> str:
    """A text box of one paragraph of this XML, else a text."""
    body = paragraph if paragraph.startswith("<") else slide_run(paragraph)
    return (
        f'<p:sp><p:nvSpPr><p:cNvPr id="9" name="" hidden="{hidden}"/><p:cNvSpPr/><p:nvPr/></p:nvSpPr>'
        f"<p:spPr/><p:txBody><a:bodyPr/><a:p>{body}</a:p></p:txBody></p:sp>"
    )


def slide_run(text: str, properties: str = "") -> str:
    return f"<a:r><a:rPr {properties}/><a:t>{escape(text)}</a:t></a:r>"


def slide_graphic(kind: str) -> str:
    """A graphic frame with a chart, diagram or ole object."""
    uri = f"http://schemas.openxmlformats.org/drawingml/2006/{kind}"
    return (
        '<p:graphicFrame><p:nvGraphicFramePr><p:cNvPr id="8" name=""/><p:cNvGraphicFramePr/><p:nvPr/>'
        '</p:nvGraphicFramePr><p:xfrm><a:off x="0" y="0"/><a:ext cx="1" cy="1"/></p:xfrm>'
        f'<a:graphic><a:graphicData uri="{uri}"/></a:graphic></p:graphicFrame>'
    )


def slide_picture(inches: float = 2, medium: str = "") -> str:
    """As wide as it is high."""
    side = int(inches * 914400)
    return (
        f'<p:pic><p:nvPicPr><p:cNvPr id="6" name="" descr="no"/><p:cNvPicPr/><p:nvPr>{medium}</p:nvPr></p:nvPicPr>'
        f'<p:blipFill/><p:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="{side}" cy="{side}"/></a:xfrm></p:spPr></p:pic>'
    )


POWER_OF_OFFICE = (
    "<m:oMath><m:r><m:t>3\u00d7</m:t></m:r><m:sSup><m:e><m:r><m:t>10</m:t></m:r></m:e><m:sup><m:r><m:t>6</m:t></m:r></m:sup>"
    "</m:sSup></m:oMath>"
)
