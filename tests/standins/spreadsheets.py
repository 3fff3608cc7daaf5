"""Writes small workbooks (.xlsx) part by part."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from xml.sax.saxutils import escape, quoteattr
from zipfile import ZIP_DEFLATED, ZipFile

OPEN = "http://schemas.openxmlformats.org/"
OFFICE = OPEN + "officeDocument/2006/relationships"
MAIN = f'xmlns="{OPEN}spreadsheetml/2006/main"'
TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml.{}+xml"
RELS = "application/vnd.openxmlformats-package.relationships+xml"
NO_PARTS: Mapping[str, str | bytes] = MappingProxyType({})
STRUCK = 1  # the style of a cell; 2 and further ones have the formats that write_xlsx is given
FIRST_FORMAT = 200


def write_xlsx(
    path: Path,
    sheets: Mapping[str, str],
    formats: Sequence[str] = (),
    shared: str = "",
    more: Mapping[str, str | bytes] = NO_PARTS,
) -> None:
    """The least that is a workbook: by name, the XML of each sheet, whose name ends with "!" if it is hidden. `shared`
    is the XML of shared strings."""
    typed = {
        "xl/workbook.xml": ("sheet.main", f'<workbook {MAIN} xmlns:r="{OFFICE}">{_listed(sheets)}</workbook>'),
        "xl/styles.xml": ("styles", f"<styleSheet {MAIN}>{_styles(formats)}</styleSheet>"),
        "xl/sharedStrings.xml": ("sharedStrings", f"<sst {MAIN}>{shared}</sst>"),
    }
    for at, xml in enumerate(sheets.values()):
        typed[f"xl/worksheets/sheet{at}.xml"] = ("worksheet", f"<worksheet {MAIN}>{xml}</worksheet>")
    types = (f'<Override PartName="/{name}" ContentType="{TYPE.format(of)}"/>' for name, (of, _) in typed.items())
    parts: dict[str, str | bytes] = {
        "[Content_Types].xml": f'<Types xmlns="{OPEN}package/2006/content-types"><Default Extension="rels" '
        f'ContentType="{RELS}"/>{"".join(types)}</Types>',
        "_rels/.rels": _relations({"book": ("officeDocument", "xl/workbook.xml")}),
        "xl/_rels/workbook.xml.rels": _relations(
            {f"s{at}": ("worksheet", f"worksheets/sheet{at}.xml") for at in range(len(sheets))}
        ),
    }
    with ZipFile(path, "w", ZIP_DEFLATED) as package:
        for name, text in {**parts, **{name: xml for name, (_, xml) in typed.items()}, **more}.items():
            package.writestr(name, text)


def sheet_rows(*rows: Sequence[object], hidden: int = 0, columns: str = "") -> str:
    """The XML of a sheet with these rows: a cell is a text, a number, (number, style), XML, or None. `hidden` is the
    number of a row, `columns` the XML of columns."""
    made = ""
    for at, row in enumerate(rows, 1):
        cells = "".join(_cell(f"{chr(ord('A') + column)}{at}", value) for column, value in enumerate(row))
        made += f'<row r="{at}" hidden="{int(at == hidden)}">{cells}</row>'
    return f"{columns and f'<cols>{columns}</cols>'}<sheetData>{made}</sheetData>"


def _cell(place: str, value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, str):
        content = value if value.startswith("<") else f"<is><t>{escape(value)}</t></is>"
        return f'<c r="{place}" t="{"inlineStr" if "<is>" in content else "n"}">{content}</c>'
    number, style = value if isinstance(value, tuple) else (value, 0)
    return f'<c r="{place}" s="{style}"><v>{number}</v></c>'


def shared(at: int) -> str:
    """The content of a row with one cell, the shared string of this number."""
    return f'<sheetData><row><c t="s"><v>{at}</v></c></row></sheetData>'


def _listed(sheets: Mapping[str, str]) -> str:
    found = ""
    for at, name in enumerate(sheets):
        state = "hidden" if name.endswith("!") else "visible"
        found += f'<sheet name={quoteattr(name.rstrip("!"))} sheetId="{at + 1}" state="{state}" r:id="s{at}"/>'
    return f"<sheets>{found}</sheets>"


def _styles(formats: Sequence[str]) -> str:
    ids = range(FIRST_FORMAT, FIRST_FORMAT + len(formats))
    coded = zip(ids, formats, strict=True)
    codes = "".join(f'<numFmt numFmtId="{id_}" formatCode={quoteattr(code)}/>' for id_, code in coded)
    styles = "".join(f'<xf numFmtId="{id_}"/>' for id_ in ids)
    return (
        f"<numFmts>{codes}</numFmts><fonts><font/><font><strike/></font></fonts><fills><fill><patternFill/></fill></fills>"
        f'<borders><border/></borders><cellStyleXfs><xf/></cellStyleXfs><cellXfs><xf/><xf fontId="1"/>'
        f'{styles}</cellXfs><cellStyles><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles>'
    )


def _relations(found: Mapping[str, tuple[str, str]]) -> str:
    each = (f'<Relationship Id="{id_}" Type="{OFFICE}/{of}" Target="{to}"/>' for id_, (of, to) in found.items())
    return f'<Relationships xmlns="{OPEN}package/2006/relationships">{"".join(each)}</Relationships>'


def risen(text: str, to: str, end: str) -> str:
    """A shared string whose end is a superscript or a subscript."""
    return f'<si><r><t>{text}</t></r><r><rPr><vertAlign val="{to}"/></rPr><t>{end}</t></r></si>'
