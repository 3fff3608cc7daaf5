"""pypdf, the reference parser: text in the order of the content stream, pure Python and slow."""

from __future__ import annotations

import logging
from importlib.metadata import version
from pathlib import Path

from pipeline.parsers._text import Unreadable, clean

VERSION = version("pypdf")


def read(path: Path, password: str = "") -> list[str]:
    """One text a page. Raises Unreadable with the reason: broken, encrypted, or a page that cannot be
    read."""
    import pypdf

    logging.getLogger("pypdf").setLevel(logging.CRITICAL)  # it warns per object; what matters comes as an error
    try:
        pdf = pypdf.PdfReader(path)
        if pdf.is_encrypted and not pdf.decrypt(password):
            raise Unreadable(
                "encrypted, and the password given does not open it" if password else "encrypted; give its password"
            )
        return [clean(page.extract_text()) for page in pdf.pages]
    except Unreadable:
        raise
    except Exception as error:  # a damaged file makes pypdf fail in any way there is: KeyError, RecursionError, ...
        raise Unreadable(f"broken: {type(error).__name__}: {error}") from error
