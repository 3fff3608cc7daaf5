"""All metrics of an answer, their means, and the digest of the code that makes them."""

from __future__ import annotations

import math
import pickle
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ragatta.eval.answers.number_rules import RULES
from ragatta.eval.core_scoring import CoreScoring
from ragatta.eval.matching.evidence import Corpus
from ragatta.eval.record.table import recorded
from ragatta.eval.scorers import SCORERS, declared, passage_ranking
from ragatta.eval.scoring import ScoringTools, score_answer, scorer_versions, summarise
from ragatta.eval.scoring_settings import Scoring
from ragatta.experiments.paths import ROOT
from ragatta.pipeline.documents.corpus import document_text
from ragatta.pipeline.plugins.identity import code_digest
from ragatta.pipeline.plugins.reach import reached
from ragatta.pipeline.types import Answer, Chunk, Citation, Component, Evidence, Page, Question, StageRecord

BEHAVIOUR = ("sub_answers", "filter_correctness", "tool_calls", "injected_obeyed")  # of the questions that test it
OPTIONAL = [name for name, one in declared().items() if one.on_request or name == "passages_aligned"]
OPEN = Answer("answered", "Bread costs $4.50 and soup costs $6.")  # no rule decides
QUESTION = Question("Q", "Costs?", "number", "$4.50", evidence=(Evidence("book.pdf", (3,), value="$4.50"),))


def everything(pages: tuple[Page, ...]) -> Chunk:
    text = document_text(pages)
    return Chunk("all", pages[0].source_file, 0, text, 1, len(pages), 0, len(text), len(pages))


def test_every_metric_by_name(corpus: Corpus) -> None:
    answer = Answer(
        "answered",
        "It costs $4.50, soup $6",
        value="4.5",
        context=(everything(corpus["book.pdf"]),),
        citations=(
            Citation("book.pdf", 3, 3, "all", 0.9),
            Citation("book.pdf", 1, 2, "all", 0.8),
            Citation("x", 3, 3, "", 0),
        ),
        steps=(StageRecord("router", 0.1, details={"documents": ["book.pdf"]}),),
    )
    assert score_answer(QUESTION, answer, corpus, Scoring()) == {
        "score": 1.0,
        "decided": 1.0,
        "record_error": round(recorded().classes["number: exact, decided, measured"].error, 6),
        "undecided": 0.0,
        "score_if_wrong": 1.0,
        "score_if_right": 1.0,
        "partial_match": 1.0,
        "exact_match": 1.0,
        "evidence_recall": 1.0,
        "page_recall": 1.0,
        **dict.fromkeys((metric.name for metric in passage_ranking.PassageRanking.metrics), 1.0),
        "router_recall": 1.0,
        "citation_precision": 0.333333,
        "citation_validity": 0.666667,  # the corpus has no document x
        **dict.fromkeys(BEHAVIOUR),
        **dict.fromkeys(OPTIONAL),
    }


def test_a_failed_answer_is_zero_wherever_a_metric_applies(corpus: Corpus) -> None:
    shown = (everything(corpus["book.pdf"]),)
    failed = Answer("failed", "4.50", value="4.50", context=shown, failure="answered_badly")
    scores = score_answer(QUESTION, failed, corpus, Scoring())
    missing = {name for name, value in scores.items() if value is None}
    assert missing == {"record_error", "router_recall", "citation_validity", *BEHAVIOUR, *OPTIONAL}
    assert {name: value for name, value in scores.items() if value} == {"decided": 1.0}
    lost = score_answer(QUESTION, replace(failed, failure="not_answered"), corpus, Scoring())
    assert lost == {**scores, "score_if_right": 1.0, "decided": None}, "nothing is known of it"


def test_tolerance_comes_from_the_settings(corpus: Corpus) -> None:
    answer = Answer("answered", "", value="4.52")
    assert score_answer(QUESTION, answer, corpus, Scoring())["score"] == 0.0
    assert score_answer(QUESTION, answer, corpus, Scoring(number_tolerance=0.01))["score"] == 1.0


@pytest.mark.parametrize(
    ("name", "right", "wrong"),
    [
        ("number_tolerance", (0.0, 0.5), (-0.1, 1.0)),
        ("error", (0.0, 1.0), (-0.1, 1.1)),
        ("number_rules", ([], [*RULES]), (["no_rule"],)),
        ("cutoff", (1,), (0,)),
    ],
)
def test_settings_say_what_is_wrong(name: str, right: Sequence[Any], wrong: Sequence[Any]) -> None:
    for value in right:
        assert Scoring(**{name: value}).problems() == []
    for value in wrong:
        (fault,) = Scoring(**{name: value}).problems()
        assert fault.startswith(f"scoring.{name}")


COMPONENTS = (Component("price", 1.0, "$4.50"), Component("book", 1.0, files=("book.pdf",)))


def test_components_are_scored_unless_switched_off(corpus: Corpus) -> None:
    question, answer = replace(QUESTION, components=COMPONENTS), Answer("answered", "$4.50")
    scores = score_answer(question, answer, corpus, Scoring())
    assert (scores["components_context"], scores["components_answer"]) == (0.0, 0.5)
    scores = score_answer(question, answer, corpus, Scoring(components=False))
    assert (scores["components_context"], scores["components_answer"]) == (None, None)


def test_optional_metrics_need_their_tools(corpus: Corpus) -> None:
    answer, embedding = Answer("answered", "$4.50"), Scoring(semantic_similarity=True)
    with pytest.raises(ValueError, match="needs an embedder"):
        score_answer(QUESTION, answer, corpus, embedding)
    tools = ScoringTools(lambda texts: np.ones((len(texts), 2)))
    assert score_answer(QUESTION, answer, corpus, embedding, tools)["semantic_similarity"] == 1


def test_nobody_is_asked_where_no_extension_brings_a_model() -> None:
    plain = CoreScoring()
    assert (plain.asked_model(), plain.models(), plain.calls(10, 5)) == (None, {}, 0)
    assert plain.without_model() == plain.with_models(lambda llm: llm) == plain
    asking = [one for one in declared().values() if one.asks]
    assert not any(map(plain.computes, asking))
    assert plain.computes(declared()["score"])


def test_settings_are_pickled_with_what_extensions_bring() -> None:
    assert pickle.loads(pickle.dumps(Scoring(0.1))) == Scoring(0.1)


def test_means_leave_out_what_does_not_apply() -> None:
    rows: list[dict[str, float | None]] = [
        {"score": 1.0, "page_recall": None},
        {"score": 0.0, "page_recall": 0.5},
        {"score": 0.5, "router_recall": None},
    ]
    means = summarise(rows)
    assert means["score"] == (1.0 + 0.0 + 0.5) / 3
    assert means["page_recall"] == 0.5
    assert "router_recall" not in means
    assert means["score_ci_low"] <= 0.5 <= means["score_ci_high"]


def test_repeats_of_a_question_are_averaged_first() -> None:
    rows = [{"score": 1.0}, {"score": 0.0}, {"score": 1.0}, {"score": 1.0}]
    means = summarise(rows, ["A", "A", "B", "C"])
    assert means["score"] == round((0.5 + 1.0 + 1.0) / 3, 6)


def test_one_question_says_next_to_nothing() -> None:
    means = summarise([{"score": 0.7}])
    assert means["score"] == 0.7
    assert means["score_ci_low"] < 0.02
    assert means["score_ci_high"] > 0.98
    assert summarise([]) == {}


def test_questions_that_belong_together_widen_the_interval() -> None:
    rows = [{"score": float(n % 20 < 10)} for n in range(100)]
    names = [f"q{n}" for n in range(100)]
    alone, together = summarise(rows, names), summarise(rows, names, {f"q{n}": str(n // 10) for n in range(100)})
    assert together["score_ci_low"] < alone["score_ci_low"] < alone["score_ci_high"] < together["score_ci_high"]


def test_the_interval_is_that_of_the_mean() -> None:
    rows = [{"score": float(n % 2)} for n in range(100)]
    means = summarise(rows)
    # the mean of 100 fair coins has a standard deviation of 0.05: 95% lie within 1.96 of them
    assert means["score_ci_low"] == pytest.approx(0.5 - 1.96 * 0.05, abs=0.015)
    assert means["score_ci_high"] == pytest.approx(0.5 + 1.96 * 0.05, abs=0.015)
    assert summarise(rows) == means


@settings(max_examples=20, deadline=None)
@given(st.lists(st.floats(0, 1), min_size=1, max_size=8))
def test_the_interval_lies_within_the_scores(scores: list[float]) -> None:
    means = summarise([{"score": score} for score in scores])
    if not math.isnan(means["score_ci_low"]):
        assert 0 <= means["score_ci_low"] <= means["score"] <= means["score_ci_high"] <= 1


def test_every_scorer_has_a_version_of_the_code_that_it_reaches() -> None:
    versions = scorer_versions()
    assert set(versions) == set(SCORERS.names())
    assert versions["components"] == code_digest("ragatta.eval.scorers.components")
    assert versions["components"] != versions["sub_answers"]


def test_what_all_scores_share_reaches_no_scorer_but_that_of_the_score() -> None:
    shared = {path.relative_to(ROOT).as_posix() for path in reached("ragatta.eval.scoring", "ragatta.eval.attribution")}
    assert {path for path in shared if "/scorers/" in path} == {"eval/scorers/__init__.py", "eval/scorers/score.py"}
    assert not {path for path in shared if path.startswith("extensions/")}
