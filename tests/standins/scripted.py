"""A few documents, and a model that says what a test tells it to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ragatta.pipeline.llm.seam import Prompt
from ragatta.pipeline.tasks.base import Reply
from ragatta.pipeline.types import Chunk, Hit

DOCUMENTS = {
    "manual.pdf": "Warranty terms of the pump. Leaks are covered for five years.",
    "prices.pdf": "Price list: pump 40, valve 12, hose 7.",
    "letters.pdf": "A letter about deliveries in spring.",
    "archive.pdf": "Old minutes of the garden club.",
}


def chunk(source_file: str, index: int, text: str, page: int = 1, start: int = 0) -> Chunk:
    return Chunk(f"{source_file}#{index}", source_file, index, text, page, page, start, start + len(text), 9)


def hit(of: Chunk, rank: int = 1, similarity: float = 0.9, found_by: Any = "semantic") -> Hit:
    return Hit(of, 1.0 / max(rank, 1), similarity, rank, found_by)


class Script:
    """Replies in turn to the tasks asked; `None` stands for a reply that stayed unusable (the fallback)."""

    def __init__(self, **replies: Sequence[Mapping[str, Any] | None]) -> None:
        self.replies = {task: list(given) for task, given in replies.items()}
        self.prompts: list[Prompt[Any]] = []

    def ask(self, prompt: Prompt[Any]) -> Reply:
        self.prompts.append(prompt)
        given = self.replies[prompt.task.name].pop(0)
        reply: Reply = prompt.fallback() if given is None else prompt.reply.model_validate(given)
        return reply
