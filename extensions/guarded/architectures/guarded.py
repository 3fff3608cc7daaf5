"""Planner → Retriever → Reasoner → Validator → Responder: check the question, search, draft, check the draft, answer.

Orders in documents are the attack of Greshake et al. 2023 (arXiv:2302.12173). See extensions/guarded/README.md.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from ragatta.extensions.guarded.agents.detector import Detector
from ragatta.extensions.guarded.agents.question_guard import (
    LEAST_CHARACTERS,
    MOST_CHARACTERS,
    check_question,
    with_replies,
)
from ragatta.extensions.guarded.agents.reasoner import Reasoner
from ragatta.extensions.guarded.agents.responder import respond
from ragatta.extensions.guarded.agents.similarity_retriever import search_by_similarity
from ragatta.extensions.guarded.agents.validator import validate
from ragatta.extensions.guarded.detectors.rules import Rules
from ragatta.pipeline.agents.toolbox import Toolbox
from ragatta.pipeline.architectures._searching import Searching
from ragatta.pipeline.plugins.former import Former
from ragatta.pipeline.types import Answer, AskedQuestion

GUARD = "extensions/guarded/agents/question_guard.py"


@dataclass(frozen=True)
class Guarded(Searching):
    """As the module says."""

    # Of what is unclear it asks back only what is too short or too long.
    UNSUPPORTED: ClassVar[tuple[str, ...]] = ("compare", "filter", "clarify")
    FORMER: ClassVar[Mapping[str, Former]] = {
        "guard.least_characters": Former(LEAST_CHARACTERS, constant=GUARD),
        "guard.most_characters": Former(MOST_CHARACTERS, constant=GUARD),
    }
    ANSWERS_WITHOUT_DOCUMENTS: ClassVar[bool] = True  # it says that there is nothing to search
    TAKES_REPLIES: ClassVar[bool] = True  # what the user said to a question too short or too long
    detector: Detector = Rules()
    reasoner: Reasoner = Reasoner()

    def calls(self, documents: int) -> int:
        """The most model calls per question: one of the reasoner, and those of the detector. With rules, a rejected
        question costs none."""
        return 1 + self.detector.calls()

    def answer(self, asked: AskedQuestion, tools: Toolbox) -> Answer:
        """The answer. If the planner rejects the question: refused, clarify or no_information, without a search. If the
        validator rejects the draft: failed. Raises ModelError."""
        asked = with_replies(asked)
        with tools.stage("planner") as stage:
            stopped = check_question(asked.question, self.detector, tools, stage)
        if stopped:
            return stopped
        with tools.stage("retriever") as stage:
            found = search_by_similarity(asked, tools, stage)
        with tools.stage("reasoner") as stage:
            draft = self.reasoner.reason(asked.question, found, self.detector, tools, stage)
        with tools.stage("validator") as stage:
            verdict = validate(draft, tools.confidence, stage)
        with tools.stage("responder") as stage:
            return respond(draft, verdict, stage)
