"""The rank of the right page, in each order."""

from __future__ import annotations

from benchmarks.evidence_places import ranks_of
from ragatta.pipeline.types import Evidence, Page, Question

TEXTS = ("Made in Florida.", "The contract is interpreted under the laws of Florida.")
CORPUS = {"a.pdf": tuple(Page("a.pdf", number, text) for number, text in enumerate(TEXTS, 1))}


def test_the_right_page_is_ranked_in_each_order() -> None:
    asked = "Under which laws is the contract interpreted?"
    question = Question(
        "A", asked, "text", TEXTS[1], ("Florida",), (Evidence("a.pdf", (2,), TEXTS[1]),), documents=("a.pdf",)
    )
    assert ranks_of(question, CORPUS) == {"by reading": 2, "question": 1, "question + answer": 1, "search alone": 1}
    assert ranks_of(Question("B", asked, "text", "Texas", documents=("a.pdf",)), CORPUS) == {}
