"""Finds the field of a schema that words of a question mean: by shared words and nearness."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from ragatta.pipeline.tasks.agentic import BucketNote, FieldNote
from ragatta.pipeline.text.words import terms

_HALF = 0.5  # share of a label's terms that have to be said
_WORD = re.compile(r"[^\W_][\w’'&.-]*")
_NEXT_PART = re.compile(r",|;|\b(?:and|or|with|but|that|which|who)\b", re.IGNORECASE)

Span = tuple[int, int]


@dataclass(frozen=True)
class Named:
    """A place where a question names a field, and the share of the label that it says."""

    field: FieldNote
    start: int
    end: int
    share: float


@lru_cache(maxsize=4096)
def phrases(field: FieldNote) -> tuple[frozenset[str], ...]:
    """The terms of each name of the field."""
    names = {field.name.replace("_", " "), *field.labels}
    return tuple(sorted({own for text in names if (own := frozenset(terms("_ " + text)))}, key=sorted))


@lru_cache(maxsize=256)
def namings(question: str, bucket: BucketNote) -> tuple[Named, ...]:
    """Every place where the question says at least half of a label: all of it, or a word that belongs to no other field
    and not to the bucket."""
    words = [(match.start(), match.end(), frozenset(terms("_ " + match.group()))) for match in _WORD.finditer(question)]
    uses = Counter(term for field in bucket.fields for term in frozenset[str]().union(*phrases(field)))
    common = {term for term, times in uses.items() if times > 1} | set(terms("_ " + bucket.name.replace("_", " ")))
    found = [
        (naming, matched)
        for field in bucket.fields
        for phrase in phrases(field)
        for naming, matched in _runs(field, phrase, words)
    ]
    kept = [one for one, matched in found if one.share == 1 or (one.share >= _HALF and matched - common)]
    return tuple(one for one in kept if not any(_within(one, other) for other in kept))


def nearest(question: str, span: Span, named: Sequence[Named], window: Span) -> Named | None:
    """The naming that a span of the question belongs to: within the window, the more complete name first, then the
    nearer one. A name after the span counts only if no other part of the sentence begins between. None if there is
    none."""
    best: tuple[tuple[float, float], Named] | None = None
    for one in named:
        if one.start < window[0] or one.end > window[1] or (one.start < span[1] and one.end > span[0]):
            continue
        before = one.end <= span[0]
        between = question[one.end : span[0]] if before else question[span[1] : one.start]
        if not before and _NEXT_PART.search(between):
            continue
        mark = (one.share, -len(between.split()) - (0.0 if before else 0.5))
        if best is None or mark > best[0]:
            best = (mark, one)
    return best[1] if best else None


def vocabulary(bucket: BucketNote) -> frozenset[str]:
    """Every term that names the bucket, its fields, or their contents."""
    texts = (bucket.name.replace("_", " "), bucket.description)
    return frozenset(term for text in texts for term in terms("_ " + text)).union(*map(_terms_of, bucket.fields))


def _terms_of(field: FieldNote) -> frozenset[str]:
    texts = (field.name.replace("_", " "), field.description, *field.labels)
    return frozenset(term for text in texts for term in terms("_ " + text))


def _runs(
    field: FieldNote, phrase: frozenset[str], words: Sequence[tuple[int, int, frozenset[str]]]
) -> list[tuple[Named, frozenset[str]]]:
    """Runs of words that begin and end with terms of the label, with at most one word more than the label has."""
    found = []
    for at, (start, end, first) in enumerate(words):
        matched = first & phrase
        if not matched:
            continue
        for _, later_end, later in words[at + 1 : at + len(phrase) + 1]:
            if (later & phrase) - matched:
                matched |= later & phrase
                end = later_end
        found.append((Named(field, start, end, len(matched) / len(phrase)), matched))
    return found


def _within(inner: Named, outer: Named) -> bool:
    """Whether another naming contains this one."""
    return (
        outer.start <= inner.start and inner.end <= outer.end and (outer.end - outer.start) > (inner.end - inner.start)
    )


def blanked(question: str, spans: Sequence[Span]) -> str:
    """The question with these spans blanked."""
    for start, end in spans:
        question = question[:start] + " " * (end - start) + question[end:]
    return question
