"""Figures that run together: a marked-up document shows what is struck out before what replaces it, and its text has
lost the strokes: "within 3020 days" was "within 30 days" and is "within 20 days".
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from reader.prose.sentences import Statement

# A figure that cannot be one: a sign within it ("$9$11", "10%20%"), or thousands of five digits ("105,60079,200").
_STRUCK = re.compile(r"[$€£]\d[\d,.]*(?=[$€£]\d)|\b\d[\d,.]*%(?=\d[\d,.]*%)|\b\d{1,3},\d{3}(?=\d{1,3},\d{3}\b)")
_DIGITS = re.compile(r"\d[\d,.]*")
_SAME = 0.8  # share of the words of two statements that must be the same


def unstruck(text: str) -> str:
    """The text without the first of two figures that nothing parts: the later one replaces it."""
    return _STRUCK.sub("", text)


def replaced(figure: str, statement: Statement, others: Sequence[tuple[str, Statement]]) -> str:
    """The figure; where another statement says the same with only its last digits, those: the rest was struck out."""
    words = _words(statement)
    for other, twin in others:
        shorter = len(other) < len(figure) and _bare(figure).endswith(_bare(other)) and _bare(other)
        if shorter and len(words & _words(twin)) >= _SAME * len(words | _words(twin)):
            return other
    return figure


def _bare(figure: str) -> str:
    return re.sub(r"[^\d.]", "", figure)


def _words(statement: Statement) -> frozenset[str]:
    return frozenset(term for term in statement.own if not _DIGITS.search(term))
