"""What every parser owes the rooms behind it: text that can be stored, and one error for a PDF that it
cannot read."""

from __future__ import annotations

import re

_SURROGATES = re.compile("[\ud800-\udfff]")
_LINE_ENDS = re.compile("\r\n|[\r\v\f\x1c-\x1e\x85]")  # those of str.splitlines that are control characters
_CONTROLS = re.compile("[\x00-\x08\x0e-\x1f\x7f-\x9f]")  # C0 and C1


class Unreadable(Exception):
    """A PDF without text to be had. The message is the reason a person reads."""


def clean(text: str) -> str:
    """The text without what no store, no encoding and no terminal takes: control characters but line feed and tab, and
    halves of surrogate pairs.

    Whole pairs, which some font tables spell out as two characters, become the character they mean; every control
    character that ends a line becomes a line feed. A terminal obeys the others: an escape sequence in a PDF could
    rewrite what is shown of it.
    """
    if _SURROGATES.search(text):
        text = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "ignore")
    return _CONTROLS.sub("", _LINE_ENDS.sub("\n", text))
