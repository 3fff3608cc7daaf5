"""The oracles, by the name that `oracle=` gives them; several are joined by +.

- standalone: a turn of a conversation is asked in the gold's words that need no turn before it;
- documents: only the documents of the gold evidence can be searched;
- plan: a model that is asked for a plan is answered for with the gold's sub-questions and filters;
- passages: a search finds the chunks that hold the evidence first, then its own hits, up to top_k;
- pages: the same with every chunk of the evidence's pages;
- context: the answering agent is shown the chunks that hold the evidence, and nothing else, all of them where they fit
  the model's window;
- values: a model that is asked to read a value is answered for with the gold's, where it is in the passages shown.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any

from pydantic import ValidationError

from ragatta.extensions.diagnosis.oracles.gold import Gold
from ragatta.extensions.diagnosis.oracles.replies import GoldReply, plan_reply, value_reply
from ragatta.pipeline.agents.toolbox import Toolbox
from ragatta.pipeline.llm.seam import Prompt, R
from ragatta.pipeline.types import AskedQuestion, Chunk, Hit

Handed = tuple[AskedQuestion, Toolbox]  # what an architecture answers with
STANDALONE = "standalone"
Oracle = Callable[[AskedQuestion, Toolbox, Gold], Handed]


def with_oracles(names: Sequence[str], asked: AskedQuestion, tools: Toolbox, gold: Gold) -> Handed:
    """The question and the toolbox as the oracles leave them; a question without gold evidence in its gold's words at
    most."""
    for name in names:
        if gold.documents or name == STANDALONE:
            asked, tools = ORACLES[name](asked, tools, gold)
    return asked, tools


def standalone(asked: AskedQuestion, tools: Toolbox, gold: Gold) -> Handed:
    given = gold.standalone and asked.turns
    return replace(asked, question=gold.standalone, turns=()) if given else asked, tools


def documents(asked: AskedQuestion, tools: Toolbox, gold: Gold) -> Handed:
    known = tuple(name for name in tools.documents if name in gold.documents)
    return replace(asked, documents=gold.documents), replace(tools, documents=known)


def plan(asked: AskedQuestion, tools: Toolbox, gold: Gold) -> Handed:
    return asked, _answered_for(tools, gold, plan_reply)


def values(asked: AskedQuestion, tools: Toolbox, gold: Gold) -> Handed:
    return asked, _answered_for(tools, gold, value_reply)


def passages(asked: AskedQuestion, tools: Toolbox, gold: Gold) -> Handed:
    return asked, _first(tools, gold.chunks)


def pages(asked: AskedQuestion, tools: Toolbox, gold: Gold) -> Handed:
    return asked, _first(tools, gold.page_chunks)


def context(asked: AskedQuestion, tools: Toolbox, gold: Gold) -> Handed:
    def search(*_: Any, **__: Any) -> list[Hit]:
        return _hits(gold.chunks, 1.0, 1.0)

    def expand(hits: Sequence[Hit], *_: Any, **__: Any) -> list[Hit]:
        return list(hits)

    needed = sum(tools.count_tokens(chunk.text) for chunk in gold.chunks)
    return asked, replace(tools, search=search, expand=expand, context_tokens=max(tools.context_tokens, needed))


ORACLES: dict[str, Oracle] = {
    STANDALONE: standalone,
    "documents": documents,
    "plan": plan,
    "passages": passages,
    "pages": pages,
    "context": context,
    "values": values,
}


def _answered_for(tools: Toolbox, gold: Gold, reply: GoldReply) -> Toolbox:
    """A prompt that the gold record has no reply to, or none of the prompt's own type, goes to the model."""

    def ask(prompt: Prompt[R]) -> R:
        found = reply(prompt, gold, tools.ask)
        with suppress(ValidationError):
            if found is not None:
                return prompt.reply.model_validate(found.model_dump())
        return tools.ask(prompt)

    return replace(tools, ask=ask)


def _first(tools: Toolbox, chunks: Sequence[Chunk]) -> Toolbox:
    def search(query: str, documents: Sequence[str] | None = None, top_k: int | None = None, **how: Any) -> list[Hit]:
        own = tools.search(query, documents, top_k, **how)
        fitting = [chunk for chunk in chunks if documents is None or chunk.source_file in documents]
        if how.get("prose"):
            fitting = [chunk for chunk in fitting if not chunk.table]
        elif how.get("tables"):
            fitting = [chunk for chunk in fitting if chunk.table]
        score, similarity = (own[0].score, max(hit.similarity for hit in own)) if own else (1.0, 1.0)
        gold, ids = _hits(fitting, score, similarity), {chunk.id for chunk in fitting}
        found = [*gold, *(hit for hit in own if hit.chunk.id not in ids)]
        return [replace(hit, rank=rank) for rank, hit in enumerate(found[: len(own) or len(gold)], 1)]

    return replace(tools, search=search)


def _hits(chunks: Sequence[Chunk], score: float, similarity: float) -> list[Hit]:
    return [Hit(chunk, score, similarity, rank, "oracle") for rank, chunk in enumerate(chunks, 1)]
