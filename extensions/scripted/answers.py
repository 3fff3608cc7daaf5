"""What the script says of a question: the gold answer or a wrong one, in the style of a model, with its source."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ragatta.eval.final import right_numbers
from ragatta.eval.matching.foreign import language_of
from ragatta.eval.matching.in_english import in_english
from ragatta.eval.matching.normalise import key
from ragatta.pipeline.llm.scripting import Instructions, ScriptedAnswer
from ragatta.pipeline.tasks.answers import Passage
from ragatta.pipeline.types import Question

WRONG, WRONG_NUMBERS = "Qualtrix", ("987654.32", "1234567.89")  # what no gold answer says


@dataclass(frozen=True)
class StyledAnswer(ScriptedAnswer):
    """As the styles of different models write it."""

    def written(self, mark: str, style: str) -> str:
        """As ScriptedAnswer says."""
        if style == "markdown":
            return "## Answer\n\n" + "\n".join(f"- **{line}** {mark}" for line in self.lines)
        if len(self.lines) > 1:
            return "\n".join(f"- {line} {mark}" for line in self.lines)
        lead = {"prose": "According to the documents, the answer is ", "sloppy": "ok so here it is: "}.get(style, "")
        return f"{lead}{''.join(self.lines)} {mark}"

    def fields(self, mark: str, style: str) -> dict[str, Any]:
        """As ScriptedAnswer says."""
        if not self.lines:
            return {"status": "insufficient", "text": "", "items": [], "value": "", "missing": "it is not there"}
        value = self.lines[0] if len(self.lines) == 1 and style in ("json", "markdown") and not self.listed else ""
        items = list(self.lines) if self.listed else []
        return {
            "status": "answered", "text": self.written(mark, style), "items": items, "value": value, "missing": "",
        }  # fmt: skip


@dataclass(frozen=True)
class FromRecord(Instructions):
    """From the gold records. `turns` are those of conversations, which are found by the words that stand alone, or by
    the turn before where that stands in front of them."""

    turns: Sequence[Question] = ()

    def answer_to(self, question: str) -> StyledAnswer:
        """As Instructions says. A wrong answer to a question without an answer is some answer."""
        gold = self._meant(question)
        if gold is None:
            return StyledAnswer()
        if not gold.expected:
            return StyledAnswer() if self.right else StyledAnswer((WRONG,))
        if isinstance(gold.expected, str):
            return StyledAnswer((gold.expected if self.right else _wrong(gold),))
        return StyledAnswer(tuple(gold.expected) if self.right else (_wrong(gold),), listed=not gold.sub_questions)

    def _meant(self, question: str) -> Question | None:
        found = [one for one in self.turns if question.endswith(one.question) and one.turns[-1].user in question]
        return self.gold.get(question) or (found[0] if len(found) == 1 else None)

    def documents_of(self, question: str, named: Sequence[str]) -> list[str]:
        """As Instructions says."""
        gold = self._meant(question)
        wanted = {evidence.file for evidence in gold.evidence} if gold else set()
        return [name for name in named if name in wanted]

    def source_of(self, question: str, passages: Sequence[Passage]) -> int:
        """As Instructions says."""
        wanted = self.documents_of(question, [passage.source_file for passage in passages])
        of_gold = [passage.source for passage in passages if passage.source_file in wanted]
        return next(iter([*of_gold, *(passage.source for passage in passages)]), 0)


def _wrong(gold: Question) -> str:
    if gold.kind == "yes_no":
        return "no" if key(in_english(str(gold.expected), language_of(gold))) == "yes" else "yes"
    if gold.kind == "number" or right_numbers(gold):
        right = {float(number.value) for number in right_numbers(gold)}
        return next(one for one in WRONG_NUMBERS if float(one) not in right)
    return WRONG


def enveloped(reply: Mapping[str, Any], style: str) -> str:
    """The reply's JSON, wrapped in the ways of different models."""
    text = json.dumps(reply, ensure_ascii=False)
    if style == "markdown":
        return f"```json\n{json.dumps(reply, ensure_ascii=False, indent=2)}\n```"
    if style == "prose":
        return f"Here is the reply that you asked for:\n\n{text}"
    if style == "sloppy":
        return f"<think>They want an object {{...}}.</think>Sure!! {text} Hope that helps :)"
    return text
