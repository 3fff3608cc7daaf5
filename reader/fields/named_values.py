"""Values of text fields that a question names: stored ones, and ones that stand behind a field's name.

General English and no domain: which of several fields a value is of is told by the field's name near it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from pipeline.tasks.agentic import BucketNote, Constraint, FieldNote, Mention
from pipeline.text.words import stem
from reader.fields.which_field import Named, Span, namings, nearest
from reader.question.periods import periods

Said = tuple[Constraint, Span, Named | None]  # the constraint, its words, and the field's name beside them

_SHORT = 3  # characters up to which a value is looked for only as it stands
_NOT = re.compile(
    r"(?:\b(?:not|no|never|neither|nor"
    r"|other than|except(?: for| in| by)?|excluding|but|without|outside(?: of)?)\b|n't\b)[^,;.?]{0,25}$",
    re.IGNORECASE,
)
_TITLE = r"(?:Mr|Mrs|Ms|Miss|Dr|Sir|Prof(?:essor)?|The|An?)\b"
_NAME_BEFORE = re.compile(rf"(?:(?<=[a-z,] )(?!{_TITLE})[A-Z][\w’'-]*[a-z]\s+)+$")
_NAME_BEHIND = re.compile(r"(?:\s+[A-Z][\w’'-]*[a-z](?![\w’']))+")
_IS = r"\s*(?:(?:number|no\.?|#)\s*)?(?:(?:is|are|was|of|equals?|named|called|by|from|for|in)\b|[:=#])?\s*(?:the\s+)?"
_VALUE = r"[\"“'](?P<quoted>[^\"”']{2,60})[\"”']|(?P<code>(?=[\w./-]*\d)[A-Za-z][\w./-]*\w|\d+-[\w-]*\w)"
_NAME = r"|(?P<name>[A-Z][\w&.’'-]*(?:\s+(?:of\s+|&\s+|the\s+)?[A-Z][\w&.’'-]*)*)"


def named_values(question: str, bucket: BucketNote) -> Iterator[Said]:
    """Stored values: each stretch of words is of one field, several of one field are alternatives."""
    by_field: dict[tuple[str, bool], list[tuple[Mention, Span]]] = {}
    for span, candidates in _mentioned(question, bucket).items():
        chosen = _of_one_field(question, bucket, span, candidates)
        if chosen:
            denied = bool(_NOT.search(question[: span[0]]))
            by_field.setdefault((chosen[0].name, denied), []).append((chosen[1], span))
    for (name, denied), said in by_field.items():
        alternatives = len(said) > 1 and not denied and all(mention.whole for mention, _ in said)
        words = question[said[0][1][0] : said[-1][1][1]]
        for mention, own_span in said:
            span = own_span
            if alternatives:
                one = Constraint(field=name, operator="IN", value=[own.value for own, _ in said], raw_text=words)
            elif mention.whole or denied:
                operator = "!=" if denied else "="
                one = Constraint(field=name, operator=operator, value=mention.value, raw_text=mention.text)
            else:
                span = _whole_name(question, span)
                value = mention.value if span == own_span else question[slice(*span)]
                one = Constraint(field=name, operator="LIKE", value=f"%{value}%", raw_text=question[slice(*span)])
            yield one, span, _beside(question, bucket, span, (name,))


def labelled_values(question: str, bucket: BucketNote) -> Iterator[Said]:
    """ "<label> is <value>" with a value that no document has: a quotation, a code, a name behind the whole label."""
    for field in bucket.fields:
        if field.type != "TEXT" or field.mentions:
            continue
        for whole, label in _ways_to_say(bucket, field):
            names = _NAME if whole else ""
            pattern = re.compile(rf"(?i:\b{re.escape(label)}s?){_IS}(?:{_VALUE}{names})")
            if match := pattern.search(question):
                value = match["quoted"] or match["code"] or match["name"]
                yield (
                    Constraint(field=field.name, operator="=", value=value, raw_text=match.group()),
                    match.span(),
                    _beside(question, bucket, match.span(), (field.name,)),
                )
                break


def _whole_name(question: str, span: Span) -> Span:
    """The name that a part of a value is said in: "Lund" in "Karla Lund", whom no value is; without the first word of
    the question and without titles."""
    before = _NAME_BEFORE.search(question[: span[0]])
    behind = _NAME_BEHIND.match(question[span[1] :])
    start = before.start() if before and before.start() > 0 else span[0]
    return start, span[1] + (behind.end() if behind else 0)


def free(taken: Iterable[Span], span: Span) -> bool:
    """Whether a span touches none of those taken."""
    return all(span[1] <= start or span[0] >= end for start, end in taken)


def _mentioned(question: str, bucket: BucketNote) -> dict[Span, list[tuple[FieldNote, Mention]]]:
    """Where values stand, the longer stretch and the whole value first, and never one stretch in another."""
    days = [(period.start, period.end) for period in periods(question)]
    every = [
        (match.span(), field, mention)
        for field in bucket.fields
        if field.type == "TEXT"
        for mention in field.mentions
        for match in re.finditer(rf"(?<!\w){re.escape(mention.text)}(?!\w)", question)
        if mention.whole or free(days, match.span())  # "March" is a month before it is a part of a name
    ]
    every += _inflected(question, bucket)
    kept: dict[Span, list[tuple[FieldNote, Mention]]] = {}
    for span, field, mention in sorted(every, key=lambda one: (not one[2].whole, one[0][0] - one[0][1], one[0])):
        if span in kept:
            kept[span].append((field, mention))
        elif free(kept, span):
            kept[span] = [(field, mention)]
    return dict(sorted(kept.items()))


def _inflected(question: str, bucket: BucketNote) -> list[tuple[Span, FieldNote, Mention]]:
    """One-word values of a field with few, in another form: "failed" for "fail"."""
    found = []
    for match in re.finditer(r"[^\W\d_]{4,}", question):
        word = match.group().lower()
        for field in bucket.fields:
            for value in field.examples if field.type == "TEXT" else ():
                own = value.lower()
                if own.isalpha() and len(own) > _SHORT and own != word and stem(own) == stem(word):
                    found.append((match.span(), field, Mention(match.group(), value)))
    return found


def _of_one_field(
    question: str, bucket: BucketNote, span: Span, candidates: Sequence[tuple[FieldNote, Mention]]
) -> tuple[FieldNote, Mention] | None:
    """The candidate whose field is named near; a whole value before a part; the only one. A value of figures alone is
    one only where no other field is named nearer. None where nothing tells."""
    best = [pair for pair in candidates if pair[1].whole] or list(candidates)
    if not any(map(str.isalpha, question[slice(*span)])):
        near = _beside(question, bucket, span)
        return next((pair for pair in best if near and pair[0].name == near.field.name), None)
    if len(best) == 1:
        return best[0]
    near = _beside(question, bucket, span, [field.name for field, _ in best])
    return next((pair for pair in best if near and pair[0].name == near.field.name), None)


def _beside(question: str, bucket: BucketNote, span: Span, names: Sequence[str] = ()) -> Named | None:
    """The nearest name of one of the fields (of any, where none are given)."""
    own = [naming for naming in namings(question, bucket) if not names or naming.field.name in names]
    return nearest(question, span, own, (max(0, span[0] - 50), min(len(question), span[1] + 30)))


def _ways_to_say(bucket: BucketNote, field: FieldNote) -> list[tuple[bool, str]]:
    """(whether it is a whole label, the words): of the identifier also the label without its last word, as in
    "order A-17" for the label "order number"."""
    labels = [*field.labels, field.name.replace("_", " ")]
    whole = [(True, label.lower()) for label in labels]
    if field.name != bucket.identifier:
        return whole
    return whole + [(False, label.lower().rpartition(" ")[0]) for label in labels if " " in label]
