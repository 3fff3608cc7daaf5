"""Chooses the documents whose summaries are nearest to a conceptual question, to be searched one by one."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from ragatta.pipeline.agents.routing.router import described
from ragatta.pipeline.agents.toolbox import Toolbox
from ragatta.pipeline.tasks.agentic import Intent

THRESHOLDS = (0.45, 0.35, 0.25)  # cosine of question and summary: lowered in these steps where nothing reaches one
MOST_DOCUMENTS = 3
_EXPLANATION = re.compile(
    r"\b(?:explain|describe|walk (?:me|us) through|(?:what|which) (?:are the )?(?:\w+ )?steps)\b"
    r"|\bhow (?:do|does|can|could|should|would) (?:i|we|you|one|an?|the)\b|\bhow to\b",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class DeepDive:
    """The best `documents` of those that are `near`, and a description of what was relaxed to find them."""

    documents: tuple[str, ...]
    relaxations: tuple[str, ...] = ()
    near: int = 0

    def adrift(self, overload: int) -> str:
        """Why the summaries do not help: none is near the topic, or too many are. "": they do not."""
        if not self.documents:
            return "no summary of a document is near this topic"
        return f"{self.near} documents are about this topic" if self.near >= overload else ""


def wants_explanation(question: str, intent: Intent) -> bool:
    """Whether the question asks to explain or summarise a topic; for such a question the user may be asked where to
    look."""
    return intent == "summarize" or (intent == "qa" and bool(_EXPLANATION.search(question)))


def dive(question: str, within: Sequence[str], everywhere: Sequence[str], tools: Toolbox) -> DeepDive:
    """The documents of the chosen buckets (`within`) whose summaries are near the topic. If there are none the
    threshold is lowered, then all documents are considered."""
    relaxed: list[str] = []
    for documents, where in ((within, "the chosen buckets"), (everywhere, "all buckets")):
        ranked = _ranked(question, documents, tools)
        for threshold in THRESHOLDS:
            if near := [name for similarity, name in ranked if similarity >= threshold]:
                return DeepDive(tuple(near[:MOST_DOCUMENTS]), tuple(relaxed), len(near))
            relaxed.append(f"no summary in {where} is as near as {threshold}")
        if set(documents) == set(everywhere):
            break
    return DeepDive((), tuple(relaxed))


def _ranked(question: str, documents: Sequence[str], tools: Toolbox) -> list[tuple[float, str]]:
    named = [name for name in documents if name in tools.summaries]
    if not named:
        return []
    vectors = tools.embed_documents([described(tools.summaries[name]) for name in named])
    similarities = (vectors @ tools.embed(question)).tolist()
    return sorted(zip(similarities, named, strict=True), key=lambda pair: (-pair[0], pair[1]))
