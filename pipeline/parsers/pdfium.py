"""pdfium through pypdfium2: text in reading order by its own layout analysis, some 15 times as fast as
pypdf."""

from __future__ import annotations

from importlib.metadata import version
from pathlib import Path
from typing import Any

from pipeline.parsers._text import Unreadable, clean

VERSION = version("pypdfium2")
_HYPHEN = "\ufffe"  # pdfium's mark for a hyphen at the end of a line


def read(path: Path, password: str = "") -> list[str]:
    """One text a page, lines ended by "\\n". Raises Unreadable with the reason: broken, encrypted, or a
    page that cannot be read."""
    import pypdfium2

    try:
        pdf = pypdfium2.PdfDocument(path, password=password or None)
    except pypdfium2.PdfiumError as error:
        raise Unreadable(_reason(str(error), password)) from error
    try:
        return [_page_text(pdf, index) for index in range(len(pdf))]
    finally:
        pdf.close()


def _reason(message: str, password: str) -> str:
    if "password" not in message.lower():
        return f"broken: {message}"
    return "encrypted, and the password given does not open it" if password else "encrypted; give its password"


def _page_text(pdf: Any, index: int) -> str:
    import pypdfium2

    try:
        page = pdf[index]
        textpage = page.get_textpage()
        text: str = textpage.get_text_range()
    except pypdfium2.PdfiumError as error:
        raise Unreadable(f"broken: page {index + 1}: {error}") from error
    textpage.close()
    page.close()
    return clean(text.replace("\r\n", "\n").replace(_HYPHEN, "-"))
