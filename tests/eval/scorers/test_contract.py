"""What every scorer keeps: its range, when it does not apply, what a failed answer is worth, and that it is a function
of what it is given."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, get_args

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ragatta.eval.scorers import Given, declared, passage_ranking, scorers
from ragatta.eval.scoring import ScoringTools, score_answer, scorer_versions
from ragatta.pipeline.llm.backends.ollama import Ollama
from ragatta.pipeline.llm.seam import Prompt
from ragatta.pipeline.tasks.base import Reply
from ragatta.pipeline.types import Answer, Chunk, Citation, Component, Evidence, Page, Question, StageRecord, Status
from tests.standins.judging import data_in, reply
from tests.standins.scoring import scoring

PAGES = {"book.pdf": (Page("book.pdf", 1, "Soup, bread and 45 minutes"), Page("book.pdf", 2, "cost $6"))}
EVIDENCE = (Evidence("book.pdf", (1,), "45 minutes"), Evidence("book.pdf", (2,), value="$6"))
COMPONENTS = (Component("price", 2.0, "$6"), Component("book", 1.0, files=("book.pdf", "other.pdf")))
GOLD = [
    Question("number", "?", "number", "$6", evidence=EVIDENCE, components=COMPONENTS),
    Question("list", "?", "list", ("Soup", "Bread"), ("Pie",), evidence=EVIDENCE[:1], components=COMPONENTS),
    Question("text", "?", "text", "45 minutes", evidence=EVIDENCE),
    Question("yes", "?", "yes_no", "yes"),
    Question("none", "?", "unanswerable"),
    Question("parts", "?", "multi", ("$6", "yes", "45 minutes"), sub_questions=("?", "?", "?"), evidence=EVIDENCE),
    Question("filtered", "?", "number", "$6", filters={"bucket": "soups", "price": {"<": 7}}, forbidden=("bread",)),
]
FROM_EVIDENCE = {
    "evidence_recall",
    "page_recall",
    "citation_precision",
    *(metric.name for metric in passage_ranking.PassageRanking.metrics),
}
FROM_EXPECTED = {
    "partial_match", "exact_match", "semantic_similarity", "context_precision", "context_recall", "nugget_recall",
    "nugget_recall_vital",
}.intersection(declared())  # fmt: skip


def embed(texts: Sequence[str]) -> np.ndarray:
    """(texts, 3), the same for the same text."""
    return np.array([[len(text), text.count("e"), text.count("s") - 1] for text in texts], dtype=np.float64)


def ask(prompt: Prompt[Any]) -> Reply:
    return prompt.reply.model_validate(reply(prompt.reply.model_fields, data_in(prompt.user)))


ALL = scoring(semantic_similarity=True, judge=True, judged=True, judge_llm=Ollama())
TOOLS = ScoringTools(embed, ask)


def scored(question: Question, answer: Answer) -> dict[str, float | None]:
    return score_answer(question, answer, PAGES, ALL, TOOLS)


TEXT = "Soup, bread and 45 minutes\ncost $6"
CHUNKS = [Chunk(str(n), "book.pdf", n, TEXT[n : n + 9], 1 + (n > 26), 1 + (n > 17), n, n + 9, 2) for n in (0, 9, 18)]
SAID = st.text(max_size=12) | st.sampled_from(["Soup", "bread", "$6", "45 minutes", "yes", "7", "- Soup\n- Bread"])
STAGE = StageRecord(
    "router", 0.0, details={
        "passages": [{"stands_on": {"book.pdf": [1]}}, {"stands_on": {}}],
        "documents": ["book.pdf"],
        "filters": [{"bucket": "soups", "field": "price", "operator": "<", "value": 7}],
        "tool_calls": [{"tool": "search_text", "args": {}, "hits": 3}],
    },
)  # fmt: skip
ANSWERS = st.builds(
    Answer,
    status=st.sampled_from(get_args(Status)),
    text=SAID,
    items=st.lists(SAID, max_size=3).map(tuple),
    value=SAID,
    citations=st.lists(
        st.builds(
            Citation, st.sampled_from(["book.pdf", "x.pdf"]), st.just(1), st.integers(1, 2), st.just(""), st.just(0.5)
        ),
        max_size=2,
    ).map(tuple),
    context=st.lists(st.sampled_from(CHUNKS), unique=True).map(tuple),
    steps=st.sampled_from([(), (STAGE,)]),
)


@settings(deadline=None)
@given(st.sampled_from(GOLD), ANSWERS)
def test_every_metric_is_a_share_and_the_same_each_time(question: Question, answer: Answer) -> None:
    scores = scored(question, answer)
    assert scores["score"] is not None
    assert scores.keys() <= declared().keys()
    assert all(value is None or 0 <= value <= 1 for name, value in scores.items() if declared()[name].range == "share")
    assert all(value is None or value >= 0 for value in scores.values())
    assert scores == scored(question, answer)


@settings(deadline=None)
@given(st.sampled_from(GOLD), ANSWERS)
def test_what_does_not_apply_depends_on_the_question(question: Question, answer: Answer) -> None:
    missing = {name for name, value in scored(question, answer).items() if value is None}
    if not question.evidence:
        assert missing >= FROM_EVIDENCE | {"router_recall"}
    else:
        assert not missing & (FROM_EVIDENCE - {"citation_precision"})
    if not question.expected:
        assert missing >= FROM_EXPECTED
    else:
        assert not missing & FROM_EXPECTED
    of_a_judge = {"judge", "judge_failed"}.intersection(declared())
    assert missing & of_a_judge == (set() if scored(question, answer)["undecided"] else of_a_judge)
    assert bool(question.components) == ("components_answer" not in missing)
    assert bool(question.sub_questions) == ("sub_answers" not in missing)
    assert bool(question.filters) == ("filter_correctness" not in missing)
    assert bool(question.forbidden) == ("injected_obeyed" not in missing)


@settings(deadline=None)
@given(st.sampled_from(GOLD), ANSWERS)
def test_a_failed_answer_earns_nothing(question: Question, answer: Answer) -> None:
    scores = scored(question, replace(answer, status="failed", failure="answered_badly"))
    assert {value for name, value in scores.items() if value is not None and declared()[name].better == "more"} == {0.0}


@pytest.mark.parametrize("name", scorer_versions())
def test_every_scorer_is_reached(name: str) -> None:
    right = Answer(
        "answered", "$6", value="$6", context=tuple(CHUNKS),
        citations=(Citation("book.pdf", 2, 2, "", 0.5),),
        steps=(STAGE,),
    )  # fmt: skip
    made = [scorers()[name]().score(Given(question, right, PAGES, embed, ask, "it might be")) for question in GOLD]
    assert any(value is not None for own in made for value in own.values())
