"""Planner → Retriever → Reasoner → Validator → Responder: is the question safe, search, answer, is the answer sound?

Source: seed 002.
"""

from __future__ import annotations

from pipeline.agents.guarded.question_guard import check_question, with_replies
from pipeline.agents.guarded.reasoner import reason
from pipeline.agents.guarded.responder import respond
from pipeline.agents.guarded.similarity_retriever import search_by_similarity
from pipeline.agents.guarded.validator import validate
from pipeline.settings import Architecture
from pipeline.toolbox import Toolbox
from pipeline.types import Answer, AskedQuestion

USES = ("guard", "reasoner")
UNSUPPORTED = ("compare", "filter", "clarify")  # of what is unclear it asks back only what is too short or too long
TAKES_REPLIES = True  # AskedQuestion.replies: what the user said to a question too short or too long


def calls(settings: Architecture, documents: int) -> int:  # noqa: ARG001 - every architecture is asked alike
    """One model call: the reasoner's. A question that is not let through costs none."""
    return 1


def answer(asked: AskedQuestion, tools: Toolbox) -> Answer:
    """The answer; refused, clarify or no_information without any search where the planner does not let the question
    through, failed where the validator rejects what the model gave. Raises ModelUnavailable and ReplyMissing."""
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
