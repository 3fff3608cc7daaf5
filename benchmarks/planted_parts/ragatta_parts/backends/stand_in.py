"""A stand-in for a model, with a known fault at one stage: it reads what it is shown, and knows no gold.

Its documents say "The <what> of the <site> station is <value> <unit>." in a sentence or in a row of a table. A fault
strikes a fixed `share` of the questions, and `luck` any reply, by the seed of the call.
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import singledispatchmethod
from typing import Any

from ragatta.pipeline.llm.backend import LLM
from ragatta.pipeline.llm.seam import Completion, ModelError, ModelIdentity, Request
from ragatta.pipeline.tasks.answers import MakePlan, Passage, WriteAnswer
from ragatta.pipeline.tasks.base import Task
from ragatta.pipeline.tasks.documents import AnalyseRouting, SelectDocuments, Summarize

PART = re.compile(r"What is the ([\w ]+?) of the (\w+) station\?")


@dataclass(frozen=True)
class StandIn(LLM):
    """`plant` is router, plan, crowd or tables; empty: no fault."""

    plant: str = ""
    share: float = 0.3
    luck: float = 0.0
    world: int = 0

    def connect(self) -> Reading:
        return Reading(self)


@dataclass
class Reading:
    settings: StandIn
    cacheable: bool = True

    def identity(self, model: str | None = None) -> ModelIdentity:  # noqa: ARG002
        own = self.settings
        return ModelIdentity("stand_in", "stand-in", f"{own.plant} {own.share} {own.luck} {own.world}")

    def context_window(self, model: str | None = None) -> int:  # noqa: ARG002
        return 32_768

    def check_tools(self, model: str | None = None) -> None:
        pass

    def complete(self, request: Request) -> Completion:
        """The reply to the task. Raises ModelError for one that the stand-in does not know."""
        words = [message.content for message in request.messages]
        lucky = random.Random(f"{request.options.seed} {request.sample} {words}").random() >= self.settings.luck
        return Completion(json.dumps(self.reply(request.task, lucky)), len(str(words)) // 4, 20, 0.0)

    @singledispatchmethod
    def reply(self, task: Task, lucky: bool) -> Mapping[str, Any]:  # noqa: ARG002
        raise ModelError(f"{task.name}: the stand-in does not know this task")

    @reply.register
    def _summary(self, task: Summarize, lucky: bool) -> Mapping[str, Any]:  # noqa: ARG002
        return {"document_type": "register", "summary": task.pages[0], "key_topics": [], "use_for": "its station"}

    @reply.register
    def _analysis(self, task: AnalyseRouting, lucky: bool) -> Mapping[str, Any]:  # noqa: ARG002
        return {"analysis": task.question}

    @reply.register
    def _documents(self, task: SelectDocuments, lucky: bool) -> Mapping[str, Any]:  # noqa: ARG002
        sites = [site for _, site in PART.findall(task.question)]
        right = [name for name, one in task.summaries.items() if any(site in one.summary for site in sites)]
        others = [name for name in task.summaries if name not in right]
        return {"documents": others if self._struck("router", task.question) else [*right, *others]}

    @reply.register
    def _plan(self, task: MakePlan, lucky: bool) -> Mapping[str, Any]:  # noqa: ARG002
        queries = [found.group() for found in PART.finditer(task.question)]
        if self._struck("plan", task.question):
            queries = ["When is the office open, and who keeps the keys?"]
        return {"strategy": "one search a part", "steps": [{"query": query} for query in queries]}

    @reply.register
    def _answer(self, task: WriteAnswer, lucky: bool) -> Mapping[str, Any]:
        passages = task.passages
        if self._struck("crowd", task.question) and len(passages) > 1:
            lucky = False
        found = [self._read(what, site, passages) for what, site in PART.findall(task.question)]
        if not lucky:
            found = [("13", source) for _, source in found]
        if not all(value for value, _ in found):
            return {"status": "insufficient", "text": ""}
        text = "\n".join(f"{number}. {value} [Source {source}]" for number, (value, source) in enumerate(found, 1))
        value = found[0][0] if len(found) == 1 else ""
        return {"status": "answered", "text": text, "value": value, "sources": [source for _, source in found]}

    def _read(self, what: str, site: str, passages: Sequence[Passage]) -> tuple[str, int]:
        """The value and its source; ("", 0) where no passage states it in a form that is read."""
        forms = [rf"The {what} of the {site} station(?:, [^.]*?,)? is (\d+ \w+)\."]
        if self.settings.plant != "tables":
            forms.append(rf"{site} station \| {what} \| (\d+ \w+)")
        for passage in passages:
            text = " ".join(passage.text.split())
            for form in forms:
                if stated := re.search(form, text):
                    return stated.group(1), passage.source
        return "", 0

    def _struck(self, plant: str, question: str) -> bool:
        own = self.settings
        return plant == own.plant and random.Random(f"{own.world} {plant} {question}").random() < own.share
