"""llm=scripted: a script instead of a model. It answers from the gold questions, and is right as often as it is set to.

It imitates a model of known quality, for tests of the whole pipeline, of statistics and of load. Its results say
something about Ragatta only, never about a model, so its name is in every table. Unlike any other backend, it reads the
gold answers.
"""

from __future__ import annotations

import random
import time
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields, replace
from typing import Any, ClassVar

from ragatta.extensions.scripted.answers import FromRecord, enveloped
from ragatta.pipeline.llm import tokens
from ragatta.pipeline.llm.backend import LLM
from ragatta.pipeline.llm.scripting import REPLIES
from ragatta.pipeline.llm.seam import (
    Completion,
    InvalidReply,
    ModelIdentity,
    ModelUnavailable,
    Request,
    ToolCall,
)
from ragatta.pipeline.plugins.identity import digest
from ragatta.pipeline.types import Question

CONTEXT_WINDOW = 32_768
STYLES = ("json", "prose", "markdown", "sloppy")
REFUSAL = "I'm sorry, but I can't help with that."


@dataclass(frozen=True)
class Script:
    """llm.options of llm=scripted. `accuracy`, `refusals` and `failures` are shares of calls; `latency_s` is a number
    of seconds, or a list of the least and the most."""

    accuracy: float = 1.0  # of final answers and verdicts
    style: str = "json"
    latency_s: float | Sequence[float] = 0.0
    refusals: float = 0.0
    failures: float = 0.0

    def problems(self) -> list[str]:
        shares = ("accuracy", "refusals", "failures")
        found = [
            f"llm.options.{name} ({getattr(self, name)}) must be from 0 to 1"
            for name in shares
            if not (isinstance(value := getattr(self, name), int | float) and 0 <= value <= 1)
        ]
        if self.style not in STYLES:
            found.append(f"llm.options.style ({self.style}) must be one of {', '.join(STYLES)}")
        least, most = self.seconds()
        return found if 0 <= least <= most else [*found, f"llm.options.latency_s ({self.latency_s}) must be from 0"]

    def seconds(self) -> tuple[float, float]:
        each = self.latency_s if isinstance(self.latency_s, Sequence) else (self.latency_s, self.latency_s)
        return float(each[0]), float(each[-1])


@dataclass(frozen=True)
class Scripted(LLM):
    """As the module says; `options` are those of a Script."""

    CALLS_TOOLS: ClassVar[bool] = True
    IN_FLIGHT: ClassVar[int] = 8

    def modules(self) -> tuple[str, ...]:
        """With the replies to all tasks."""
        return (*super().modules(), *map(REPLIES.module, REPLIES.names()))

    def told_apart(self) -> dict[str, Any]:
        """Its options: another script is another model."""
        return {"options": self.options} if self.options else {}

    def connect(self) -> FromGold:
        """Raises ModelUnavailable for unknown options."""
        known = {part.name for part in fields(Script)}
        if unknown := sorted(self.options.keys() - known):
            raise ModelUnavailable(f"llm.options.{unknown[0]}: llm=scripted takes {', '.join(sorted(known))}")
        script = Script(**self.options)
        if problems := script.problems():
            raise ModelUnavailable("; ".join(problems))
        return FromGold(script, self.model)


@dataclass
class FromGold:
    """A backend; `gold` are the questions that it can answer."""

    script: Script
    model: str
    cacheable: bool = True
    gold: Mapping[str, Question] = field(default_factory=dict)
    turns: Sequence[Question] = ()  # those of conversations
    gold_digest: str = ""

    def taught(self, gold: Sequence[Question]) -> FromGold:
        """Of these questions."""
        by_text = {question.question: question for question in gold}
        for question in gold:  # the words of a turn may be those of others too: by themselves they ask nothing
            if question.turns and sum(other.question == question.question for other in gold) > 1:
                by_text.pop(question.question, None)
        by_text |= {question.standalone: question for question in gold if question.standalone}
        by_turns = tuple(question for question in gold if question.turns)
        return replace(self, gold=by_text, turns=by_turns, gold_digest=digest([question.stated() for question in gold]))

    def identity(self, model: str | None = None) -> ModelIdentity:
        """Its name includes accuracy and style, so that no table shows it as a model."""
        script = f"{self.script.style} {self.script.accuracy:g}"
        return ModelIdentity("scripted", model or self.model or script, digest([asdict(self.script), self.gold_digest]))

    def context_window(self, model: str | None = None) -> int:  # noqa: ARG002
        return CONTEXT_WINDOW

    def check_tools(self, model: str | None = None) -> None:
        """It calls tools."""

    def complete(self, request: Request) -> Completion:
        """The script's reply. Raises InvalidReply as often as it is set to."""
        drawn = random.Random(digest([asdict(self.script), request.options.seed, list(map(asdict, request.messages))]))
        seconds = drawn.uniform(*self.script.seconds())
        time.sleep(seconds)
        if drawn.random() < self.script.failures:
            raise InvalidReply(f"{request.task.name}: the script failed, as llm.options.failures has it")
        text, calls = self._reply(request, drawn)
        counts = tokens.of_request(request), tokens.upper_bound(text)
        return Completion(text, *counts, seconds, calls)

    def _reply(self, request: Request, drawn: random.Random) -> tuple[str, tuple[ToolCall, ...]]:
        """Raises ModelUnavailable for a task that nobody has a reply to."""
        if drawn.random() < self.script.refusals:
            return REFUSAL, ()
        instructions = FromRecord(self.gold, self.script.style, drawn.random() < self.script.accuracy, self.turns)
        if not REPLIES.knows(name := request.task.name):
            raise ModelUnavailable(f"llm=scripted has no reply to {name}; choose another architecture or model")
        said = REPLIES.imported(name)
        if not request.schema:
            text, calls = said.turn(request, instructions)
            return text, calls
        return enveloped(said.reply(request.task, instructions), self.script.style), ()
