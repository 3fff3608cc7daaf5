"""What a question about one record asks of its fields: the one it means, or whether they meet something."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pipeline.tasks.agentic import BucketNote, Constraint
from reader.fields.constraints import Found
from reader.fields.which_field import Named

_WHETHER = re.compile(r"\W*(?:is|are|was|were|does|do|did|has|have|had)\b", re.IGNORECASE)
_HOW_MUCH = re.compile(r"\W*how much\b", re.IGNORECASE)
# What a form of question asks for.
_FORMS = (
    (re.compile(r"\W*when\b", re.IGNORECASE), ("DATE",)),
    (re.compile(r"\W*who(?:se|m)?\b", re.IGNORECASE), ("TEXT",)),
    (_HOW_MUCH, ("INTEGER", "REAL")),
)


def meant(asked: list[Named], question: str, bucket: BucketNote) -> list[str]:
    """The one field of a record that is asked for by a part of its name or, of "how much", by its type alone: it has to
    hold what the question asks for."""
    kinds = next((kinds for form, kinds in _FORMS if form.match(question)), ("TEXT", "INTEGER", "REAL", "DATE"))
    fields = list(dict.fromkeys(naming.field for naming in asked))
    if not fields and _HOW_MUCH.match(question):
        every = [field for field in bucket.fields if field.type in kinds]
        fields = every if len(every) == 1 else [field for field in every if field.type == "REAL"]
    names = [field.name for field in fields if field.type in kinds and field.name != bucket.identifier]
    return names if len(names) == len(fields) == 1 else []


def asked_whether(question: str, bucket: BucketNote, found: Found, fields: Sequence[str]) -> list[Constraint]:
    """What a yes-or-no question about one record asks of its fields: of those it names, else of all but what names the
    record. Alternatives are no such question."""
    if not _WHETHER.match(question) or re.search(r"\bor\b", question):
        return []
    texts = {field.name for field in bucket.fields if field.type == "TEXT"}
    by_identifier = any(one.field == bucket.identifier for one in found.constraints)
    asked = [one for one in found.constraints if one.field != bucket.identifier]
    return [one for one in asked if one.field not in texts or (by_identifier and (not fields or one.field in fields))]
