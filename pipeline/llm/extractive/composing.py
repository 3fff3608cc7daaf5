"""ComposeAnswer: what WriteAnswer finds in the evidence, its sources marked by document."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pipeline.enumeration import is_enumeration
from pipeline.llm.extractive.answers import write_answer
from pipeline.llm.extractive.digests import digest, topic_of
from pipeline.llm.extractive.sub_questions import sub_questions
from pipeline.tasks import WriteAnswer, WrittenAnswer
from pipeline.tasks.agentic import ComposeAnswer, ComposedAnswer

_SOURCE = re.compile(r"\s*\[Source (\d+)\]")


def compose_answer(task: ComposeAnswer) -> ComposedAnswer:
    """The same rules for every intent: they quote and do not compute over documents. A topic that is to be summarised
    or explained is looked for without the words of asking."""
    written = _written(task)
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


def _written(task: ComposeAnswer) -> WrittenAnswer:
    parts = sub_questions(task.question)
    if len(parts) > 1 and (joined := _of_parts(parts, task)):
        return joined
    written = write_answer(WriteAnswer(task.question, task.passages, task.is_enumeration))
    topic = topic_of(task.question)
    if written.status == "answered" or not topic:
        return written
    about = write_answer(WriteAnswer(topic, task.passages, False))
    return digest(topic, task.passages) or about


def _of_parts(parts: Sequence[str], task: ComposeAnswer) -> WrittenAnswer | None:
    """The answers of the parts, a line each; the parts without one are missing. None where no part has one."""
    written = [write_answer(WriteAnswer(part, task.passages, is_enumeration(part))) for part in parts]
    answered = [one for one in written if one.status == "answered"]
    lacking = [part for part, one in zip(parts, written, strict=True) if one.status != "answered"]
    if not answered:
        return None
    return WrittenAnswer(
        status="answered",
        text="\n".join(one.text for one in answered),
        sources=sorted({source for one in answered for source in one.sources}),
        missing=f"no answer to: {' '.join(lacking)}" if lacking else "",
    )
