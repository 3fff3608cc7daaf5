"""Shortens what a text repeats without end: a run of blanks, dashes or dots says no more than its beginning.

The patterns that read answers may look at a run once from each of its signs, which takes time with the square of its
length. Letters and digits stay: a long number is another number.
"""

from __future__ import annotations

import re

KEPT = 60  # times that a sign, or a pair of signs, is repeated
_BLANKS = re.compile(rf"([^\S\n]{{{KEPT}}})[^\S\n]++")
_SIGNS = re.compile(rf"(([\W_]{{1,2}}?)\2{{{KEPT - 1}}})\2++")


def shortened(text: str) -> str:
    """The text with its longer runs cut to KEPT repeats; the same object where there are none."""
    return _SIGNS.sub(r"\1", _BLANKS.sub(r"\1", text)) if len(text) > KEPT else text
