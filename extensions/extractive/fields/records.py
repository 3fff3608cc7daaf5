"""Decides whether a question is about records ("all orders over 50", "order A-17") or about a text on them ("what does
an order over 50 cost"). Only the former may be filtered by fields.
"""

from __future__ import annotations

import re

from ragatta.extensions.extractive.fields.constraints import FoundConstraints
from ragatta.extensions.extractive.fields.which_field import vocabulary
from ragatta.pipeline.tasks.agentic import BucketNote
from ragatta.pipeline.text.words import terms

# How one speaks of records, whatever they are.
_OF_RECORDS = frozenset(
    terms(
        "record file issued write dated value have has amount number count total sum average mean highest lowest "
        "largest smallest maximum minimum combined table recent compare difference exceed equal cost belong carry "
        "hold range between start begin come currently there figure state many match whose look looking add called "
        "name someone person export csv put set against side year month day end take effect register complete show "
        "see get sold"
    )
)
# What the fields' answer would leave out and be another one: bounds without a year, denials, parts of a whole.
_DECIDES = re.compile(
    r"\b(?:last|past|this|next|previous|current)\s+(?:\d+\s+)?(?:year|month|quarter|week|day)s?\b"
    r"|\b(?:today|yesterday|ago|recently|median|percent(?:age)?|share of|fewest|top|different|distinct|per|each)\b"
    r"|\b(?:never|neither|nor|without|missing)\b|n['’]t\b",
    re.IGNORECASE,
)
_EACH = re.compile(r"(?:every|each|any|all|no)(?: single)?\s+(?:of the\s+)?$", re.IGNORECASE)


def speaks_of_records(question: str, bucket: BucketNote) -> bool:
    """Whether it names several of the bucket's records: in the plural, or after "every" and the like. "An order" is any
    order, so such a question asks for a rule."""
    nouns = _nouns(bucket)
    for match in re.finditer(r"[A-Za-z]+", question):
        word = match.group().lower()
        plural = word.endswith("s") and not word.endswith(("ss", "us", "is"))
        if frozenset(terms("_ " + word)) in nouns and (plural or _EACH.search(question[: match.start()])):
            return True
    return False


def names_a_record(question: str, bucket: BucketNote, found: FoundConstraints) -> bool:
    """Whether it names single records: by the identifier, or by a whole value of a field with many values beside the
    word for the records."""
    stated = [one for one in found.constraints if one.operator in ("=", "IN")]
    many = {field.name for field in bucket.fields if field.type == "TEXT" and not field.examples}
    asked = frozenset(terms("_ " + question))
    named = any(one.field in many for one in stated) and any(noun <= asked for noun in _nouns(bucket))
    return named or any(one.field == bucket.identifier for one in stated)


def left_over(text: str, bucket: BucketNote) -> tuple[str, ...]:
    """Terms that belong neither to a field nor to a phrasing; `text` is the question without its constraints."""
    known = vocabulary(bucket) | _OF_RECORDS
    return tuple(term for term in dict.fromkeys(terms("_ " + text)) if term not in known)


def deciding(text: str, found: FoundConstraints) -> tuple[str, ...]:
    """Other words that change the answer, so that fields do not suffice."""
    return (*found.unread, *(match.group() for match in _DECIDES.finditer(text)))


def _nouns(bucket: BucketNote) -> frozenset[frozenset[str]]:
    """The words for a record: the bucket's name, and the identifier's label without its last word (the whole label if
    it is one word)."""
    ways = {frozenset(terms("_ " + bucket.name.replace("_", " ")))}
    for field in bucket.fields:
        if field.name == bucket.identifier:
            names = [*field.labels, field.name.replace("_", " ")]
            ways |= {frozenset(terms("_ " + (label.rpartition(" ")[0] or label))) for label in names}
    return frozenset(way for way in ways if way)
