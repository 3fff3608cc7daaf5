"""Lists of phrases as one regular expression."""

from __future__ import annotations

import re


def any_of(*phrases: str, before: str = "", after: str = "") -> re.Pattern[str]:
    """Any of the phrases, each a regular expression, whole and in any case, behind `before` and ahead of `after`."""
    return re.compile(rf"{before}(?<!\w)(?:{'|'.join(phrases)})(?!\w){after}", re.IGNORECASE)
