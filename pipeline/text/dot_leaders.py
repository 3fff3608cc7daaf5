"""Shortens dot leaders (runs of dots or underscores) to three characters.

A word-piece model uses one token per dot, so the leaders of one page of contents fill its token limit before the
entries are read. Three dots keep the line recognisable as an entry. Measured in docs/documents.md, "Leaders".
"""

from __future__ import annotations

import re

# A run begins where no white space stands before it: else each blank of a long one would be tried as its beginning.
_DOTS = re.compile(r"(?<![ \t])[ \t]*(?:[.…·]|,(?=[.…·]))(?:[ \t,]*[.…·]){3,}[ \t]*")
_UNDERSCORES = re.compile(r"_{4,}")


def shorten(text: str) -> str:
    """The text with each run of four dots or more as " ... " and of four underscores or more as "___"."""
    return _UNDERSCORES.sub("___", _DOTS.sub(" ... ", text))
