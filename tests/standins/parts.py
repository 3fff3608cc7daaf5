"""Questions of several parts, a model's replies to them, and what is read of a toolbox."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from ragatta.pipeline.agents.toolbox import Toolbox
from ragatta.pipeline.agents.trace import Trace
from ragatta.pipeline.llm.seam import Prompt
from ragatta.pipeline.types import AskedQuestion, StageRecord
from standins.scripted import Script

PRICE = AskedQuestion("What is the price of the brass pump?")
TWO = AskedQuestion("What is the price of the brass pump and what is the price of the garden hose?")


def stages(trace: Trace) -> dict[str, StageRecord]:
    return {record.name: record for record in trace.records}


def prompts_of(toolbox: Toolbox) -> tuple[Toolbox, list[Prompt[Any]]]:
    """The toolbox with every prompt kept."""
    kept: list[Prompt[Any]] = []

    def ask(prompt: Prompt[Any]) -> Any:
        kept.append(prompt)
        return toolbox.ask(prompt)

    return replace(toolbox, ask=ask), kept


def scripted(toolbox: Toolbox, **replies: Sequence[Mapping[str, Any] | None]) -> Toolbox:
    return replace(toolbox, ask=Script(**replies).ask)


def parted(*questions: str) -> dict[str, Any]:
    return {
        "needs_decomposition": True,
        "sub_questions": [{"id": number, "question": one} for number, one in enumerate(questions)],
    }


def part(number: int, text: str, source: int = 1) -> dict[str, Any]:
    return {"number": number, "status": "answered", "text": text, "value": text, "sources": [source]}
