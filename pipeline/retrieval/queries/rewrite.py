"""Searches with the query as a model rewords it (Ma et al. 2023, "Query Rewriting for Retrieval-Augmented Large
Language Models").
"""

from __future__ import annotations

from dataclasses import dataclass

from ragatta.pipeline.llm.seam import Prompt
from ragatta.pipeline.llm.templates import Template
from ragatta.pipeline.retrieval.query_preparation import Ask, Queries, SearchOnce
from ragatta.pipeline.retrieval.query_prompt import SYSTEM
from ragatta.pipeline.tasks.queries import RewordedQueries, RewordQuery
from ragatta.pipeline.types import Hit, Options

NEEDS = "a model: another llm than extractive"
MAX_TOKENS = 256
ASKED = Template(
    "rewrite.user",
    """Word the question as {count} {queries}: the terms that a document with the answer is likely to use,
names and figures as they stand in the question, no words of courtesy.

Question: {question}""",
)


@dataclass(frozen=True)
class Rewrite(Queries):
    """As Queries says."""

    def find(self, query: str, ask: Ask, search: SearchOnce) -> list[Hit]:
        """As the protocol says. Without a usable reply the query itself is searched for."""
        return search(reworded(query, 1, ask)[0])


def reworded(query: str, count: int, ask: Ask) -> list[str]:
    """At most `count` wordings of a query by a model, at least one; the query itself where it gives none."""
    prompt = Prompt(
        task=RewordQuery(query, count),
        system=SYSTEM,
        user=ASKED.format(
            count=count, queries="search query" if count == 1 else "different search queries", question=query
        ),
        reply=RewordedQueries,
        fallback=lambda: RewordedQueries(queries=[query]),
        options=Options(max_tokens=MAX_TOKENS),
    )
    given = (wording.strip() for wording in ask(prompt).queries)
    return [*dict.fromkeys(wording for wording in given if wording)][:count]
