"""What every parser owes the rooms behind it: pages to be had one by one, text that can be stored, and one error for
a PDF that it cannot read."""

from __future__ import annotations

import re
from typing import Protocol

MOST_SAID = 200  # characters of a library's message: some hold the bytes of the PDF
_SURROGATES = re.compile("[\ud800-\udfff]")
_LINE_ENDS = re.compile("\r\n|[\r\v\f\x1c-\x1e\x85]")  # those of str.splitlines that are control characters
_CONTROLS = re.compile("[\x00-\x08\x0e-\x1f\x7f-\x9f]")  # C0 and C1


class Opened(Protocol):
    """A PDF that a parser has opened."""

    @property
    def pages(self) -> int:
        """How many there are."""

    def text(self, index: int) -> str:
        """Of a page, counted from 0; lines end with "\\n". Raises Unreadable where this page has none."""


class Unreadable(Exception):
    """A PDF that cannot be opened, or one page that cannot be read. The message is the reason a person reads."""


class Encrypted(Unreadable):
    """It opens with a password alone, and not with the one that was given."""

    def __init__(self, password: str) -> None:
        super().__init__("the password given does not open it" if password else "give its password")


def explained(error: Exception) -> str:
    """What a library says of a fault, as a line that can be shown and kept."""
    said = " ".join(clean(str(error)).split())[:MOST_SAID]
    return f"{type(error).__name__}: {said}" if said else type(error).__name__


def clean(text: str) -> str:
    """Removes control characters (except line feed and tab) and unpaired surrogates.

    Surrogate pairs become the character that they encode; control characters that end a line become a line feed. A
    terminal would obey the others: an escape sequence in a PDF could rewrite what is displayed.
    """
    if _SURROGATES.search(text):
        text = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "ignore")
    return _CONTROLS.sub("", _LINE_ENDS.sub("\n", text))
