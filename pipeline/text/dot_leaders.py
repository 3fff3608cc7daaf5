"""Runs of dots or underscores that lead the eye, shortened to three.

A word-piece model spends one token on every dot: the leaders of one page of contents fill its whole token limit, and
the entries are never read. Three dots keep the line recognisable as an entry. What it is worth: docs/retrieval.md,
"Leaders".
"""

from __future__ import annotations

import re

# A run begins where no white space stands before it: else each blank of a long one would be tried as its beginning.
_DOTS = re.compile(r"(?<![ \t])[ \t]*(?:[.…·]|,(?=[.…·]))(?:[ \t,]*[.…·]){3,}[ \t]*")
_UNDERSCORES = re.compile(r"_{4,}")


def shorten(text: str) -> str:
    """The text with each run of four dots or more as " ... " and of four underscores or more as "___"."""
    return _UNDERSCORES.sub("___", _DOTS.sub(" ... ", text))
