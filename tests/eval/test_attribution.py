"""The first stage that lost a question, each constructed so that exactly that stage did."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import pytest

from ragatta.eval.attribution import Attribution
from ragatta.pipeline.agents.context.partial_chunk import stretch
from ragatta.pipeline.types import Answer, Chunk, Evidence, Exchange, Question, StageRecord
from standins.cookery import (
    BOOK,
    CHUNKS,
    COSTS,
    QUESTION,
    SIMMERS,
    attributed,
    cited,
    lost,
    of,
    steps,
)


def test_a_right_answer_is_not_lost() -> None:
    answer = Answer("answered", "45", value="45", context=of(BOOK, 1), citations=cited(BOOK, 1))
    assert attributed(QUESTION, answer) == Attribution("", ((SIMMERS.quote, ""),))


def test_a_failed_answer_is_lost_before_everything() -> None:
    answer = Answer("failed", "", context=of(BOOK, 1), failure="answered_badly")
    assert attributed(QUESTION, answer) == Attribution("failed", ((SIMMERS.quote, "failed"),))
    lost = replace(answer, failure="timed_out")
    assert attributed(QUESTION, lost) == Attribution("not_answered", ((SIMMERS.quote, "not_answered"),))


def test_not_parsed() -> None:
    nowhere = replace(QUESTION, evidence=(Evidence(BOOK, (2,), quote=SIMMERS.quote),))  # not on that page
    assert lost(nowhere, Answer("answered", "", context=tuple(CHUNKS.values()))) == "not_parsed"
    missing = replace(QUESTION, evidence=(Evidence("other.pdf", (1,), value="45"),))
    assert lost(missing, Answer("answered", "")) == "not_parsed"


def test_not_indexed() -> None:
    answer = Answer("answered", "", steps=steps(routed=[], planned=[], hits=[]))
    without_a_border = {id_: chunk for id_, chunk in CHUNKS.items() if id_ != f"{BOOK}#1"}
    assert attributed(QUESTION, answer, lambda: without_a_border).lost_at == "not_indexed"
    assert attributed(QUESTION, answer).lost_at == "not_routed"


def test_a_figure_that_its_table_chunk_lost_is_not_indexed() -> None:
    written = {
        id_: replace(chunk, text="Table: Minutes\nSoup: Onion", original=chunk.text, table=f"{BOOK}#t1")
        for id_, chunk in CHUNKS.items()
    }
    minutes = replace(QUESTION, evidence=(Evidence(BOOK, (1,), value="45"),))
    answer = Answer("answered", "", context=tuple(written.values()), steps=steps(hits=[]))
    assert attributed(minutes, answer, lambda: written).lost_at == "not_indexed"
    whole = {id_: replace(chunk, text=f"{chunk.text}; Minutes: 45") for id_, chunk in written.items()}
    assert attributed(minutes, answer, lambda: whole).lost_at == "not_retrieved"


def test_not_routed_and_not_planned() -> None:
    routed = Answer("answered", "", steps=steps(routed=["prices.pdf"], planned=[["prices.pdf"]], hits=[]))
    assert lost(QUESTION, routed) == "not_routed"
    planned = Answer("answered", "", steps=steps(routed=[BOOK, "prices.pdf"], planned=[["prices.pdf"]], hits=[]))
    assert lost(QUESTION, planned) == "not_planned"


def test_a_step_that_names_no_document_is_over_all_of_them() -> None:
    answer = Answer("answered", "", steps=steps(routed=[BOOK], planned=[["prices.pdf"], []], hits=[]))
    assert lost(QUESTION, answer) == "not_retrieved"


def test_stages_that_record_nothing_are_skipped() -> None:
    assert lost(QUESTION, Answer("answered", "")) == "not_retrieved"
    assert lost(QUESTION, Answer("answered", "", steps=(StageRecord("router", 0.0), StageRecord("planner", 0.0)))) == (
        "not_retrieved"
    )
    assert lost(QUESTION, Answer("answered", "", steps=steps(planned=[["prices.pdf"]]))) == "not_planned"


def test_only_a_router_chooses_documents() -> None:
    record = StageRecord("router", 0.0, details={"documents": ["prices.pdf"]})
    assert lost(QUESTION, Answer("answered", "", steps=(record,))) == "not_routed"
    assert lost(QUESTION, Answer("answered", "", steps=(replace(record, name="search"),))) == "not_retrieved"


def test_the_steps_of_sub_answers_count() -> None:
    part = Answer("answered", "", steps=steps(routed=[BOOK], hits=of(BOOK, 1)))
    answer = Answer("answered", "", steps=steps(routed=["prices.pdf"]), sub_answers=(part,))
    assert lost(QUESTION, answer) == "cut_from_context"


def test_not_retrieved_and_cut_from_context() -> None:
    on_the_way = steps(routed=[BOOK], planned=[[BOOK]], hits=of(BOOK, 3))
    assert lost(QUESTION, Answer("answered", "", context=of(BOOK, 3), steps=on_the_way)) == "not_retrieved"
    found = steps(routed=[BOOK], planned=[[BOOK]], hits=of(BOOK, 1, 3))
    assert lost(QUESTION, Answer("answered", "", context=of(BOOK, 3), steps=found)) == "cut_from_context"


def test_what_was_taken_for_an_order_is_withheld() -> None:
    first, second, *rest = of(BOOK, 1)
    left = stretch(second, 10, 20)
    record = StageRecord("reasoner", 0.0, details={"withheld": {second.id: [[0, 10]]}})
    found = (*steps(routed=[BOOK], hits=of(BOOK, 1)), record)
    assert lost(QUESTION, Answer("answered", "", context=(first, left, *rest), steps=found)) == "withheld"
    elsewhere = replace(record, details={"withheld": {second.id: [[18, 20]]}})
    shown = (first, stretch(second, 0, 18), *rest)
    assert lost(QUESTION, Answer("answered", "", context=shown, steps=(elsewhere,))) == "not_used"


def test_what_stands_behind_the_cut_of_a_shown_chunk_was_retrieved() -> None:
    whole = of(BOOK, 1)
    shown = tuple(replace(chunk, text=chunk.text[:5], char_end=chunk.char_start + 5) for chunk in whole)
    answer = Answer("answered", "", context=shown, steps=steps(routed=[BOOK], hits=whole))
    assert lost(QUESTION, answer) == "cut_from_context"


def test_hits_and_context_join_to_one_stretch() -> None:
    first, *rest = of(BOOK, 1)
    answer = Answer("answered", "", context=tuple(rest), steps=steps(hits=[first]))
    assert lost(QUESTION, answer) == "cut_from_context"


def test_a_hit_of_another_collection_is_refused() -> None:
    answer = Answer("answered", "", steps=steps(hits=[Chunk("other", BOOK, 0, "", 1, 1, 0, 1, 3)]))
    with pytest.raises(ValueError, match="chunk other was retrieved but is not in the collection"):
        attributed(QUESTION, answer)


def test_not_used() -> None:
    context = of(BOOK, 1)
    assert lost(QUESTION, Answer("answered", "30", value="30", context=context)) == "not_used"
    assert lost(QUESTION, Answer("no_information", "45", context=context)) == "not_used"


def test_a_wrong_product_of_figures_that_are_all_there_is_not_used() -> None:
    product = Question("Q", "45 x 6?", "number", "270", evidence=(SIMMERS, COSTS))
    context = (*of(BOOK, 1), *of("prices.pdf", 1))
    both = Answer("answered", "45 x $6 = 280", value="280", context=context)
    assert attributed(product, both) == Attribution("not_used", ((SIMMERS.quote, ""), ("$6", "")))
    one = Answer("answered", "45 x 7 = 315", value="315", context=context)
    assert attributed(product, one) == Attribution("not_used", ((SIMMERS.quote, ""), ("$6", "not_used")))


def test_the_question_is_lost_at_the_earliest_stage() -> None:
    product = Question("Q", "45 x 6?", "number", "270", evidence=(COSTS, SIMMERS))
    answer = Answer("answered", "", context=of("prices.pdf", 1), steps=steps(routed=["prices.pdf"], hits=[]))
    assert attributed(product, answer) == Attribution("not_routed", (("$6", "not_used"), (SIMMERS.quote, "not_routed")))


def test_the_items_of_a_list_are_lost_one_by_one() -> None:
    items = Question(
        "Q", "List", "list", ("Onion soup", "Rye bread", "Pea soup"), evidence=(Evidence(BOOK, (1, 2, 3)),)
    )
    answer = Answer("answered", "", ("Onion soup",), context=tuple(c for c in of(BOOK, 1, 2) if c.last_page < 3))
    assert attributed(items, answer).evidence == (
        ("Onion soup", ""),
        ("Rye bread", "not_used"),
        ("Pea soup", "not_retrieved"),
    )
    assert lost(items, answer) == "not_retrieved"


def test_one_of_several_places_is_enough() -> None:
    minutes = Question("Q", "List", "list", ("minutes",), evidence=(Evidence(BOOK, (1, 2, 3)),))
    assert attributed(minutes, Answer("answered", "", context=of(BOOK, 2))).evidence == (("minutes", "not_used"),)


def test_the_evidence_of_parts_is_followed_by_its_quotes() -> None:
    question = Question("Q", "?", "multi", ("45", "6"), evidence=(SIMMERS, COSTS), sub_questions=("a", "b"))
    part = Answer("answered", "45", value="45")
    answer = Answer("answered", "", context=of(BOOK, 1), steps=steps(hits=of(BOOK, 1)), sub_answers=(part,))
    assert attributed(question, answer) == Attribution("not_retrieved", ((SIMMERS.quote, ""), ("$6", "not_retrieved")))


def test_a_page_alone_says_where_no_words_were_lost() -> None:
    page = replace(QUESTION, evidence=(Evidence(BOOK, (1,)),))
    assert attributed(page, Answer("answered", "30")) == Attribution("no_evidence")
    both = replace(QUESTION, evidence=(Evidence(BOOK, (1,)), SIMMERS))
    assert attributed(both, Answer("answered", "30", context=of(BOOK, 1))).evidence == ((SIMMERS.quote, "not_used"),)


def test_no_evidence_says_where() -> None:
    assert lost(replace(QUESTION, evidence=()), Answer("answered", "30")) == "no_evidence"


def test_chunks_are_not_read_where_the_context_says_all() -> None:
    def never() -> Mapping[str, Chunk]:
        raise AssertionError("the collection was opened")

    answer = Answer("answered", "30", value="30", context=of(BOOK, 1), steps=steps(hits=of(BOOK, 1, 2)))
    assert attributed(QUESTION, answer, never).lost_at == "not_used"


def test_a_turn_that_was_asked_without_the_words_that_it_rests_on() -> None:
    turn = replace(
        QUESTION, question="And in 2022?", standalone="How long does the onion soup simmer in 2022?",
        turns=(Exchange("How long does the onion soup simmer?", "45 minutes"),),
    )  # fmt: skip

    def asked_as(words: str) -> str:
        history = StageRecord("history", 0.0, details={"alone": words})
        return lost(turn, Answer("answered", "", steps=(history, *steps(routed=["prices.pdf"], hits=[]))))

    assert lost(turn, Answer("answered", "", steps=steps(routed=["prices.pdf"], hits=[]))) == "not_reworded"
    assert asked_as("How long does the soup simmer?") == "not_routed", "most of the words, and the year of its own"
    assert asked_as("And in 2022, the price?") == "not_reworded"
    named = replace(turn, standalone="How long does the soup of Ada Lee simmer in 2022?")
    without_turns = replace(turn, turns=())
    turn = named
    assert asked_as("How long does the soup simmer in 2022?") == "not_reworded", "the name is lacking"
    assert asked_as("How long does the soup of Ada Lee simmer?") == "not_routed"
    turn = without_turns
    assert asked_as("And in 2022?") == "not_routed"
