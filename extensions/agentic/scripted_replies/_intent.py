"""What a question wants, as its gold record says."""

from __future__ import annotations

from ragatta.pipeline.llm.scripting import Instructions


def intent(question: str, instructions: Instructions) -> str:
    gold = instructions.gold.get(question)
    return "list" if gold and isinstance(gold.expected, tuple) and not gold.sub_questions else "qa"
