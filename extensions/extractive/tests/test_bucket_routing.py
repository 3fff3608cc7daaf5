"""Which buckets a question is of, and each of its parts."""

from __future__ import annotations

from ragatta.extensions.extractive.rules.route_buckets import route_buckets
from ragatta.pipeline.tasks.agentic import BucketNote, FieldNote, Mention, RouteBuckets

LOANS = BucketNote("loans", "books lent to readers", "", (FieldNote("reader", "TEXT", "", ("Reader",)),))
TREES = BucketNote(
    "trees", "trees of the park", "", (FieldNote("kind", "TEXT", "", ("Kind",), mentions=(Mention("oak", "oak"),)),)
)
LETTERS = BucketNote("letters", "letters to the council", "", ())


def chosen(question: str) -> list[str]:
    return route_buckets(RouteBuckets(question, (LOANS, TREES, LETTERS))).buckets


def test_the_bucket_that_is_named() -> None:
    assert chosen("How many loans are there?") == ["loans"]


def test_all_where_nothing_is_shared() -> None:
    assert set(chosen("Who painted the ceiling of the cold room in blue?")) == {"loans", "trees", "letters"}
