"""Word documents (.docx). Sections begin at headings: paragraphs of the styles Title and Heading 1 to 6, and all others
of outline level 1 to 6, by themselves or by their style.

mammoth writes the document as HTML, with footnotes, content controls and inserted text, but without headers, footers,
comments, deleted text, formulas and images. It knows no outline levels, simple fields, ruby or hidden text: these are
resolved in the file's own XML before (ECMA-376, Part 1, sections 17.3.1.20, 17.3.2.41, 17.3.3.25 and 17.16.19).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from importlib.metadata import PackageNotFoundError, version
from io import BytesIO
from pathlib import Path
from typing import BinaryIO
from xml.etree import ElementTree  # expat limits how far entities expand
from zipfile import ZipFile

from ragatta.pipeline.documents.formats._office import opened
from ragatta.pipeline.documents.formats.html import sections_of
from ragatta.pipeline.documents.parsers._text import Opened

SUFFIXES = (".docx",)
PACKAGES = ("mammoth",)
NEEDS = "the extra ragatta[documents]: pip install mammoth"
STYLES = """p[style-name='Title'] => h1:fresh
br[type='page'] => br
br[type='column'] => br"""  # the other headings are mammoth's own rules
W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
STRICT = b"http://purl.oclc.org/ooxml/wordprocessingml/main"  # the same elements in a file of the strict form
RENAMED = {f"{W}{name}": f"{W}smartTag" for name in ("fldSimple", "ruby", "rubyBase")}  # mammoth reads what is in one
LEVELS = {str(level): f"Heading{level + 1}" for level in range(6)}  # the style of an outline level, as mammoth knows it
_KNOWN = re.compile(r"[Hh]eading ?([1-6])")
_AFFECTED = re.compile(rb"<w:(?:fldSimple|ruby|vanish|outlineLvl)\b")

try:
    VERSION = version("mammoth")
except PackageNotFoundError:
    VERSION = ""


def open_document(path: Path) -> Opened:
    """As the protocol says."""
    import mammoth

    with opened(path) as stream:
        html = mammoth.convert_to_html(_resolved(stream), style_map=STYLES, convert_image=lambda _: []).value
        return sections_of(html)


def _resolved(stream: BinaryIO) -> BinaryIO:
    """The same document with every heading in a style that mammoth knows, without hidden text, its simple fields as
    their text, and of ruby the base alone."""
    with ZipFile(stream) as archive:
        names = [name for name in archive.namelist() if re.match(r"word/\w+\.xml$", name)]
        parts = {name: archive.read(name).replace(STRICT, W[1:-1].encode()) for name in names}
        headings = _headings(parts.pop("word/styles.xml", b""))
        foreign = [name.encode() for name in headings if not _KNOWN.fullmatch(name)]
        affected = {
            name: data for name, data in parts.items() if _AFFECTED.search(data) or any(map(data.__contains__, foreign))
        }
        if not affected:
            return stream
        made = BytesIO()
        with ZipFile(made, "w") as copy:
            for name in dict.fromkeys(archive.namelist()):
                copy.writestr(name, _part(affected[name], headings) if name in affected else archive.read(name))
    return made


def _headings(styles: bytes) -> dict[str, str]:
    """The heading style of each paragraph style with an outline level, its own or that of a style it is based on."""
    if b"outlineLvl" not in styles:
        return {}
    levels, bases = {}, {}
    for style in ElementTree.fromstring(styles).iter(f"{W}style"):
        name, level = style.get(f"{W}styleId", ""), style.find(f"{W}pPr/{W}outlineLvl")
        bases[name] = _value(style.find(f"{W}basedOn"))
        if level is not None:
            levels[name] = _value(level)
    found = {}
    for name in bases:
        at, seen = name, {""}
        while at not in levels and at not in seen:
            seen.add(at)
            at = bases.get(at, "")
        if heading := LEVELS.get(levels.get(at, "")):
            found[name] = heading
    return found


def _part(data: bytes, headings: Mapping[str, str]) -> bytes:
    root = ElementTree.fromstring(data)
    for element in root.iter():
        element.tag = RENAMED.get(element.tag, element.tag)
        for run in [child for child in element if child.tag == f"{W}r" and _is_hidden(child)]:
            element.remove(run)
    for properties in root.iter(f"{W}pPr"):
        style, level = properties.find(f"{W}pStyle"), properties.find(f"{W}outlineLvl")
        heading = headings.get(_value(style)) if level is None else LEVELS.get(_value(level))
        if heading:
            found = ElementTree.SubElement(properties, f"{W}pStyle") if style is None else style
            found.set(f"{W}val", heading)
    made: bytes = ElementTree.tostring(root, "utf-8")
    return made


def _value(element: ElementTree.Element | None) -> str:
    return "" if element is None else element.get(f"{W}val", "")


def _is_hidden(run: ElementTree.Element) -> bool:
    mark = run.find(f"{W}rPr/{W}vanish")
    return mark is not None and mark.get(f"{W}val", "true") not in ("0", "false", "off")
