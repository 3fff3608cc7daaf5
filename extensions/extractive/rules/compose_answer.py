"""ComposeAnswer: the answer of WriteAnswer on the evidence, with sources marked by document."""

from __future__ import annotations

import re
from dataclasses import replace

from ragatta.extensions.extractive.rules.write_answer import write_answer
from ragatta.pipeline.tasks.agentic import ComposeAnswer, ComposedAnswer, ComposedPart
from ragatta.pipeline.tasks.answers import WriteAnswer
from ragatta.pipeline.text.enumeration import is_enumeration

_SOURCE = re.compile(r"\s*\[Source (\d+)\]")


def compose_answer(task: ComposeAnswer) -> ComposedAnswer:
    """The rules are the same for every intent: they quote, and do not compute over documents."""
    if task.parts:
        return _joined([_part(task, part) for part in task.parts])
    written = write_answer(WriteAnswer(task.question, task.passages, task.is_enumeration))
    files = {passage.source: passage.source_file for passage in task.passages}
    text = _SOURCE.sub(lambda mark: f" [{files[int(mark[1])]}]", written.text)
    unmarked = [files[source] for source in written.sources if f"[{files[source]}]" not in text]
    return ComposedAnswer(
        status=written.status,
        text=text + "".join(f" [{name}]" for name in dict.fromkeys(unmarked)),
        items=written.items,
        value=written.value,
        missing=written.missing,
    )


def _part(task: ComposeAnswer, question: str) -> ComposedAnswer:
    return compose_answer(replace(task, question=question, parts=(), is_enumeration=is_enumeration(question)))


def _joined(parts: list[ComposedAnswer]) -> ComposedAnswer:
    """The answers of the parts, one per line, and what is missing for parts without an answer."""
    answered = [one for one in parts if one.status == "answered"]
    return ComposedAnswer(
        status="answered" if answered else "insufficient",
        text="\n".join(one.text for one in answered),
        missing="; ".join(dict.fromkeys(one.missing for one in parts if one.missing)),
        parts=[ComposedPart(**one.model_dump(exclude={"parts"})) for one in parts],
    )
