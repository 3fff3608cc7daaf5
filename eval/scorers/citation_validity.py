"""The share of an answer's citations that exist: the file is in the corpus, the pages are in the file, and the chunk is
in the answer's context. citation_precision measures whether citations are right."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from ragatta.eval.matching.evidence import Corpus
from ragatta.eval.metrics import Metric
from ragatta.eval.scorers import Given, Scorer
from ragatta.eval.trace import all_answers
from ragatta.pipeline.types import Answer, Chunk, Citation


@dataclass(frozen=True)
class CitationValidity(Scorer):
    metrics: ClassVar[tuple[Metric, ...]] = (
        Metric(
            "citation_validity",
            "share of the citations whose file, pages and passage exist",
            applies_to="answers that cite",
            place=90,
        ),
    )

    def score(self, given: Given) -> dict[str, float | None]:
        """As Scorer says."""
        return {"citation_validity": score(given.answer, given.pages)}


def score(answer: Answer, corpus: Corpus) -> float | None:
    """In [0, 1], over the citations of the answer and of its sub-answers; None without citations, 0 for a failed answer
    with citations."""
    cited = [citation for part in all_answers(answer) for citation in part.citations]
    if not cited:
        return None
    if answer.status == "failed":
        return 0.0
    chunks = {chunk.id: chunk for part in all_answers(answer) for chunk in part.context}
    return sum(_exists(citation, chunks.get(citation.chunk_id), corpus) for citation in cited) / len(cited)


def _exists(citation: Citation, chunk: Chunk | None, corpus: Corpus) -> bool:
    there = {page.number for page in corpus.get(citation.source_file, ())}
    pages = range(citation.first_page, citation.last_page + 1)
    return chunk is not None and chunk.source_file == citation.source_file and bool(pages) and there.issuperset(pages)
