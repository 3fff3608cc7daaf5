"""RouteBuckets: the buckets whose names, descriptions, fields and stored values share most with the question."""

from __future__ import annotations

from collections.abc import Sequence

from ragatta.extensions.extractive.fields.which_field import phrases, vocabulary
from ragatta.extensions.extractive.question.intents import intent_of
from ragatta.extensions.extractive.rules.decompose import sub_questions
from ragatta.pipeline.tasks.agentic import BucketChoice, BucketNote, RouteBuckets
from ragatta.pipeline.text.words import terms, weigh

_NEAR = 0.8  # share of the best mark from which on a bucket is as likely
_DOUBTFUL = 0.2  # share of the question's weight below which what a bucket shares says nothing


def route_buckets(task: RouteBuckets) -> BucketChoice:
    """All buckets that share nearly as much as the best, the best first, also for each part of a question with several
    parts; all buckets if none shares much."""
    likely, every = _ranked(task.question, task.buckets)
    parts = sub_questions(task.question)
    if likely and len(parts) > 1:
        likely += [name for part in parts for name in _ranked(part, task.buckets)[0]]
    return BucketChoice(buckets=list(dict.fromkeys(likely or every)), intent=intent_of(task.question))


def _ranked(question: str, buckets: Sequence[BucketNote]) -> tuple[list[str], list[str]]:
    """The names of the buckets that are as likely as the best (none if even the best is doubtful), and of all buckets;
    each list the best first."""
    asked = terms(question)
    words = {bucket.name: vocabulary(bucket) for bucket in buckets}
    weights = weigh(asked, list(words.values()))
    total = sum(weights.values())
    marks = {
        bucket.name: sum(weight for term, weight in weights.items() if term in words[bucket.name])
        + _named(bucket, question, frozenset(asked)) * (total or 1.0)
        for bucket in buckets
    }
    best = max(marks.values(), default=0.0)
    every = sorted(marks, key=lambda name: -marks[name])
    return [name for name in every if marks[name] >= _NEAR * best] if best > _DOUBTFUL * total else [], every


def _named(bucket: BucketNote, question: str, asked: frozenset[str]) -> float:
    """How clearly the question refers to the bucket: by values of its documents, its own name, whole labels."""
    values = sum(
        mention.whole and len(mention.text) > 2 and mention.text in question
        for field in bucket.fields
        for mention in field.mentions
    )
    labels = sum(any(len(phrase) > 1 and phrase <= asked for phrase in phrases(field)) for field in bucket.fields)
    name_terms = frozenset(terms("_ " + bucket.name.replace("_", " ")))
    return 0.5 * min(values, 2) + 0.25 * min(labels, 2) + 0.5 * bool(name_terms and name_terms <= asked)
