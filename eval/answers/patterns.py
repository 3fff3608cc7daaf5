"""Joins lists of phrases into one regular expression."""

from __future__ import annotations

import re


def any_of(*phrases: str, before: str = "", after: str = "") -> re.Pattern[str]:
    """A pattern for any of the phrases (regular expressions), as whole words in any case, after `before` and followed
    by `after`."""
    return re.compile(rf"{before}(?<!\w)(?:{'|'.join(phrases)})(?!\w){after}", re.IGNORECASE)
