"""The chunks that hold the evidence of a question."""

from __future__ import annotations

import pytest

from ragatta.extensions.diagnosis.oracles.gold import Gold, gold_of
from ragatta.pipeline.types import Chunk, Evidence, Page, Question

TEXTS = ("The fee is $25 per season. Pumps are stored dry.", "Seals are replaced after 600 hours of use.")
CORPUS = {"a": tuple(Page("a", number, text) for number, text in enumerate(TEXTS, 1)), "b": (Page("b", 1, "Else."),)}
WHOLE = "\n".join(TEXTS)


def chunk(start: int, end: int, file: str = "a") -> Chunk:
    first = 1 if start < len(TEXTS[0]) else 2
    last = 1 if end <= len(TEXTS[0]) else 2
    return Chunk(f"{file}#{start}-{end}", file, 0, WHOLE[start:end], first, last, start, end, 2)


def gold(quote: str, page: int, *chunks: Chunk) -> Gold:
    question = Question("q", "?", "number", "x", evidence=(Evidence("a", (page,), quote),))
    return gold_of(question, CORPUS, chunks)


def test_the_shortest_chunk_with_the_whole_quote() -> None:
    long, short, other = chunk(0, 90), chunk(0, 30), chunk(30, 60)
    found = gold("The fee is $25", 1, long, short, other)
    assert found.chunks == (short,)
    assert set(found.page_chunks) == {long, short, other}
    assert (found.documents, found.pieces, found.missing) == (("a",), 1, 0)


def test_a_quote_over_a_border_takes_both_chunks() -> None:
    left, right = chunk(0, 15), chunk(15, 40)
    assert gold("The fee is $25 per season", 1, left, right, chunk(49, 60)).chunks == (left, right)


def test_a_quote_that_no_chunk_holds_is_counted() -> None:
    found = gold("Seals are replaced", 2, chunk(0, 20))
    assert (found.chunks, found.missing) == ((), 1)


@pytest.mark.parametrize("quote", ["", "Seals are replaced"])
def test_evidence_of_a_page_alone_takes_its_chunks(quote: str) -> None:
    there = chunk(49, 91)
    assert gold(quote, 2, there, chunk(0, 20)).chunks == (there,)
