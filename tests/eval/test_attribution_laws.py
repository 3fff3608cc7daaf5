"""Laws of attribution, over whatever a pipeline may have done with a question."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ragatta.eval.attribution import ON_THE_WAY, STAGES
from ragatta.eval.scoring import score_answer
from ragatta.eval.scoring_settings import Scoring
from ragatta.pipeline.types import Answer, Chunk, Evidence, Question
from standins.cookery import (
    BOOK,
    CHUNKS,
    COSTS,
    PAGES,
    QUESTION,
    SIMMERS,
    attributed,
    steps,
)

# What a pipeline may have done with a question: any documents routed and planned, any chunks found and shown.
FILES = st.sets(st.sampled_from([*PAGES]))


FOUND = st.lists(st.sampled_from([*CHUNKS.values()]), unique=True)


QUESTIONS = st.sampled_from(
    [
        Question("Q", "45 x 6?", "number", "270", evidence=(SIMMERS, COSTS)),
        Question("Q", "List", "list", ("Onion soup", "Rye bread"), evidence=(Evidence(BOOK, (1, 2)),)),
        QUESTION,
    ]
)


TEXTS = st.sampled_from(["", "45", "270", "45 x $6 = 271", "Onion soup", "Onion soup, Rye bread"])


@st.composite
def answers(draw: st.DrawFn) -> Answer:
    shown = draw(FOUND)
    recorded: dict[str, Any] = {}
    if draw(st.booleans()):
        recorded["routed"] = draw(FILES)
    if draw(st.booleans()):
        recorded["planned"] = draw(st.lists(FILES, max_size=2))
    if draw(st.booleans()):
        recorded["hits"] = [*shown, *draw(FOUND)]
    text = draw(TEXTS)
    status = draw(st.sampled_from(["answered", "answered", "no_information", "failed"]))
    return Answer(status, text, value=text, context=tuple(shown), steps=steps(**recorded))


@given(QUESTIONS, answers())
def test_the_questions_stage_is_the_earliest_of_its_evidence(question: Question, answer: Answer) -> None:
    found = attributed(question, answer)
    missed = score_answer(question, answer, PAGES, Scoring())["score"] != 1
    stages = [stage for _, stage in found.evidence if stage]
    assert len(found.evidence) == len(question.expected if question.kind == "list" else question.evidence)
    if missed and stages:
        assert found.lost_at == min(stages, key=STAGES.index)
    assert bool(found.lost_at) == missed
    assert "not_used" not in stages or missed


@given(QUESTIONS, answers())
def test_what_is_lost_on_the_way_did_not_reach_the_context(question: Question, answer: Answer) -> None:
    reached = [stage not in ON_THE_WAY for _, stage in attributed(question, answer).evidence]
    scores = score_answer(question, answer, PAGES, Scoring())
    assert sum(reached) / len(reached) == pytest.approx(scores["evidence_recall"], abs=1e-6)


@given(QUESTIONS, answers(), FOUND)
def test_more_context_moves_no_evidence_to_an_earlier_stage(
    question: Question, answer: Answer, more: Sequence[Chunk]
) -> None:
    def stages(context: tuple[Chunk, ...]) -> list[int]:
        found = attributed(question, replace(answer, context=context)).evidence
        return [STAGES.index(stage) if stage else len(STAGES) for _, stage in found]

    grown = [stages(answer.context + tuple(more[:n])) for n in range(len(more) + 1)]
    assert all(a <= b for before, after in pairwise(grown) for a, b in zip(before, after, strict=True))
