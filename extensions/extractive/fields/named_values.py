"""Finds values of text fields in a question: stored values, and codes after a field's name.

If several fields have the value, the one named near it counts.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from ragatta.extensions.extractive.fields.which_field import Named, Span, namings, nearest
from ragatta.extensions.extractive.question.periods import periods
from ragatta.pipeline.tasks.agentic import BucketNote, Constraint, FieldNote, Mention

Said = tuple[Constraint, Span, Named | None]  # the constraint, its words, and the field's name beside them

_NOT = re.compile(
    r"(?:\b(?:not|no|never|neither|other than|except(?: for| in| by)?|excluding|but|without|outside)\b|n't\b)"
    r"[^,;.?]{0,25}$",
    re.IGNORECASE,
)
_VALUE = r"\s*(?:(?:number|no\.?|#|is|of|named|called)\s*)*(?P<code>(?=[\w./-]*\d)[A-Za-z][\w./-]*\w|\d+-[\w-]*\w)"


def named_values(question: str, bucket: BucketNote) -> Iterator[Said]:
    """Stored values: each span of words belongs to one field; several values of one field are alternatives."""
    by_field: dict[tuple[str, bool], list[tuple[Mention, Span]]] = {}
    for span, candidates in _mentioned(question, bucket).items():
        chosen = _of_one_field(question, bucket, span, candidates)
        if chosen:
            denied = bool(_NOT.search(question[: span[0]]))
            by_field.setdefault((chosen[0].name, denied), []).append((chosen[1], span))
    for (name, denied), mentioned in by_field.items():
        alternatives = len(mentioned) > 1 and not denied and all(mention.whole for mention, _ in mentioned)
        words = question[mentioned[0][1][0] : mentioned[-1][1][1]]
        for mention, span in mentioned:
            if alternatives:
                constraint = Constraint(
                    field=name, operator="IN", value=[own.value for own, _ in mentioned], raw_text=words
                )
            elif mention.whole or denied:
                operator = "!=" if denied else "="
                constraint = Constraint(field=name, operator=operator, value=mention.value, raw_text=mention.text)
            else:
                constraint = Constraint(field=name, operator="LIKE", value=f"%{mention.value}%", raw_text=mention.text)
            yield constraint, span, _beside(question, bucket, span, (name,))


def labelled_values(question: str, bucket: BucketNote) -> Iterator[Said]:
    """ "<label> <code>" with a code that no document has. For the identifier also without the label's last word: "order
    A-17" for the label "order number"."""
    for field in bucket.fields:
        if field.type != "TEXT" or field.mentions:
            continue
        labels = [label.lower() for label in (*field.labels, field.name.replace("_", " "))]
        labels += [label.rpartition(" ")[0] for label in labels if " " in label and field.name == bucket.identifier]
        for label in labels:
            if match := re.search(rf"\b{re.escape(label)}s?{_VALUE}", question, re.IGNORECASE):
                constraint = Constraint(field=field.name, operator="=", value=match["code"], raw_text=match.group())
                yield constraint, match.span(), _beside(question, bucket, match.span(), (field.name,))
                break


def free(taken: Iterable[Span], span: Span) -> bool:
    """Whether a span overlaps none of the taken ones."""
    return all(span[1] <= start or span[0] >= end for start, end in taken)


def _mentioned(question: str, bucket: BucketNote) -> dict[Span, list[tuple[FieldNote, Mention]]]:
    """The spans of values, longer spans and whole values first, without nested spans."""
    days = [(period.start, period.end) for period in periods(question)]
    every = [
        (match.span(), field, mention)
        for field in bucket.fields
        if field.type == "TEXT"
        for mention in field.mentions
        for match in re.finditer(rf"(?<!\w){re.escape(mention.text)}(?!\w)", question)
        if mention.whole or free(days, match.span())  # "March" is a month before it is a part of a name
    ]
    kept: dict[Span, list[tuple[FieldNote, Mention]]] = {}
    for span, field, mention in sorted(every, key=lambda one: (not one[2].whole, one[0][0] - one[0][1], one[0])):
        if span in kept:
            kept[span].append((field, mention))
        elif free(kept, span):
            kept[span] = [(field, mention)]
    return dict(sorted(kept.items()))


def _of_one_field(
    question: str, bucket: BucketNote, span: Span, candidates: Sequence[tuple[FieldNote, Mention]]
) -> tuple[FieldNote, Mention] | None:
    """Of the whole values, or else of the parts: the only candidate, or the one whose field is named near it. A value
    of digits needs its field named nearest. None if undecided."""
    best = [pair for pair in candidates if pair[1].whole] or list(candidates)
    bare = not any(map(str.isalpha, question[slice(*span)]))
    if len(best) == 1 and not bare:
        return best[0]
    near = _beside(question, bucket, span, [] if bare else [field.name for field, _ in best])
    return next((pair for pair in best if near and pair[0].name == near.field.name), None)


def _beside(question: str, bucket: BucketNote, span: Span, names: Sequence[str] = ()) -> Named | None:
    """The nearest name of one of the fields (of any field if none are given)."""
    near = [naming for naming in namings(question, bucket) if not names or naming.field.name in names]
    return nearest(question, span, near, (max(0, span[0] - 50), min(len(question), span[1] + 30)))
