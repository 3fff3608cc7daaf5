"""Word documents (.docx). Sections begin at headings: paragraphs of the styles Title and Heading 1 to 6, and all others
of outline level 1 to 6, by themselves or by their style.

mammoth writes the document as HTML, with footnotes, content controls and inserted text; what it does not know is
resolved before (`_word.py`). Chunks of HTML, text or Word (w:altChunk) are read in their place. Left out and counted
are headers and footers, comments, pictures, charts, embedded objects, and deleted, hidden and struck-out text.
"""

from __future__ import annotations

import posixpath
import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from email import message_from_bytes
from email.policy import default
from html import escape
from io import BytesIO
from pathlib import Path
from typing import BinaryIO, ClassVar
from xml.etree import ElementTree  # expat limits how far entities expand
from zipfile import ZipFile

from ragatta.extensions.office.formats._decoding import text_of
from ragatta.extensions.office.formats._formulas import local
from ragatta.extensions.office.formats._office import opened
from ragatta.extensions.office.formats._word import CHUNK, Styles, W, resolve
from ragatta.extensions.office.formats.html import sections_of, source_of
from ragatta.pipeline.documents.format import Format
from ragatta.pipeline.documents.parsers._text import OpenedDocument

PACKAGES = ("mammoth",)
NEEDS = "the extra ragatta[documents]: pip install mammoth"
STYLES = """p[style-name='Title'] => h1:fresh
br[type='page'] => br
br[type='column'] => br"""  # the other headings are mammoth's own rules
STRICT = b"http://purl.oclc.org/ooxml/wordprocessingml/main"  # the same elements in a file of the strict form
RUNNING = re.compile(r"word/(?:header|footer)\d*\.xml")
READ = frozenset(("document", "footnotes", "endnotes"))  # the outermost elements of what mammoth reads
_CHUNK = re.compile(rf"<p>{CHUNK.format('([0-9]+)')}</p>")


@dataclass(frozen=True)
class Docx(Format):
    """As the module says."""

    SUFFIXES: ClassVar[tuple[str, ...]] = (".docx",)
    LIBRARY: ClassVar[str] = "mammoth"

    def open(self, path: Path) -> OpenedDocument:
        left_out: Counter[str] = Counter()
        with opened(path) as stream:
            return sections_of(_html(stream, left_out), left_out)


def _html(stream: BinaryIO, left_out: Counter[str], is_chunk: bool = False) -> str:
    """The document as HTML; of a chunk in another document further chunks are left out."""
    import mammoth

    def no_picture(_: object) -> list[object]:
        left_out["pictures"] += 1
        return []

    with ZipFile(stream) as archive:
        document = _Document(archive, left_out, is_chunk)
        made = mammoth.convert_to_html(document.resolved(), style_map=STYLES, convert_image=no_picture)
    left_out["symbols of unknown fonts"] += sum("w:sym" in each.message for each in made.messages)
    html: str = made.value
    return _CHUNK.sub(lambda mark: document.chunks[int(mark[1])], html) if document.chunks else html


class _Document:
    """The parts of a document. `chunks` are the embedded documents in HTML, in their order."""

    def __init__(self, archive: ZipFile, left_out: Counter[str], is_chunk: bool) -> None:
        self._archive, self._left_out, self._is_chunk = archive, left_out, is_chunk
        self._names = dict.fromkeys(archive.namelist())
        self.chunks: list[str] = []

    def resolved(self) -> BinaryIO:
        """The same document in elements that mammoth reads."""
        parts = {name: self._part(name) for name in self._names if re.fullmatch(r"word/\w+\.xml", name)}
        styles, made = Styles(parts.get("word/styles.xml", b"")), BytesIO()
        with ZipFile(made, "w") as copy:
            for name in self._names:
                is_xml = name.endswith((".xml", ".rels"))  # of other parts, such as pictures, only the names count
                other = self._archive.read(name) if is_xml and name not in parts else b""
                copy.writestr(name, self._resolved(name, parts[name], styles) if name in parts else other)
        return made

    def _part(self, name: str) -> bytes:
        return self._archive.read(name).replace(STRICT, W[1:-1].encode())

    def _resolved(self, name: str, data: bytes, styles: Styles) -> bytes:
        if RUNNING.fullmatch(name):
            texts = ElementTree.fromstring(data).iter(f"{W}t")
            self._left_out["headers and footers"] += any((text.text or "").strip() for text in texts)
        elif name == "word/comments.xml":
            self._left_out["comments"] += sum(1 for _ in ElementTree.fromstring(data).iter(f"{W}comment"))
        elif name not in OTHERS and local(root := ElementTree.fromstring(data)) in READ:
            targets = self._targets(name)
            resolve(root, styles, self._left_out, lambda relation: self._embedded(targets.get(relation, "")))
            made: bytes = ElementTree.tostring(root, "utf-8")
            return made
        return data

    def _targets(self, name: str) -> Mapping[str, str]:
        """The names of the parts that a part refers to, by the id of the relation."""
        relations = "{}/_rels/{}.rels".format(*posixpath.split(name))
        if relations not in self._names:
            return {}
        folder = posixpath.dirname(name)
        return {
            each.get("Id", ""): posixpath.normpath(posixpath.join("/", folder, each.get("Target", ""))).lstrip("/")
            for each in ElementTree.fromstring(self._archive.read(relations))
            if each.get("TargetMode") != "External"
        }

    def _embedded(self, name: str) -> int | None:
        """The number of a chunk that has been read; None for one that cannot be."""
        html = (
            _chunk(self._archive.read(name), name, self._left_out) if name in self._names and not self._is_chunk else ""
        )
        if not html:
            return None
        self.chunks.append(html)
        return len(self.chunks) - 1


OTHERS = frozenset(f"word/{name}.xml" for name in ("styles", "settings", "numbering", "fontTable", "webSettings"))


def _chunk(data: bytes, name: str, left_out: Counter[str]) -> str:
    """A document within another as HTML: HTML itself, alone or in MIME (.mht), text, or Word; "" for another."""
    suffix = posixpath.splitext(name)[1].lower()
    if data.startswith(b"PK"):
        return _html(BytesIO(data), left_out, is_chunk=True)
    if suffix in (".mht", ".mhtml", ".eml") or data[:100].lstrip().lower().startswith(b"mime-version:"):
        part = message_from_bytes(data, policy=default).get_body(("html", "plain"))
        return "" if part is None else _as_html(part.get_content(), part.get_content_subtype() == "html")
    if suffix in (".txt", ".htm", ".html", ".xhtml"):
        return _as_html(text_of(data) if suffix == ".txt" else source_of(data), suffix != ".txt")
    return ""


def _as_html(text: str, is_html: bool) -> str:
    return text if is_html else f"<pre>{escape(text)}</pre>"
