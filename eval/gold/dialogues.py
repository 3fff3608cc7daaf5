"""Published conversations that are one object each → an object for each question, in the form of MTRAG's tasks.

Read in MTRAG's repository (IBM/mt-rag-benchmark, human/conversations) and in CoQA's files, its own and those of
Hugging Face.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ragatta.eval.gold.spoken import USERS

COLUMNS = ("input_text", "answer_start", "answer_end")  # of CoQA's answers, as Hugging Face has them
UNKNOWN = "unknown"  # CoQA's answer to what the story does not say


def turn_by_turn(one: Mapping[str, Any]) -> list[dict[str, Any]]:
    """A task for each question of a conversation: its messages up to the question (`input`), the answer (`targets`) and
    the passages that show it (`contexts`). None if the object is no conversation of these."""
    messages = one.get("messages")
    if isinstance(messages, list) and any(isinstance(said, dict) and "enrichments" in said for said in messages):
        return [*_of_mtrag(one, [said for said in messages if isinstance(said, dict)])]
    if "story" in one and isinstance(one.get("questions"), list):
        return [*_of_coqa(one)]
    return []


def _of_mtrag(one: Mapping[str, Any], messages: Sequence[Mapping[str, Any]]) -> Iterator[dict[str, Any]]:
    number = 0
    for at, said in enumerate(messages):
        if said.get("speaker") not in USERS:
            continue
        number += 1
        answer = messages[at + 1] if at + 1 < len(messages) else {}
        about = said.get("enrichments")
        yield {
            **({"task_id": f"{one['conversation_id']}<::>{number}"} if "conversation_id" in one else {}),
            "input": messages[: at + 1],
            "targets": [answer] if answer.get("speaker") not in USERS and answer else [],
            "contexts": answer.get("contexts") or [],
            "answerability": about.get("Answerability") if isinstance(about, dict) else None,
            "multi-turn": about.get("Multi-Turn") if isinstance(about, dict) else None,
        }


def _of_coqa(one: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    story, said, messages = str(one["story"]), one.get("answers"), list[dict[str, Any]]()
    columns = said if isinstance(said, dict) else {}
    rows = said if isinstance(said, list) else [
        {"input_text": text, "span_text": story[int(start) : int(end)]}
        for text, start, end in zip(*(columns.get(name, ()) for name in COLUMNS), strict=False)
    ]  # fmt: skip
    for number, (asked, answer) in enumerate(zip(one["questions"], rows, strict=False), 1):
        question, text = (_text(part) for part in (asked, answer))
        messages = [*messages, {"speaker": "user", "text": question}]
        yield {
            "story": one.get("source", ""),
            **({"task_id": f"{one['id']}_{number}"} if "id" in one else {}),
            "input": messages,
            "targets": [{"speaker": "agent", "text": text}],
            "contexts": [answer["span_text"]] if isinstance(answer, dict) and answer.get("span_text") else [],
            "answerability": ["UNANSWERABLE"] if text == UNKNOWN else None,
        }
        messages = [*messages, {"speaker": "agent", "text": text}]


def _text(part: Any) -> str:
    return str(part.get("input_text", "")) if isinstance(part, dict) else str(part)
