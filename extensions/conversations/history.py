"""What a pipeline makes of the turns before a question: words that stand alone, and where they take the place of the
user's. One way a file of histories/. See extensions/conversations/README.md.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from ragatta.pipeline.agents.toolbox import Ask, Toolbox
from ragatta.pipeline.plugins.protocols import brief_value
from ragatta.pipeline.plugins.technique import Technique, Techniques
from ragatta.pipeline.types import AskedQuestion, Exchange, Hit

STAGE = "history"  # of the trace, where the turns before are read
BOTH, SEARCH, PROMPTS = "both", "search", "prompts"
GOLD, OWN = "gold", "own"
Handed = tuple[AskedQuestion, Toolbox]  # what an architecture answers with


@dataclass(frozen=True)
class History(Technique):
    """Makes of a question with turns before it words that stand alone."""

    KEY: ClassVar[str] = "history"
    changes: str = BOTH  # what the words that stand alone are for: search, prompts, or both
    answers: str = GOLD  # whose answers the turns before have: gold, or own, those of the same sample

    @abstractmethod
    def alone(self, asked: AskedQuestion, ask: Ask) -> str:
        """The words that stand alone, of a question with turns. Raises ModelError."""

    def problems(self) -> list[str]:
        """As Technique says."""
        return self.among("changes", BOTH, SEARCH, PROMPTS) + self.among("answers", GOLD, OWN)

    def read(self, asked: AskedQuestion, tools: Toolbox) -> Handed:
        """The question without turns, and its toolbox, with the words that stand alone where `changes` has them. They
        are recorded as a stage. Raises ModelError."""
        with tools.stage(STAGE) as stage:
            words: Any = self.alone(asked, tools.ask)
            if not isinstance(words, str) or not words.strip():
                raise HISTORIES.broken(self.name, f"alone returned {brief_value(words)}, not a text", self.alone)
            words = words.strip()
            added = max(0, tools.count_tokens(words) - tools.count_tokens(asked.question))
            stage.details.update(alone=words, turns=len(asked.turns), added_tokens=added)
        said = asked.question
        asked = replace(asked, question=said if self.changes == SEARCH else words, turns=())
        if self.changes == BOTH or words == said:
            return asked, tools
        return asked, _searched_with(tools, asked.question, words if self.changes == SEARCH else said)


HISTORIES = Techniques("histories", History)


def in_lines(turns: Sequence[Exchange], question: str) -> str:
    """Turns and the question behind them, in lines: an answer follows its arrow."""
    return "\n".join([*(f"{turn.user}\n→ {turn.assistant}" for turn in turns), question])


def _searched_with(tools: Toolbox, question: str, words: str) -> Toolbox:
    """The toolbox that searches with `words` wherever it is to search with the question as the architecture has it."""

    def put(text: str) -> str:
        return words if text == question else text

    def search(query: str, documents: Sequence[str] | None = None, top_k: int | None = None, **how: Any) -> list[Hit]:
        return tools.search(put(query), documents, top_k, **how)

    def expand(hits: Sequence[Hit], query: str | None = None, about: str = "") -> list[Hit]:
        return tools.expand(hits, query and put(query), put(about))

    return replace(tools, search=search, expand=expand, embed=lambda text: tools.embed(put(text)), sought=put)
