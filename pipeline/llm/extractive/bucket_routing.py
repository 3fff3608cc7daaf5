"""RouteBuckets: the buckets whose names, descriptions, fields and stored values share most with the question."""

from __future__ import annotations

from pipeline.llm.extractive.fields import phrases, vocabulary
from pipeline.llm.extractive.intents import intent_of
from pipeline.tasks.agentic import BucketChoice, BucketNote, RouteBuckets
from pipeline.words import terms, weigh

_NEAR = 0.8  # share of the best mark from which on a bucket is as likely
_DOUBTFUL = 0.2  # share of the question's weight below which what a bucket shares says nothing


def route_buckets(task: RouteBuckets) -> BucketChoice:
    """Every bucket that shares nearly as much as the best, the best first; all of them where none shares much."""
    asked = terms(task.question)
    words = {bucket.name: vocabulary(bucket) for bucket in task.buckets}
    weights = weigh(asked, list(words.values()))
    total = sum(weights.values())
    marks = {
        bucket.name: sum(weight for term, weight in weights.items() if term in words[bucket.name])
        + _named(bucket, frozenset(asked)) * (total or 1.0)
        for bucket in task.buckets
    }
    best = max(marks.values(), default=0.0)
    ranked = sorted(marks, key=lambda name: -marks[name])
    chosen = [name for name in ranked if marks[name] >= _NEAR * best] if best > _DOUBTFUL * total else ranked
    return BucketChoice(buckets=chosen, intent=intent_of(task.question))


def _named(bucket: BucketNote, asked: frozenset[str]) -> float:
    """How plainly the question speaks of the bucket: values of its documents, its own name, whole labels."""
    values = sum(len(mention.text) > 2 for field in bucket.fields for mention in field.mentions if mention.whole)
    labels = sum(any(len(phrase) > 1 and phrase <= asked for phrase in phrases(field)) for field in bucket.fields)
    own = frozenset(terms("_ " + bucket.name.replace("_", " ")))
    return 0.5 * min(values, 2) + 0.25 * min(labels, 2) + 0.5 * bool(own and own <= asked)
