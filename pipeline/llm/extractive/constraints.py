"""Constraints of a question on the fields of a schema: bounds of amounts and dates, and values that it names.

General English and no domain: which field a bound is of is told by the words near it, else by the type.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from pipeline.llm.extractive.comparisons import Bound, amount_bounds, date_bounds
from pipeline.llm.extractive.fields import nearest
from pipeline.llm.extractive.periods import periods
from pipeline.tasks.agentic import BucketNote, Constraint, FieldNote, Mention

_NOT = re.compile(
    r"\b(?:not|no|n't|other than|except(?: for| in| by)?|excluding|but not|without|outside(?: of)?)\b[^,;.?]{0,25}$",
    re.IGNORECASE,
)
_IS = r"\s*(?:(?:number|no\.?|#)\s*)?(?:(?:is|are|was|of|equals?|named|called|by|from|for|in)\b|[:=#])?\s*(?:the\s+)?"
_VALUE = r"[\"“'](?P<quoted>[^\"”']{2,60})[\"”']|(?P<code>(?=[\w./-]*\d)[A-Za-z][\w./-]*\w|\d+-[\w-]*\w)"
_NAME = r"|(?P<name>[A-Z][\w&.’'-]*(?:\s+(?:of\s+|&\s+|the\s+)?[A-Z][\w&.’'-]*)*)"
_UNIT = re.compile(r"\s*(?:[A-Za-z]+)")


@dataclass(frozen=True)
class Found:
    """The constraints, and the stretches of the question that say them."""

    constraints: tuple[Constraint, ...] = ()
    spans: tuple[tuple[int, int], ...] = ()


def constraints(question: str, bucket: BucketNote) -> Found:
    """All that the question demands of the bucket's fields; what fits no field is left out."""
    found: list[tuple[Constraint, tuple[int, int]]] = []
    named = list(_named_values(question, bucket))
    found += named
    taken = [span for _, span in named]
    dates = [bound for bound in date_bounds(question) if _free(taken, (bound.start, bound.end))]
    amounts = amount_bounds(question, [*taken, *((bound.start, bound.end) for bound in dates)])
    found += _bounded(question, bucket, dates, amounts)
    taken = [span for _, span in found]
    found += [pair for pair in _labelled(question, bucket) if _free(taken, pair[1])]
    ordered = sorted(found, key=lambda pair: pair[1])
    return Found(tuple(one for one, _ in ordered), tuple(dict.fromkeys(span for _, span in ordered)))


def _bounded(
    question: str, bucket: BucketNote, dates: Sequence[Bound], amounts: Sequence[Bound]
) -> Iterator[tuple[Constraint, tuple[int, int]]]:
    day_fields = [field for field in bucket.fields if field.type == "DATE"]
    number_fields = [field for field in bucket.fields if field.type in ("INTEGER", "REAL")]
    ends = sorted({bound.until for bound in (*dates, *amounts)})
    for bound in (*dates, *amounts):
        window = (max((end for end in ends if end <= bound.said), default=0), _next(bound, dates, amounts, question))
        span = (bound.said, bound.until)
        if isinstance(bound.value, str):
            chosen = nearest(question, span, day_fields, window) or _only(day_fields)
        else:
            chosen = nearest(question, span, number_fields, window)
            if chosen is None and bound.opened:
                chosen = _by_type(question, bound, number_fields)
            elif chosen and not bound.opened and not bound.money:
                chosen = None  # a bare number beside a field's name may be anything
        if chosen:
            words = question[bound.said : bound.until].strip()
            yield Constraint(field=chosen.name, operator=bound.operator, value=bound.value, raw_text=words), span


def _next(bound: Bound, dates: Sequence[Bound], amounts: Sequence[Bound], question: str) -> int:
    """Where the words of the next bound begin: what stands behind them belongs to that one."""
    return min((other.said for other in (*dates, *amounts) if other.said >= bound.until), default=len(question))


def _by_type(question: str, bound: Bound, fields: Sequence[FieldNote]) -> FieldNote | None:
    """The one field that a bound without a name can be of: an amount of money is of the one field with cents; a
    number that counts something else is of none."""
    if bound.money:
        return _only([field for field in fields if field.type == "REAL"]) or _only(fields)
    return None if _UNIT.match(question, bound.until) else _only(fields)


def _only(fields: Sequence[FieldNote]) -> FieldNote | None:
    return fields[0] if len(fields) == 1 else None


def _named_values(question: str, bucket: BucketNote) -> Iterator[tuple[Constraint, tuple[int, int]]]:
    """Values that the question says: each stretch of words is of one field, several of one field are alternatives."""
    by_field: dict[tuple[str, bool], list[tuple[Mention, tuple[int, int]]]] = {}
    for span, candidates in _mentioned(question, bucket).items():
        chosen = _of_one_field(question, span, candidates)
        if chosen and _is_named(question, span, chosen[0], bucket):
            denied = bool(_NOT.search(question[: span[0]]))
            by_field.setdefault((chosen[0].name, denied), []).append((chosen[1], span))
    for (name, denied), said in by_field.items():
        whole = all(mention.whole for mention, _ in said)
        if len(said) > 1 and whole and not denied:
            words = question[said[0][1][0] : said[-1][1][1]]
            values = [mention.value for mention, _ in said]
            for _, span in said:
                yield Constraint(field=name, operator="IN", value=values, raw_text=words), span
            continue
        for mention, span in said:
            operator = ("!=" if denied else "=") if mention.whole else ("!=" if denied else "LIKE")
            value = mention.value if mention.whole else f"%{mention.value}%"
            yield Constraint(field=name, operator=operator, value=value, raw_text=mention.text), span


def _mentioned(question: str, bucket: BucketNote) -> dict[tuple[int, int], list[tuple[FieldNote, Mention]]]:
    """Where values stand, the longer stretch and the whole value first, and never one stretch in another."""
    days = [(period.start, period.end) for period in periods(question)]
    every = [
        (match.span(), field, mention)
        for field in bucket.fields
        if field.type == "TEXT"
        for mention in field.mentions
        for match in re.finditer(rf"(?<!\w){re.escape(mention.text)}(?!\w)", question)
        if mention.whole or _free(days, match.span())  # "March" is a month before it is a part of a name
    ]
    kept: dict[tuple[int, int], list[tuple[FieldNote, Mention]]] = {}
    for span, note, mention in sorted(every, key=lambda one: (not one[2].whole, one[0][0] - one[0][1], one[0])):
        if span in kept:
            kept[span].append((note, mention))
        elif _free(kept, span):
            kept[span] = [(note, mention)]
    return dict(sorted(kept.items()))


def _of_one_field(
    question: str, span: tuple[int, int], candidates: Sequence[tuple[FieldNote, Mention]]
) -> tuple[FieldNote, Mention] | None:
    """The candidate whose field is named near; a whole value before a part; the only one. None where nothing tells."""
    best = [pair for pair in candidates if pair[1].whole] or list(candidates)
    if len(best) == 1:
        return best[0]
    near = nearest(
        question, span, [field for field, _ in best], (max(0, span[0] - 60), min(len(question), span[1] + 30))
    )
    return next((pair for pair in best if near and pair[0].name == near.name), None)


def _is_named(question: str, span: tuple[int, int], field: FieldNote, bucket: BucketNote) -> bool:
    """A value of figures alone is one of this field only where the words near it name the field."""
    if any(map(str.isalpha, question[slice(*span)])):
        return True
    window = (max(0, span[0] - 40), min(len(question), span[1] + 25))
    return nearest(question, span, bucket.fields, window) == field


def _labelled(question: str, bucket: BucketNote) -> Iterator[tuple[Constraint, tuple[int, int]]]:
    """ "<label> is <value>" with a value that no document has: a quotation, a code, a name behind the whole label."""
    for field in bucket.fields:
        if field.type != "TEXT" or field.mentions:
            continue
        for label in _ways_to_say(bucket, field):
            names = _NAME if label[0] else ""
            pattern = re.compile(rf"(?i:\b{re.escape(label[1])}s?){_IS}(?:{_VALUE}{names})")
            if match := pattern.search(question):
                value = match["quoted"] or match["code"] or match["name"]
                yield Constraint(field=field.name, operator="=", value=value, raw_text=match.group()), match.span()
                break


def _ways_to_say(bucket: BucketNote, field: FieldNote) -> list[tuple[bool, str]]:
    """(whether it is a whole label, the words): of the identifier also the label without its last word, as in
    "order A-17" for the label "order number"."""
    labels = [*field.labels, field.name.replace("_", " ")]
    whole = [(True, label.lower()) for label in labels]
    if field.name != bucket.identifier:
        return whole
    return whole + [(False, label.lower().rpartition(" ")[0]) for label in labels if " " in label]


def _free(taken: Iterable[tuple[int, int]], span: tuple[int, int]) -> bool:
    return all(span[1] <= start or span[0] >= end for start, end in taken)
