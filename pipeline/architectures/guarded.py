"""Planner → Retriever → Reasoner → Validator → Responder: check the question, search, draft, check the draft, answer.

Source: seed 002.
"""

from __future__ import annotations

from ragatta.pipeline.agents.guarded.question_guard import check_question, with_replies
from ragatta.pipeline.agents.guarded.reasoner import reason
from ragatta.pipeline.agents.guarded.responder import respond
from ragatta.pipeline.agents.guarded.similarity_retriever import search_by_similarity
from ragatta.pipeline.agents.guarded.validator import validate
from ragatta.pipeline.settings.architecture import DETECTORS, Architecture
from ragatta.pipeline.toolbox import Toolbox
from ragatta.pipeline.types import Answer, AskedQuestion

USES = ("guard", "detector", "reasoner")
UNSUPPORTED = ("compare", "filter", "clarify")  # of what is unclear it asks back only what is too short or too long
UNREAD = ()
SEARCHES = True
ANSWERS_WITHOUT_DOCUMENTS = True  # make ask over an empty folder: it says that there is nothing to search
TAKES_REPLIES = True  # AskedQuestion.replies: what the user said to a question too short or too long


def calls(settings: Architecture, documents: int) -> int:  # noqa: ARG001 - every architecture is asked alike
    """The most model calls per question: one of the reasoner and, if the detector asks a model, one for the question
    and several for the retrieved text. With rules, a rejected question costs none."""
    asks_a_model = DETECTORS.load(settings.detector.name).ASKS_A_MODEL
    return 1 + (1 + settings.detector.max_calls if asks_a_model else 0)


def answer(asked: AskedQuestion, tools: Toolbox) -> Answer:
    """The answer. If the planner rejects the question: refused, clarify or no_information, without a search. If the
    validator rejects the draft: failed. Raises ModelError."""
    asked = with_replies(asked)
    with tools.stage("planner") as stage:
        stopped = check_question(asked.question, tools, stage)
    if stopped:
        return stopped
    with tools.stage("retriever") as stage:
        found = search_by_similarity(asked, tools, stage)
    with tools.stage("reasoner") as stage:
        draft = reason(asked.question, found, tools, stage)
    with tools.stage("validator") as stage:
        verdict = validate(draft, stage)
    with tools.stage("responder") as stage:
        return respond(draft, verdict, stage)
