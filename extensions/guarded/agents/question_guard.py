"""Decides whether a question goes on to retrieval, or is answered at once with the reason why not."""

from __future__ import annotations

from dataclasses import dataclass, replace

from ragatta.extensions.guarded.agents.detector import Detector, attack_in
from ragatta.pipeline.agents.agent import Settings
from ragatta.pipeline.agents.toolbox import Toolbox
from ragatta.pipeline.agents.trace import Stage
from ragatta.pipeline.types import Answer, AskedQuestion

UNSAFE = "This question is not answered: it holds an order to the system, or code, beside or instead of a question."
NO_DOCUMENTS = "There is nothing to search yet: add PDF documents and index them, then ask again."
TOO_SHORT = (
    "The question is too short to search for ({length} characters, at least {limit}). What would you like to know?"
)
TOO_LONG = "The question is too long ({length} characters, at most {limit}). Please ask for less at once."


def with_replies(asked: AskedQuestion) -> AskedQuestion:
    """The question with the user's clarifications."""
    return replace(asked, question=" ".join((asked.question, *asked.replies)).strip(), replies=())


@dataclass(frozen=True)
class Guard(Settings):
    """The lengths of questions that are accepted, in characters."""

    least_characters: int = 10
    most_characters: int = 2000

    def check(self, question: str, detector: Detector, tools: Toolbox, stage: Stage) -> Answer | None:
        """The final answer, if the question does not go on: refused (prompt_injection), no_information
        (empty_knowledge_base) or clarify (question_too_short, question_too_long); None if it does. Raises ModelError if
        the detector asks a model."""
        stopped = _stopped(question.strip(), self, detector, tools, stage)
        stage.details["needs_retrieval"] = stopped is None
        stage.details["safety_flags"] = list(stopped.safety_flags) if stopped else []
        return stopped


def _stopped(question: str, guard: Guard, detector: Detector, tools: Toolbox, stage: Stage) -> Answer | None:
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
    return _unfit(question, guard)


def _unfit(question: str, limits: Guard) -> Answer | None:
    length = len(question)
    if length < limits.least_characters:
        request, flag = TOO_SHORT.format(length=length, limit=limits.least_characters), "question_too_short"
    elif length > limits.most_characters:
        request, flag = TOO_LONG.format(length=length, limit=limits.most_characters), "question_too_long"
    else:
        return None
    return Answer("clarify", request, clarification=request, safety_flags=(flag,))
