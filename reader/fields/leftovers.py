"""What a question says beyond conditions, fields and ways to ask: what no field tells, and whether it decides."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pipeline.tasks.agentic import BucketNote, Computation
from pipeline.text.words import terms
from reader.fields.computations import AMOUNTS, aggregates
from reader.fields.constraints import Found
from reader.fields.records import OF_RECORDS, beside_records
from reader.fields.which_field import Named, blanked, vocabulary

# What the fields' answer would leave out and be another one: bounds without a year, denials, ranks, "or".
_DECIDES = re.compile(
    r"\b(?:last|past|this|next|previous|current)\s+(?:\d+\s+)?(?:year|month|quarter|week|decade|day)s?\b"
    r"|\b(?:today|yesterday|ago|recently|lately|median|percent(?:age)?|share of|fewest|top|different|distinct)\b"
    r"|\bmost\b(?! (?:expensive|costly|recent)\b)"
    r"|\b(?:not|never|neither|nor|without|lack(?:s|ing)?|missing)\b|\bno\b(?!\.|\s+\S*\d)|n['’]t\b|[<>≤≥≠]"
    r"|\b(?:(?:mon|tues|wednes|thurs|fri|satur|sun)days?|spring|summer|autumn|winter)\b"
    r"|\b(?:in|of|during|since|before|after|until|by)\s+(?:(?-i:January|February|March|April|May|June|July|August"
    r"|September|October|November|December))\b",
    re.IGNORECASE,
)
# A figure for each value of a field is no figure over all of them.
_FOR_EACH = re.compile(
    r"\b(?:per|(?:for|in|of|by|from) (?:each|every)|grouped by|broken down by|by)\s+$", re.IGNORECASE
)
_NEGATION = re.compile(r"not?|never|neither|nor|without|n['’]t", re.IGNORECASE)
_OF_CONDITION = re.compile(r"(?:\b\w+ed\s+)?$", re.IGNORECASE)
_DID = re.compile(r"[^\W\d_]+ed\b", re.IGNORECASE)


def left_over(question: str, bucket: BucketNote, found: Found) -> tuple[str, ...]:
    """Terms that are of no field, no constraint and no way to ask."""
    known = vocabulary(bucket) | OF_RECORDS
    return tuple(term for term in dict.fromkeys(terms("_ " + blanked(question, found.spans))) if term not in known)


def deciding(
    question: str,
    bucket: BucketNote,
    found: Found,
    rest: Sequence[str],
    left: str,
    others: Sequence[str],
    computed: Computation | None,
) -> tuple[str, ...]:
    """What is left over and would make another answer of the fields': they do not suffice. `rest` are the terms of
    `left_over`, `left` is the question without conditions and fields, `others` the amounts that are asked for."""
    denies = any(one.operator == "!=" for one in found.constraints)  # then that is what the negation is for
    said = [*found.unread]
    decides = [match.group() for match in _DECIDES.finditer(left)]
    said += [one for one in decides if not (denies and _NEGATION.fullmatch(one))]
    said += [term for term in rest if any(map(str.isdigit, term))]
    # "placed in 2024" is one condition, "orders perished" is one that no field takes
    spans = [(_OF_CONDITION.search(question[:start]).start(), end) for start, end in found.spans]  # type: ignore[union-attr]
    said += [word for word in beside_records(blanked(question, spans), bucket) if word in rest]
    if computed and computed.function in ("sum", "average"):
        said += [name.replace("_", " ") for name in others if name != computed.field]
    ranks = aggregates(left)
    if len({kind for kind, _ in ranks}) > 1 or (not computed and ranks):
        said += [word for _, word in ranks]
    return tuple(one for at, one in enumerate(said) if all(one not in other for other in said[:at]))


def grouped_by(question: str, asked: Sequence[Named], computed: Computation) -> tuple[str, ...]:
    """The fields for each value of which a figure is asked for ("how many orders per status"), in its words."""
    others = [one for one in asked if one.field.type not in AMOUNTS and one.field.name != computed.field]
    found = [(_FOR_EACH.search(question, 0, one.start), one) for one in others]
    return tuple(question[before.start() : one.end] for before, one in found if before)


def amounts(asked: Sequence[Named]) -> list[str]:
    """The fields with figures that are asked for by their whole names."""
    whole = [naming.field for naming in asked if naming.share == 1 and naming.field.type in AMOUNTS]
    return list(dict.fromkeys(field.name for field in whole))


def done_to(question: str, rest: Sequence[str]) -> tuple[str, ...]:
    """What is left over and says what was done ("who visited the home"): the value of no field tells it."""
    return tuple(term for match in _DID.finditer(question) for term in terms("_ " + match.group()) if term in rest)
