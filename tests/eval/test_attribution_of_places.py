"""Which other places of the same words count as the evidence, and which do not."""

from __future__ import annotations

from dataclasses import replace

import pytest

from ragatta.eval.attribution import ON_THE_WAY, Attribution, attribute, wrongly_cited
from ragatta.eval.scoring import score_answer
from ragatta.eval.scoring_settings import Scoring
from ragatta.pipeline.types import Answer, Chunk, Citation, Evidence, Page, Question
from standins.cookery import (
    BOOK,
    QUESTION,
    cited,
    lost,
    of,
    split,
    steps,
)


def test_wrongly_cited() -> None:
    right = Answer("answered", "45", value="45", context=of(BOOK, 1), citations=cited(BOOK, 3))
    assert lost(QUESTION, right) == "wrongly_cited"
    assert lost(QUESTION, replace(right, citations=())) == ""
    both = (*right.citations, *cited(BOOK, 1))
    assert lost(QUESTION, replace(right, citations=both)) == ""
    assert lost(replace(QUESTION, evidence=()), right) == ""


SENTENCE = "Notice of renewal is mailed within 45 days"


NOTICE = Question("N", "When?", "number", "45", evidence=(Evidence("new.pdf", (1,), quote=SENTENCE, value="45"),))


TWINS = {
    "new.pdf": (Page("new.pdf", 1, f"{SENTENCE}."), Page("new.pdf", 2, "Fees of rule 45.")),
    "old.pdf": (Page("old.pdf", 1, "Fees of rule 45."), Page("old.pdf", 2, f"{SENTENCE}. All of it is as it was.")),
}


def of_twins(answer: Answer, question: Question = NOTICE) -> tuple[Attribution, float | None]:
    scores = score_answer(question, answer, TWINS, Scoring())
    return attribute(question, answer, scores, TWINS, lambda: split(40, TWINS)), scores["evidence_recall"]


def twin(file: str, page: int) -> tuple[Chunk, ...]:
    return tuple(c for c in split(40, TWINS).values() if c.source_file == file and c.first_page <= page <= c.last_page)


def test_who_cites_the_same_words_in_another_place_is_not_wrongly_cited() -> None:
    right = Answer("answered", "45", value="45", context=twin("new.pdf", 1), citations=cited("old.pdf", 2))
    assert of_twins(right)[0].lost_at == ""
    for bare_number in (cited("old.pdf", 1), cited("new.pdf", 2), cited("none.pdf", 1)):
        assert of_twins(replace(right, citations=bare_number))[0].lost_at == "wrongly_cited"


RATES = "HO3 10 1.05 0.95\nHO4 10 1.10 0.95"
FILINGS = {
    "clean.pdf": (Page("clean.pdf", 1, f"Class Fire Wind\n{RATES}"),),
    "marked.pdf": (
        Page("marked.pdf", 1, "HO3 10 1.061.05 0.95\nHO4 10 1.20 0.95"),
        Page("marked.pdf", 2, "HO4 old 10 1.30 1.10 0.95"),  # what is struck out stands beside what replaces it
        Page("marked.pdf", 3, "HO3 10 1.10 0.95\nHO4 10 1.05 0.95"),
    ),
}


@pytest.mark.parametrize("evidence", [
    Evidence("clean.pdf", (1,), value="1.10"), Evidence("clean.pdf", (1,), quote="HO4 10 1.10", value="1.10"),
])  # fmt: skip
def test_who_cites_the_same_row_in_another_version_is_not_wrongly_cited(evidence: Evidence) -> None:
    asked = Question("R", "Which?", "number", "1.10", evidence=(evidence,))

    def lost_at(page: int) -> str:
        whole = tuple(split(400, FILINGS).values())
        answer = Answer("answered", "1.10", value="1.10", context=whole, citations=cited("marked.pdf", page))
        scores = score_answer(asked, answer, FILINGS, Scoring())
        return attribute(asked, answer, scores, FILINGS, lambda: split(400, FILINGS)).lost_at

    assert [lost_at(page) for page in (1, 2, 3)] == ["wrongly_cited", "", "wrongly_cited"]


def test_a_value_alone_on_its_line_is_no_row() -> None:
    pages = {file: (Page(file, 1, "Fire\n1.10"),) for file in ("a.pdf", "b.pdf")}
    asked = Question("R", "Which?", "number", "1.10", evidence=(Evidence("a.pdf", (1,), value="1.10"),))
    answer = Answer("answered", "1.10", value="1.10", context=(), citations=cited("b.pdf", 1))
    assert wrongly_cited(asked, answer, pages)


def test_a_list_is_rightly_cited_where_all_its_items_stand() -> None:
    pages = {"a.pdf": (Page("a.pdf", 1, "Ice Dam; Water Back Up; Roof Age"), Page("a.pdf", 2, "Roof Age, Ice Dam"),
                       Page("a.pdf", 3, "Roof Age. Water Back Up. Ice Dam."))}  # fmt: skip
    items = ("Ice Dam", "Water Back Up", "Roof Age")
    asked = Question("L", "Which?", "list", items, evidence=(Evidence("a.pdf", (1,)),))
    whole = tuple(split(400, pages).values())

    def lost_at(*citations: Citation) -> str:
        answer = Answer("answered", "", items=items, context=whole, citations=citations)
        scores = score_answer(asked, answer, pages, Scoring())
        return attribute(asked, answer, scores, pages, lambda: split(400, pages)).lost_at

    assert lost_at(*cited("a.pdf", 3)) == ""
    assert lost_at(*cited("a.pdf", 2)) == "wrongly_cited"


def test_a_quote_that_reached_the_context_from_another_place_was_not_lost_on_the_way() -> None:
    on_the_way = steps(routed=["old.pdf"], planned=[["old.pdf"]], hits=())
    missed = Answer("answered", "9", value="9", context=twin("old.pdf", 2), steps=on_the_way)
    assert of_twins(missed) == (Attribution("not_used", ((SENTENCE, "not_used"),)), 1.0)
    bare = replace(missed, context=twin("old.pdf", 1))
    assert of_twins(bare) == (Attribution("not_routed", ((SENTENCE, "not_routed"),)), 0.0)
    cut = replace(bare, steps=steps(routed=["old.pdf"], hits=twin("old.pdf", 2)))
    assert of_twins(cut)[0].lost_at == "cut_from_context"


@pytest.mark.parametrize("evidence", [
    Evidence("new.pdf", (1,), value="45"), Evidence("new.pdf", (1,), quote="within 45 days"),
    Evidence("new.pdf", (2,), quote=SENTENCE),  # not there: the gold record is at fault
])  # fmt: skip
def test_only_a_statement_that_stands_where_the_gold_says_counts_elsewhere(evidence: Evidence) -> None:
    asked = replace(NOTICE, evidence=(evidence,))
    missed = Answer("answered", "9", value="9", context=twin("old.pdf", 2), steps=steps(routed=["old.pdf"], hits=()))
    found, recall = of_twins(missed, asked)
    assert (found.lost_at in ON_THE_WAY, recall) == (True, 0.0)
