"""Decides what is said where the documents do not hold the answer: that they do not, or a question back to the user.

The web is not searched: an answer must be found in the documents."""

from __future__ import annotations

from dataclasses import dataclass, replace

from ragatta.pipeline.agents.agent import Settings
from ragatta.pipeline.agents.trace import Stage
from ragatta.pipeline.plugins.checks import one_of
from ragatta.pipeline.types import CONFIDENCES, Answer

ASK = "Please name the document, the section or the time that it is about, or ask in other words."


@dataclass(frozen=True)
class Missing(Settings):
    """What is done where the information is insufficient."""

    action: str = "answer"  # says so; ask: asks the user back; by_confidence: asks also where it is not certain
    least: str = "medium"  # of by_confidence: below it an answer is not certain

    def settled(self, answer: Answer, stage: Stage) -> Answer:
        """The answer, or the same as `clarify`: with action `ask` where the information is insufficient, with
        `by_confidence` also where the confidence is below `least`. What was found stays in its text, citations and
        context, but as no answer: without value and items."""
        why = _why(answer, self)
        if not why:
            return answer
        stage.details["asked_back"] = why
        lacking = f"Missing: {answer.limitations}. " if answer.limitations else ""
        text = f"Not certain: {answer.text}" if answer.status == "answered" else answer.text
        return replace(
            answer, status="clarify", text=text, clarification=f"{lacking}{ASK}", items=(), value="", calculation=None
        )

    def problems(self, key: str) -> list[str]:
        """As Settings says."""
        actions = one_of(f"{key}.action", self.action, ("answer", "ask", "by_confidence"))
        return [*super().problems(key), *actions, *one_of(f"{key}.least", self.least, CONFIDENCES)]


def _why(answer: Answer, settings: Missing) -> str:
    """Why the user is asked; "" if not."""
    if settings.action == "answer":
        return ""
    if answer.status == "no_information":
        return "the information is insufficient"
    below = CONFIDENCES.index(answer.confidence) > CONFIDENCES.index(settings.least)
    if settings.action == "by_confidence" and answer.status == "answered" and below:
        return f"the confidence is {answer.confidence}"
    return ""
