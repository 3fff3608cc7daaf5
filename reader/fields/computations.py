"""What a question has computed over the fields of records, and of which field: the one named, else the one that its
words decide for. Where several are left, none is taken."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pipeline.tasks.agentic import BucketNote, Computation, FieldNote, Function
from pipeline.text.words import terms
from reader.fields.which_field import Named, own_terms
from reader.question.superlatives import LEAST, MOST, ranks_days, ranks_lengths, ranks_prices

AMOUNTS = ("INTEGER", "REAL")
KINDS: dict[Function, tuple[str, ...]] = {
    "sum": AMOUNTS,
    "average": AMOUNTS,
    "minimum": (*AMOUNTS, "DATE"),
    "maximum": (*AMOUNTS, "DATE"),
}
RANKS: tuple[Function, ...] = ("minimum", "maximum")
_AGGREGATES = re.compile(
    rf"\b(?:(?P<average>average)|(?P<most>{MOST})|(?P<least>{LEAST})|(?P<sum>total|sum))\b", re.IGNORECASE
)
_WHO = re.compile(r"\W*(?:which|who|whose|name|find|identify|show)\b", re.IGNORECASE)
# What names of fields say of amounts that are paid.
_PAID = frozenset(terms("_ price cost fee premium rent charge amount payment pay paid fare wage"))


def computation(function: Function, asked: Sequence[Named], question: str, bucket: BucketNote) -> Computation | None:
    """Over the field of a fitting type that is asked for by most of its name, else the one that `implied` tells."""
    if function == "count":
        return Computation(function="count")
    kinds = ("DATE",) if ranks_days(question) else KINDS[function]
    fitting = sorted((naming for naming in asked if naming.field.type in kinds), key=lambda naming: -naming.share)
    field = fitting[0].field if fitting else implied(function, question, bucket)
    return Computation(function=function, field=field.name) if field else None


def implied(function: Function, question: str, bucket: BucketNote) -> FieldNote | None:
    """The field that a question means without its name: the only one there is, the only one whose description has a
    word of the question, what is paid where the question speaks of prices; of a sum or a mean the only one with cents.
    """
    every = _choices(question, bucket)
    if len(every) == 1:
        return every[0]
    said = frozenset(terms("_ " + question))
    described = [field for field in every if said & own_terms(field, bucket)]
    priced = [field for field in every if _PAID & own_terms(field, bucket)] if ranks_prices(question) else []
    cents = [field for field in every if field.type == "REAL"] if function not in RANKS else []
    return next((found[0] for found in (described, priced, cents) if len(found) == 1), None)


def unclear(function: Function, question: str, bucket: BucketNote) -> tuple[str, ...]:
    """The names of the fields between which the question leaves open what is computed; none for a length, which may be
    of no field."""
    open_ = [] if function not in KINDS or ranks_lengths(question) else _choices(question, bucket)
    return tuple(field.name for field in open_) if len(open_) > 1 else ()


def _choices(question: str, bucket: BucketNote) -> list[FieldNote]:
    """The fields that could be meant: days where days are ranked, else amounts."""
    kinds = ("DATE",) if ranks_days(question) else AMOUNTS
    return [field for field in bucket.fields if field.type in kinds]


def aggregates(text: str) -> list[tuple[str, str]]:
    """(which of average, most, least and sum, its word) for each such word of a text."""
    return [(str(match.lastgroup), match.group()) for match in _AGGREGATES.finditer(text)]


def asks_who(question: str) -> bool:
    """Whether it asks which record it is that has the highest or lowest value."""
    return bool(_WHO.match(question))
