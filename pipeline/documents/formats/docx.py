"""Word documents (.docx). Sections begin at headings: paragraphs of the styles Title and Heading 1 to 6.

mammoth writes the document as HTML, with footnotes, content controls and inserted text, but without headers, footers,
comments, deleted text and images.
"""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from ragatta.pipeline.documents.formats._office import opened
from ragatta.pipeline.documents.formats.html import sections_of
from ragatta.pipeline.documents.parsers._text import Opened

SUFFIXES = (".docx",)
PACKAGES = ("mammoth",)
NEEDS = "the extra ragatta[documents]: pip install mammoth"
TITLE = "p[style-name='Title'] => h1:fresh"  # the other headings are mammoth's own rules

try:
    VERSION = version("mammoth")
except PackageNotFoundError:
    VERSION = ""


def open_document(path: Path) -> Opened:
    """As the protocol says."""
    import mammoth

    with opened(path) as stream:
        html = mammoth.convert_to_html(stream, style_map=TITLE, convert_image=lambda _: []).value
        return sections_of(html)
