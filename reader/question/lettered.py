"""Letters that tell things of one kind apart: "Class D" is not "Class E"."""

from __future__ import annotations

import re

from pipeline.text.mentions import tokens

_LETTERED = re.compile(r"\b(?P<word>[^\W\d_]{3,}) (?P<letter>[A-Z])(?![\w’'&./-]*\w)")


def lettered(text: str) -> dict[str, set[str]]:
    """The single letters that a text puts behind a word, by the word's stem: "Class D" is a class of its own."""
    found: dict[str, set[str]] = {}
    for match in _LETTERED.finditer(text):
        for word in tokens(match["word"]):
            found.setdefault(word, set()).add(match["letter"])
    return found
