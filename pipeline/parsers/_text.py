"""What every parser owes the rooms behind it: text that can be stored, and one error for a PDF that it
cannot read."""

from __future__ import annotations

import re

_SURROGATES = re.compile("[\ud800-\udfff]")


class Unreadable(Exception):
    """A PDF without text to be had. The message is the reason a person reads."""


def clean(text: str) -> str:
    """The text without what no store and no encoding takes: NUL, and halves of surrogate pairs.

    Whole pairs, which some font tables spell out as two characters, become the character they mean.
    """
    if _SURROGATES.search(text):
        text = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "ignore")
    return text.replace("\x00", "")
