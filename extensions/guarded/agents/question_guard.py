"""Decides whether a question goes on to retrieval, or is answered at once with the reason why not."""

from __future__ import annotations

from dataclasses import replace

from ragatta.extensions.guarded.agents.detector import Detector, attack_in
from ragatta.pipeline.agents.toolbox import Toolbox
from ragatta.pipeline.agents.trace import Stage
from ragatta.pipeline.types import Answer, AskedQuestion

# Of a question: what is shorter names nothing to search for, and what is longer is a document rather than a question.
LEAST_CHARACTERS, MOST_CHARACTERS = 10, 2000
UNSAFE = "This question is not answered: it holds an order to the system, or code, beside or instead of a question."
NO_DOCUMENTS = "There is nothing to search yet: add PDF documents and index them, then ask again."
TOO_SHORT = (
    "The question is too short to search for ({length} characters, at least {limit}). What would you like to know?"
)
TOO_LONG = "The question is too long ({length} characters, at most {limit}). Please ask for less at once."


def with_replies(asked: AskedQuestion) -> AskedQuestion:
    """The question with the user's clarifications."""
    return replace(asked, question=" ".join((asked.question, *asked.replies)).strip(), replies=())


def check_question(question: str, detector: Detector, tools: Toolbox, stage: Stage) -> Answer | None:
    """The final answer, if the question does not go on: refused (prompt_injection), no_information
    (empty_knowledge_base) or clarify (question_too_short, question_too_long); None if it does. Raises ModelError if
    the detector asks a model."""
    stopped = _stopped(question.strip(), detector, tools, stage)
    stage.details["needs_retrieval"] = stopped is None
    stage.details["safety_flags"] = list(stopped.safety_flags) if stopped else []
    return stopped


def _stopped(question: str, detector: Detector, tools: Toolbox, stage: Stage) -> Answer | None:
    if found := attack_in(question, detector, tools):
        stage.details["patterns"] = list(found)
        return Answer(
            "refused",
            UNSAFE,
            reasoning=f"patterns of an injection: {', '.join(found)}",
            safety_flags=("prompt_injection",),
        )
    if not tools.documents:
        return Answer(
            "no_information", NO_DOCUMENTS, limitations="no documents", safety_flags=("empty_knowledge_base",)
        )
    return _unfit(question)


def _unfit(question: str) -> Answer | None:
    length = len(question)
    if length < LEAST_CHARACTERS:
        request, flag = TOO_SHORT.format(length=length, limit=LEAST_CHARACTERS), "question_too_short"
    elif length > MOST_CHARACTERS:
        request, flag = TOO_LONG.format(length=length, limit=MOST_CHARACTERS), "question_too_long"
    else:
        return None
    return Answer("clarify", request, clarification=request, safety_flags=(flag,))
