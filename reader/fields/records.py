"""Whether a question is about records ("all orders over 50", "order A-17") or about what a text says of them ("what
does an order over 50 cost"): only the first may be filtered by their fields.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from pipeline.tasks.agentic import BucketNote
from pipeline.text.words import terms
from reader.fields.constraints import Found
from reader.fields.which_field import Span, blanked, vocabulary
from reader.question.superlatives import MAXIMUM, MINIMUM

# How one speaks of records, whatever they are.
OF_RECORDS = frozenset(
    terms(
        "record file issue issued write written date dated value have has amount number count total sum average "
        "mean highest lowest largest smallest biggest cheapest dearest latest earliest newest oldest maximum "
        "minimum combined table altogether overall recent expensive compare comparison difference differ versus "
        "exceed exceeding equal cost belong carry bear hold held worth top together range between start begin "
        "began show come fall contain exactly currently there figure state column field csv export many select "
        "match meet whose look looking add call called someone person people named need want would like year month "
        "day period single neither never print register whole entire full complete set display see let dump pull "
        "fetch bring put get got sell sold everything anything ever wrote go went"
    )
)
_EACH = re.compile(r"(?:every|each|any|all|no)(?: single)?\s+(?:of the\s+)?$", re.IGNORECASE)

_RANK = re.compile(rf"\b(?:average|mean|{MAXIMUM}|{MINIMUM})\s+$", re.IGNORECASE)
_ONE_BY_ONE = re.compile(r"\bone(?: single)?\s+$", re.IGNORECASE)
_AFTER_ANOTHER = re.compile(r"\s+(?:after (?:another|the other)|by one|at a time)\b", re.IGNORECASE)
_ANY = re.compile(r"\ban?\s+(?:[\w-]+\s+){0,3}$", re.IGNORECASE)
_ALL = re.compile(r"\b(?:everything|anything|all|any)\b", re.IGNORECASE)
_OURS = re.compile(r"\b(?:we|our|ours|us)\b", re.IGNORECASE)
_BEGINS = re.compile(r"\W*(?:(?:please|any|all|every|each|the|our|of)\W+)*", re.IGNORECASE)
# Between what asks for a list and what is listed stands no word that begins another part of the sentence.
_HEAD = re.compile(r"\b(?:of|for|on|in|to|by|with|under|from|at|is|are|was|were|do|does|did|has|have|had|that)\b", re.I)
_AMONG = re.compile(r"\W*(?:of|among|out of|from|in|for)\b", re.IGNORECASE)


def speaks_of_records(question: str, bucket: BucketNote) -> bool:
    """Whether it names the bucket's records as several: in the plural, or behind "every" and the like. "An order" is
    any order, and what holds of it is a rule."""
    for match in _said(question, bucket):
        plural = _is_plural(match.group())
        before, behind = question[: match.start()], question[match.end() :]
        if plural or _EACH.search(before) or (_ONE_BY_ONE.search(before) and _AFTER_ANOTHER.match(behind)):
            return True
    return False


def speaks_of_any(question: str, bucket: BucketNote) -> bool:
    """Whether it says "an order" or "an urgent order": any of them, of which a rule tells."""
    return any(_ANY.search(question[: match.start()]) for match in _said(question, bucket))


def lists_records(question: str, bucket: BucketNote) -> bool:
    """Whether the records are what is listed ("which urgent orders ..."), and not something of theirs ("which fees are
    charged on orders")."""
    before = next((question[: match.start()] for match in _said(question, bucket)), None)
    if before is None or _AMONG.match(question):
        return before is not None
    *_, end = (0, *(match.start() for match in _HEAD.finditer(before)))
    return OF_RECORDS.issuperset(terms("_ " + before[:end]))


def begins_with_records(question: str, bucket: BucketNote) -> bool:
    """Whether the question is no sentence but names what it wants: "orders above 50", "bills of last May"."""
    begun = _BEGINS.match(question)
    first = re.match(r"[A-Za-z]+", question[begun.end() if begun else 0 :])
    return first is not None and _is_plural(first.group()) and _is_of(first.group(), bucket)


def speaks_of_all(question: str, spans: Sequence[Span], bucket: BucketNote) -> bool:
    """Whether it says "everything" or "all", or in the plural what the bucket is described by ("bills"): its records,
    where the question has conditions on them and says nothing else."""
    words = re.finditer(r"[A-Za-z]+", blanked(question, spans))
    return bool(_ALL.search(question)) or any(
        _is_plural(match.group()) and _is_of(match.group(), bucket) for match in words
    )


def speaks_of_ours(question: str) -> bool:
    """Whether it asks of what "we" have: records, and no rule."""
    return bool(_OURS.search(question))


def _is_plural(word: str) -> bool:
    return word.lower().endswith("s") and not word.lower().endswith(("ss", "us", "is"))


def _is_of(word: str, bucket: BucketNote) -> bool:
    own = terms("_ " + word)
    return bool(own) and vocabulary(bucket).issuperset(own)


def ranks_records(question: str, bucket: BucketNote) -> bool:
    """Whether a rank or a mean stands right before the records' noun in the singular ("the largest order"): all of them
    are compared."""
    return any(_RANK.search(question[: match.start()]) for match in _said(question, bucket))


def beside_records(question: str, bucket: BucketNote) -> tuple[str, ...]:
    """The terms of participles right before or behind the records' noun ("certificates expired"): a state of them."""
    said = [(match.group(), terms("_ " + match.group())) for match in re.finditer(r"[\w'’-]+", question)]
    words = [one for one in said if one[1]]
    nouns = _nouns(bucket)
    places = [at for at, (_, own) in enumerate(words) if frozenset(own) in nouns]
    near = [one for at in places for one in (*words[max(0, at - 1) : at], *words[at + 1 : at + 2])]
    return tuple(term for word, own in near if word.endswith("ed") for term in own)


def names_a_record(question: str, bucket: BucketNote, found: Found) -> bool:
    """Whether it singles records out: by the identifier, or by a whole value of a field with many values beside the
    records' own name."""
    told = [one for one in found.constraints if one.operator in ("=", "IN")]
    if any(one.field == bucket.identifier for one in told):
        return True
    if ranks_records(question, bucket):  # "the largest order of Acme" is one of all of them
        return False
    many = {field.name for field in bucket.fields if field.type == "TEXT" and not field.examples}
    asked = frozenset(terms("_ " + question))
    return any(one.field in many for one in told) and any(noun <= asked for noun in _nouns(bucket))


def _said(question: str, bucket: BucketNote) -> list[re.Match[str]]:
    """Where the question says what a record is called."""
    nouns = _nouns(bucket)
    return [match for match in re.finditer(r"[A-Za-z]+", question) if frozenset(terms("_ " + match.group())) in nouns]


def _nouns(bucket: BucketNote) -> frozenset[frozenset[str]]:
    """The ways to call a record: the bucket's name, and the identifier's label without its last word; the whole label
    where it is one word."""
    ways = {frozenset(terms("_ " + bucket.name.replace("_", " ")))}
    for field in bucket.fields:
        if field.name == bucket.identifier:
            said = [*field.labels, field.name.replace("_", " ")]
            ways |= {frozenset(terms("_ " + (label.rpartition(" ")[0] or label))) for label in said}
    return frozenset(way for way in ways if way)
