"""What all parsers share: access page by page, text that can be stored, and one error for an unreadable PDF."""

from __future__ import annotations

import re
from typing import Protocol

MOST_SAID = 200  # characters of a library's message: some hold the bytes of the PDF
_SURROGATES = re.compile("[\ud800-\udfff]")
_LINE_ENDS = re.compile("\r\n|[\r\v\f\x1c-\x1e\x85]")  # those of str.splitlines that are control characters
_CONTROLS = re.compile("[\x00-\x08\x0e-\x1f\x7f-\x9f]")  # C0 and C1
_UNCLEAN = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff]")  # all of these, which most pages are without


class OpenedDocument(Protocol):
    """A document that a parser or a format has opened. It may also have `attachments`, names of files that it carries;
    `found`, a count of what the last page that was read holds besides its plain text, by kind; and `left_out`, which
    counts what has been passed over so far, by kind in the plural: Counter({"hidden slides": 2})."""

    @property
    def pages(self) -> int:
        """How many there are."""

    def text(self, index: int) -> str:
        """The text of a page, counted from 0; lines end with "\\n". A hyphen that may split a
        word is the MARK of `_hyphens`. Raises Unreadable if the page cannot be read."""


class Unreadable(Exception):
    """A document that cannot be opened, or one page that cannot be read. The message is the reason a person reads."""


LOCKED = "give its password (RAGATTA_PDF_PASSWORDS or dataset.passwords)"


class Encrypted(Unreadable):
    """The PDF needs a password, and the given one is missing or wrong."""

    def __init__(self, password: str) -> None:
        super().__init__("the password given does not open it" if password else LOCKED)


def explained(error: Exception) -> str:
    """A library's error message as one printable line."""
    message = " ".join(clean(str(error)).split())[:MOST_SAID]
    return f"{type(error).__name__}: {message}" if message else type(error).__name__


def clean(text: str) -> str:
    """Removes control characters (except line feed and tab) and unpaired surrogates.

    Surrogate pairs become the character that they encode; control characters that end a line become a line feed. They
    are removed because a terminal obeys them: an escape sequence in a PDF could change what is displayed."""
    if not _UNCLEAN.search(lines := text.replace("\r\n", "\n")):
        return lines
    if _SURROGATES.search(text):
        text = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "ignore")
    return _CONTROLS.sub("", _LINE_ENDS.sub("\n", text))
