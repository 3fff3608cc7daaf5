"""The answer to each sub-question; to each the whole one where the gold has none of its own."""

from __future__ import annotations

from typing import Any

from ragatta.pipeline.llm.scripting import Instructions
from ragatta.pipeline.tasks.sub_questions import WriteAnswers


def reply(task: WriteAnswers, instructions: Instructions) -> dict[str, Any]:
    whole = instructions.answer_to(task.question)
    apart = len(task.parts) > 1 and len(whole.lines) == len(task.parts)
    by_part = whole.apart() if apart else [whole] * len(task.parts)
    answers = []
    for number, (part, answer) in enumerate(zip(task.parts, by_part, strict=True), 1):
        source = instructions.source_of(task.question, part.passages)
        mark = f"[Source {source}]" if source else ""
        fields = answer.fields(mark, instructions.style)
        answers.append({**fields, "sources": [source] if source else [], "number": number})
    return {"answers": answers, "comparison": "", "limitations": ""}
