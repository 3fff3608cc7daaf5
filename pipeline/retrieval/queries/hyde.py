"""Searches with the vectors of the query and of a passage that a model makes up as its answer (Gao et al. 2022,
"Precise Zero-Shot Dense Retrieval without Relevance Labels", HyDE). BM25 and a reranker are given the query itself.
"""

from __future__ import annotations

from dataclasses import dataclass

from ragatta.pipeline.llm.seam import Prompt
from ragatta.pipeline.llm.templates import Template
from ragatta.pipeline.retrieval.query_preparation import Ask, Queries, SearchOnce
from ragatta.pipeline.retrieval.query_prompt import SYSTEM
from ragatta.pipeline.tasks.queries import HypotheticalPassage, WritePassage
from ragatta.pipeline.types import Hit, Options

NEEDS = "a model: another llm than extractive"
MAX_TOKENS = 256
ASKED = Template(
    "hyde.user",
    """Write a short passage that answers the question, as a document on the subject might word it. It may be wrong:
it is used to search for passages like it, and for nothing else.

Question: {question}""",
)


@dataclass(frozen=True)
class Hyde(Queries):
    """As Queries says."""

    def find(self, query: str, ask: Ask, search: SearchOnce) -> list[Hit]:
        """As the protocol says. Without a usable reply the query alone is searched for."""
        prompt = Prompt(
            task=WritePassage(query),
            system=SYSTEM,
            user=ASKED.format(question=query),
            reply=HypotheticalPassage,
            fallback=lambda: HypotheticalPassage(passage=query),
            options=Options(max_tokens=MAX_TOKENS),
        )
        return search(query, [ask(prompt).passage])
