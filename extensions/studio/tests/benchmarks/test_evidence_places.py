"""The rank of the right page, in each order."""

from __future__ import annotations

from dataclasses import replace

from benchmarks.evidence_places import is_short, lines, ranks_of
from ragatta.eval.matching.places import Place
from ragatta.pipeline.types import Evidence, Page, Question

TEXTS = ("Made under the laws of Florida, Florida and Florida.", "The contract is interpreted in the state of Florida.")
CORPUS = {"a.pdf": tuple(Page("a.pdf", number, text) for number, text in enumerate(TEXTS, 1))}
ASKED = "How is the contract interpreted?"
QUESTION = Question(
    "A", ASKED, "text", TEXTS[1], ("Florida",), (Evidence("a.pdf", (2,), TEXTS[1]),), documents=("a.pdf",)
)


def test_the_right_page_is_ranked_in_each_order() -> None:
    ranks = ranks_of(QUESTION, CORPUS, lambda query, _: [Place("a.pdf", (1,), query)])
    assert ranks == {"search alone": 1, "offered": 1, "offered, hybrid": 1}
    assert ranks_of(replace(QUESTION, evidence=(Evidence("a.pdf", (9,), ""),)), CORPUS)["offered"] == 0
    assert lines("a", [ranks, {**ranks, "offered": 0}])[1] == "| a | offered | 1 of 2 | 1 (50%) |"


def test_long_answers_and_questions_without_evidence_are_left_out() -> None:
    assert is_short(QUESTION)
    assert not is_short(replace(QUESTION, also_accepted=()))
    assert not is_short(replace(QUESTION, evidence=()))
