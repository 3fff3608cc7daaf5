"""Splits a question with several parts into sub-questions that can be read alone; leaves other questions whole."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ragatta.pipeline.agents.agent import Agent
from ragatta.pipeline.agents.toolbox import Toolbox
from ragatta.pipeline.agents.trace import Stage
from ragatta.pipeline.llm.failure_kinds import LOST, failure_kind
from ragatta.pipeline.llm.seam import ModelError, Prompt, ReplyMissing
from ragatta.pipeline.llm.templates import Template
from ragatta.pipeline.plugins.checks import one_of
from ragatta.pipeline.plugins.technique import tried
from ragatta.pipeline.tasks.sub_questions import Decompose, Decomposition, RatedDecomposition
from ragatta.pipeline.types import CONFIDENCES

SYSTEM = Template(
    "decomposer.system",
    "You take questions apart for a search. You do not answer them.",
)

USER = Template(
    "decomposer.user",
    """A reader asks: "{question}"

Does that ask for several things that have to be looked up apart? A list of things of one kind, one fact under several
conditions, a calculation and a choice between answers are ONE question: then set needs_decomposition to false and give
no sub_questions.
Otherwise set it to true and give two to {most} sub_questions with the ids 0, 1, 2, ... in the order in which they are
asked. Each keeps the reader's meaning and words, names what it is about in full (no "it", "that" or "the same"), and
can be answered without the others. A comparison becomes one question for each thing compared.

Now take apart the question "{question}", or leave it whole.""",
)


@dataclass(frozen=True)
class Decomposer(Agent):
    """As the module says."""

    enabled: bool = True
    max_sub_questions: int = tried(5, planning=(8,))
    least_confidence: str = "low"  # below it the question stays whole; low: the model is not asked how sure it is

    def decompose(self, question: str, tools: Toolbox, stage: Stage) -> tuple[str, ...]:
        """The distinct sub-questions in their order; the original question alone if it has one part, if decomposition
        is off, if the model's reply cannot be used, or if it is less certain than `least_confidence`. Raises ModelError
        where no reply came."""
        parts = _parts(question, self, tools, stage) if self.enabled else ()
        if len(parts) > self.max_sub_questions:
            stage.note(f"{len(parts)} sub-questions cut to {self.max_sub_questions}")
        parts = parts[: self.max_sub_questions]
        asked = parts if len(parts) > 1 else (question,)
        stage.details["sub_questions"] = list(asked)
        return asked

    def problems(self, key: str) -> list[str]:
        """As Settings says."""
        return [*super().problems(key), *one_of(f"{key}.least_confidence", self.least_confidence, CONFIDENCES)]


def _parts(question: str, settings: Decomposer, tools: Toolbox, stage: Stage) -> tuple[str, ...]:
    try:
        reply = tools.ask(_prompt(question, settings))
    except ReplyMissing:  # a replay that lacks a reply may not go another way in silence
        raise
    except ModelError as error:
        if failure_kind(error) in LOST:  # nor may a server that does not answer decide
            raise
        stage.fall_back(f"the question is taken as one: {error}")
        return ()
    if not reply.needs_decomposition:
        return ()
    least = settings.least_confidence
    if isinstance(reply, RatedDecomposition):
        stage.details["confidence"] = reply.confidence
        if CONFIDENCES.index(reply.confidence) > CONFIDENCES.index(least):
            stage.note(f"the question stays whole: confidence in its parts is {reply.confidence}, not {least}")
            return ()
    return _distinct([part.question for part in reply.sub_questions])


def _distinct(questions: Sequence[str]) -> tuple[str, ...]:
    """The distinct questions, ignoring case, spacing and the final mark, without empty ones."""
    kept: dict[str, str] = {}
    for one in (" ".join(question.split()) for question in questions):
        kept.setdefault(one.rstrip("?. ").casefold(), one)
    return tuple(one for key, one in kept.items() if key)


def _prompt(question: str, settings: Decomposer) -> Prompt[Decomposition]:
    rated = settings.least_confidence != "low"  # of a decomposition that is taken in any case nothing more is asked
    reply = RatedDecomposition if rated else Decomposition
    return Prompt(
        task=Decompose(question, settings.max_sub_questions, rated),
        system=SYSTEM,
        user=USER.format(question=question, most=settings.max_sub_questions),
        reply=reply,
        fallback=lambda: Decomposition(needs_decomposition=False),
        options=settings.options,
    )
