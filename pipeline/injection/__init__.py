"""Finds orders to the model that reads a text. In a question they are an attack on the prompt; in a document they are
never part of an answer. Pure text, no model.

The attack: Greshake et al. 2023, "Not what you've signed up for" (arXiv:2302.12173).
"""

from __future__ import annotations

import re
from functools import lru_cache

from ragatta.pipeline.injection.detection import goes_on, order_cues, question_cues
from ragatta.pipeline.injection.sentences import Span, sentence_spans
from ragatta.pipeline.machine.known import Known

__all__ = ["Span", "order_cues", "order_spans", "question_cues", "sentence_spans"]

_GAP = re.compile(r"\n\s*|[ \u00a0]{2,}|\t\s*")
_PARTS = 12  # of a sentence, that an order may begin with
_LINE = re.compile(
    r"(?<=[^\W\d_]{4})[ \t]*\r?\n(?=\s*[A-ZÀ-ÖØ-Þ]\S*(?:[ \t]+\S+){3})"
)  # a sentence of four words may begin there


@lru_cache(maxsize=4096)  # passages come again with every question
def order_spans(text: str) -> tuple[Span, ...]:
    """The spans of the sentences that are orders to a model, in order."""
    return _order_spans(text) if _orders(text) else ()


def _order_spans(text: str) -> tuple[Span, ...]:
    found: list[Span] = []
    for start, end in sentence_spans(text):
        follows = bool(found) and "\n\n" not in text[found[-1][1] : start] and not text[found[-1][1] : start].strip()
        if span := _order(text, start, end) or ((start, end) if follows and goes_on(text[start:end]) else None):
            found.append(span)
    return tuple(found)


_orders = Known("orders", lambda text: len(_order_spans(text)))  # hardly a text has one


def _order(text: str, start: int, end: int) -> Span | None:
    """The part of a sentence that is an order. Its first or last lines or columns may be another statement if nothing
    marks an end."""
    begins = [start, *(gap.end() for gap in _GAP.finditer(text, start, end))][:_PARTS]
    for at in reversed(begins):
        if order_cues(text[at:end]) and not any(order_cues(text[other:at]) for other in begins if other < at):
            return at, _end(text, at, end)
    return None


def _end(text: str, start: int, end: int) -> int:
    for line in _LINE.finditer(text, start, end):
        rest = text[line.end() : end]
        if order_cues(text[start : line.start()]) and not order_cues(rest) and not goes_on(rest):
            return line.start()
    return end
