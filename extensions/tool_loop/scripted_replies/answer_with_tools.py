"""A search for the question, then the answer with the first document of the result."""

from __future__ import annotations

import json
import re

from ragatta.pipeline.llm.scripting import Instructions
from ragatta.pipeline.llm.seam import Request, ToolCall
from ragatta.pipeline.tasks.conversation import AnswerWithTools


def turn(request: Request, instructions: Instructions) -> tuple[str, tuple[ToolCall, ...]]:
    question = request.task.question if isinstance(request.task, AnswerWithTools) else ""
    results = [message.content for message in request.messages if message.role == "tool"]
    if not results and request.tools:
        query = json.dumps({"bucket": "all", "query": question}, ensure_ascii=False)
        return "", (ToolCall("", "search_semantic", query),)
    answer = instructions.answer_to(question)
    if not answer.lines:
        return "The information is insufficient to answer this question.", ()
    named = re.findall(r'"doc_id": "([^"]+)"', results[-1]) if results else []
    document = next(iter([*instructions.documents_of(question, named), *named]), "")
    mark = f"[{document}]" if document else ""
    value = "" if answer.listed or len(answer.lines) > 1 else f"\nAnswer: {answer.lines[0]}"
    return answer.written(mark, instructions.style) + value, ()
