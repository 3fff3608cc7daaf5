"""ComposeAnswer: what WriteAnswer finds in the evidence, its sources marked by document."""

from __future__ import annotations

import re

from pipeline.llm.extractive.answers import write_answer
from pipeline.tasks import WriteAnswer
from pipeline.tasks.agentic import ComposeAnswer, ComposedAnswer

_SOURCE = re.compile(r"\s*\[Source (\d+)\]")


def compose_answer(task: ComposeAnswer) -> ComposedAnswer:
    """The same rules for every intent: they quote, and neither summarise nor compute over documents."""
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
