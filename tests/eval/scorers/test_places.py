"""Pages, documents and citations against the gold evidence."""

from __future__ import annotations

from ragatta.eval.scorers import citation_precision, page_recall, router_recall
from ragatta.pipeline.types import Answer, Chunk, Citation, Evidence, Question, StageRecord

EVIDENCE = (
    Evidence("a.pdf", (2, 3), quote="x"),
    Evidence("b.pdf", (7,), quote="y"),
    Evidence("a.pdf", (3,), quote="z"),
)
QUESTION = Question("Q", "What?", "text", "so", evidence=EVIDENCE)
BARE = Question("Q", "What?", "text", "so")


def pages(file: str, first: int, last: int) -> Chunk:
    return Chunk("id", file, 0, "", first, last, 0, 0, 9)


def cited(file: str, first: int, last: int) -> Citation:
    return Citation(file, first, last, "id", 0.5)


def router(**details: object) -> StageRecord:
    return StageRecord("router", 0.1, details=details)


def test_page_recall_is_over_distinct_pages() -> None:
    context = (pages("a.pdf", 3, 4), pages("b.pdf", 2, 2))
    assert page_recall.score(QUESTION, Answer("answered", "", context=context)) == 1 / 3  # of a2, a3, b7
    assert page_recall.score(QUESTION, Answer("answered", "", context=(*context, pages("b.pdf", 6, 8)))) == 2 / 3
    assert page_recall.score(QUESTION, Answer("failed", "", context=context)) == 0.0
    assert page_recall.score(QUESTION, Answer("refused", "")) == 0.0
    assert page_recall.score(BARE, Answer("answered", "", context=context)) is None


def test_router_recall_is_over_files() -> None:
    chosen = router(documents=["b.pdf", "c.pdf"])
    assert router_recall.score(QUESTION, Answer("answered", "", steps=(chosen,))) == 1 / 2
    assert router_recall.score(QUESTION, Answer("answered", "", steps=(router(documents=[]),))) == 0.0
    assert router_recall.score(QUESTION, Answer("answered", "", steps=(router(),))) is None
    assert router_recall.score(QUESTION, Answer("answered", "")) is None
    assert router_recall.score(QUESTION, Answer("failed", "")) is None
    assert router_recall.score(QUESTION, Answer("failed", "", steps=(chosen,))) == 0.0
    assert router_recall.score(BARE, Answer("answered", "", steps=(chosen,))) is None


def test_citation_precision_is_over_citations() -> None:
    citations = (cited("a.pdf", 1, 2), cited("a.pdf", 7, 7), cited("b.pdf", 7, 9), cited("c.pdf", 2, 2))
    assert citation_precision.score(QUESTION, Answer("answered", "", citations=citations)) == 2 / 4
    assert citation_precision.score(QUESTION, Answer("answered", "")) is None
    assert citation_precision.score(QUESTION, Answer("failed", "")) == 0.0
    assert citation_precision.score(BARE, Answer("answered", "", citations=citations)) is None
