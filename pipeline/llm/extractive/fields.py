"""Which field of a schema words of a question mean: the one whose name, label or description they share."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from pipeline.tasks.agentic import BucketNote, FieldNote
from pipeline.words import terms

_HALF = 0.5  # share of a label's terms that have to be said
_WORD = re.compile(r"[^\W_][\w’'&.-]*")


@dataclass(frozen=True)
class Named:
    """Where a question says a field's name: the span of its words, and what share of the label they are."""

    field: FieldNote
    start: int
    end: int
    share: float


@lru_cache(maxsize=4096)
def phrases(field: FieldNote) -> tuple[frozenset[str], ...]:
    """The terms of each way to name the field."""
    said = {field.name.replace("_", " "), *field.labels}
    return tuple(sorted((own for text in said if (own := frozenset(terms("_ " + text)))), key=sorted))


def names_of(question: str, fields: Iterable[FieldNote]) -> list[Named]:
    """The best naming of each field: the most of a label within as few words, the longer label first."""
    words = [(match.start(), match.end(), frozenset(terms("_ " + match.group()))) for match in _WORD.finditer(question)]
    found = []
    for field in fields:
        namings = [naming for phrase in phrases(field) for naming in _namings(field, phrase, words)]
        found += namings
    return found


def nearest(
    question: str, span: tuple[int, int], fields: Sequence[FieldNote], window: tuple[int, int]
) -> FieldNote | None:
    """The field named nearest to the span within the window, the more wholly named first, before it rather than
    behind; None where none is."""
    best: tuple[tuple[float, int, int], FieldNote] | None = None
    for naming in names_of(question[: window[1]], fields):
        if naming.start < window[0] or (naming.start < span[1] and naming.end > span[0]):
            continue
        before = naming.end <= span[0]
        distance = span[0] - naming.end if before else naming.start - span[1]
        mark = (naming.share, int(before), -distance)
        if naming.share >= _HALF and (best is None or mark > best[0]):
            best = (mark, naming.field)
    return best[1] if best else None


def vocabulary(bucket: BucketNote) -> frozenset[str]:
    """Every term that names the bucket, its fields, or what they hold."""
    said = [bucket.name.replace("_", " "), bucket.description]
    for field in bucket.fields:
        said += [field.name.replace("_", " "), field.description, *field.labels]
    return frozenset(term for text in said for term in terms("_ " + text))


def _namings(field: FieldNote, phrase: frozenset[str], words: Sequence[tuple[int, int, frozenset[str]]]) -> list[Named]:
    """Runs of at most so many words as the label has, and one between, that hold some of its terms."""
    found = []
    for at, (start, _, first) in enumerate(words):
        if not first & phrase:
            continue
        held, end = first & phrase, words[at][1]
        for _, later_end, later in words[at + 1 : at + len(phrase) + 1]:
            if (later & phrase) - held:
                held |= later & phrase
                end = later_end
        found.append(Named(field, start, end, len(held) / len(phrase)))
    return found
