"""A small cookery corpus in short chunks, and what becomes of an answer over it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ragatta.eval.attribution import Attribution, attribute
from ragatta.eval.scoring import score_answer
from ragatta.eval.scoring_settings import Scoring
from ragatta.pipeline.documents.corpus import document_text, page_at, page_starts
from ragatta.pipeline.types import Answer, Chunk, Citation, Evidence, Page, Question, StageRecord

BOOK = "book.pdf"
PAGES = {
    BOOK: tuple(
        Page(BOOK, number, text)
        for number, text in enumerate(
            (
                "Onion soup simmers for 45 minutes.",
                "Rye bread bakes for 145 minutes.",
                "Pea soup stands for 20 minutes.",
            ),
            1,
        )
    ),
    "prices.pdf": (Page("prices.pdf", 1, "Soup costs $6 and bread $4.50."),),
}
SIMMERS = Evidence(BOOK, (1,), quote="Onion soup simmers for 45 minutes", value="45")
COSTS = Evidence("prices.pdf", (1,), value="$6")
QUESTION = Question("Q", "How long?", "number", "45", evidence=(SIMMERS,))


def split(size: int, pages: Mapping[str, tuple[Page, ...]] = PAGES) -> dict[str, Chunk]:
    """All documents in chunks of so many characters, without overlap."""
    found = {}
    for file, own in pages.items():
        text, starts = document_text(own), page_starts(own)
        for index, start in enumerate(range(0, len(text), size)):
            end = min(start + size, len(text))
            first, last = page_at(starts, start), page_at(starts, end - 1)
            chunk = Chunk(f"{file}#{index}", file, index, text[start:end], first, last, start, end, len(own))
            found[chunk.id] = chunk
    return found


CHUNKS = split(20)


def collection() -> Mapping[str, Chunk]:
    return CHUNKS


def of(file: str, *pages: int) -> tuple[Chunk, ...]:
    """The chunks that touch the pages."""
    return tuple(
        c for c in CHUNKS.values() if c.source_file == file and {*range(c.first_page, c.last_page + 1)} & {*pages}
    )


def steps(**recorded: Any) -> tuple[StageRecord, ...]:
    """Stages with the details that are recorded: `routed` and `planned` documents, and retrieved `hits`."""
    found = []
    if "routed" in recorded:
        found.append(StageRecord("router", 0.0, details={"documents": list(recorded["routed"])}))
    if "planned" in recorded:
        plan = [{"query": "?", "documents": list(documents)} for documents in recorded["planned"]]
        found.append(StageRecord("planner", 0.0, details={"steps": plan}))
    if "hits" in recorded:
        hits = [{"chunk": chunk.id, "found_by": "semantic", "rank": 1} for chunk in recorded["hits"]]
        found.append(StageRecord("retriever", 0.0, details={"hits": [hits]}))
    return tuple(found)


def cited(file: str, page: int) -> tuple[Citation, ...]:
    return (Citation(file, page, page, "", 0.5),)


def attributed(
    question: Question, answer: Answer, chunks: Callable[[], Mapping[str, Chunk]] = collection
) -> Attribution:
    return attribute(question, answer, score_answer(question, answer, PAGES, Scoring()), PAGES, chunks)


def lost(question: Question, answer: Answer) -> str:
    return attributed(question, answer).lost_at
