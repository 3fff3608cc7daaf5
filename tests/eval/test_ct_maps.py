"""The real dataset's questions and annotations against its real pages, where they are at hand."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from ragatta.eval.gold.questions import check_evidence, load_questions
from ragatta.eval.matching.evidence import Corpus
from ragatta.eval.scoring import score_answer
from ragatta.eval.scoring_settings import Scoring
from ragatta.pipeline.documents.corpus import document_text
from ragatta.pipeline.types import Answer, Chunk, Citation, Page, Question

ANNOTATIONS = Path(__file__).parents[2] / "datasets" / "ct_maps" / "annotations.yaml"
ADDED = ANNOTATIONS.with_name("added.yaml")
STRANGERS = ANNOTATIONS.with_name("strangers.yaml")
DATA = Path(os.environ.get("RAGATTA_DATA") or "no-such-folder") / "ct_maps"

pytestmark = pytest.mark.skipif(not DATA.is_dir(), reason="RAGATTA_DATA names no folder with ct_maps")


@pytest.fixture(scope="module")
def questions() -> dict[str, Question]:
    own = load_questions(DATA / "questions.csv", ANNOTATIONS, ADDED)
    return {question.id: question for question in (*own, *load_questions(STRANGERS))}


@pytest.fixture(scope="module")
def corpus(questions: dict[str, Question]) -> Corpus:
    """The evidence's documents, read by pdfium."""
    import pypdfium2

    names = {evidence.file for question in questions.values() for evidence in question.evidence}
    read: dict[str, tuple[Page, ...]] = {}
    for name in names:
        with pypdfium2.PdfDocument(DATA / "pdfs" / name) as pdf:
            texts = [pdf[at].get_textpage().get_text_range() for at in range(len(pdf))]
        read[name] = tuple(Page(name, number, text) for number, text in enumerate(texts, 1))
    return read


def context(corpus: Corpus, file_part: str, page: int) -> Chunk:
    """One page as a chunk."""
    (name,) = [name for name in corpus if file_part in name]
    start = len(document_text(corpus[name][: page - 1])) + (page > 1)
    text = corpus[name][page - 1].text
    return Chunk(f"{page}", name, page, text, page, page, start, start + len(text), len(corpus[name]))


def test_all_evidence_stands_on_its_pages(questions: dict[str, Question], corpus: Corpus) -> None:
    assert check_evidence(questions.values(), corpus) == []
    assert (questions["EF_1"].kind, questions["EF_2"].kind) == ("list", "number")
    assert len(questions["EF_1"].expected) == 33


def test_the_manuals_own_35_rules_score_whole(questions: dict[str, Question], corpus: Corpus) -> None:
    question = questions["EF_1"]
    own_wording = tuple(item.replace(" / ", "/").upper() for item in question.expected)
    pages = (context(corpus, "Rules Manual", 2), context(corpus, "Rules Manual", 3))
    answer = Answer("answered", "", (*own_wording, *question.also_accepted), context=pages)
    scores = score_answer(question, answer, corpus, Scoring())
    whole = ("score", "partial_match", "exact_match", "evidence_recall", "page_recall")
    assert {name: scores[name] for name in whole} == dict.fromkeys(whole, 1.0)
    first_page_only = score_answer(question, Answer("answered", "", context=pages[:1]), corpus, Scoring())
    assert first_page_only["evidence_recall"] == round(22 / 33, 6)  # rules 1 to 22 stand on page 2


def test_the_same_factor_in_another_exhibit_is_no_evidence(questions: dict[str, Question], corpus: Corpus) -> None:
    def recall(*chunks: Chunk) -> float | None:
        return score_answer(questions["EF_2"], Answer("answered", "", context=chunks), corpus, Scoring())[
            "evidence_recall"
        ]

    rule, base = context(corpus, "Rules Manual", 23), context(corpus, "Homeowners MAPS Rate Pages", 4)
    factor, trap = context(corpus, "Homeowners MAPS Rate Pages", 72), context(corpus, "Homeowners MAPS Rate Pages", 41)
    assert "2.061" in trap.text
    assert recall(trap) == 0.0
    assert recall(rule, trap) == round(1 / 3, 6)
    assert recall(rule, base, factor) == 1.0


def test_the_five_facts_of_the_premium(questions: dict[str, Question], corpus: Corpus) -> None:
    question = questions["EF_2"]
    assert [(part.name, part.weight) for part in question.components] == [
        (name, 20.0) for name in ("right documents", "deductible", "base rate", "factor", "result")
    ]
    assert set(question.components[0].files) == {evidence.file for evidence in question.evidence}
    rule, base = context(corpus, "Rules Manual", 23), context(corpus, "Homeowners MAPS Rate Pages", 4)
    factor, trap = context(corpus, "Homeowners MAPS Rate Pages", 72), context(corpus, "Homeowners MAPS Rate Pages", 41)

    def scored(answer: Answer) -> tuple[float | None, float | None]:
        scores = score_answer(question, answer, corpus, Scoring())
        return scores["components_context"], scores["components_answer"]

    cites = tuple(Citation(name, 1, 1, "", 0.5) for name in question.components[0].files)
    whole = Answer("answered", "2%: $293 x 2.061 = $604", value="$604", context=(rule, base, factor), citations=cites)
    assert scored(whole) == (1.0, 1.0)
    astray = Answer("answered", "$293 x 2.038 = $597", value="$597", context=(base, trap), citations=cites[:1])
    assert scored(astray) == ((0.5 + 1) / 4, (0.5 + 1) / 5)
