"""Answers a question whose parts are about different documents: a part from the metadata if that suffices, otherwise
from the evidence found for that part."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ragatta.extensions.agentic.agents.composer import Composer
from ragatta.extensions.agentic.agents.final_answer import ComposedDraft
from ragatta.extensions.agentic.agents.inquiry import Inquiry
from ragatta.extensions.agentic.agents.metadata_draft import draft_from_rows
from ragatta.pipeline.agents.citing.citation_check import verify, without_marks
from ragatta.pipeline.agents.context.context import Context, context_of
from ragatta.pipeline.agents.toolbox import Toolbox
from ragatta.pipeline.agents.trace import Stage
from ragatta.pipeline.tasks.agentic import ComposedAnswer, ComposedPart
from ragatta.pipeline.types import Answer, Hit

NOTHING = ComposedAnswer(status="insufficient", text="")


def draft_of_parts(
    inquiry: Inquiry, retrieved: Sequence[Hit], composer: Composer, tools: Toolbox, stage: Stage
) -> ComposedDraft:
    """One draft of all parts, in their order, from the metadata and from what was `retrieved`. Raises
    ModelError."""
    by_fields = _of_fields(inquiry.parts, tools, stage)
    hits = {hit.chunk.id: hit for draft in by_fields.values() for hit in draft.context.hits.values()}
    hits |= {hit.chunk.id: hit for hit in retrieved if hit.chunk.id not in hits}
    reading = [part for part in inquiry.parts if part.reads_text]
    composed, context = _read(inquiry, reading, list(hits.values()), composer, tools, stage)
    if reading and composed is None and context.chunks:
        return ComposedDraft(None, context)
    from_text = iter(composed.parts or [composed] if composed else [])
    replies = [by_fields[at].reply if at in by_fields else next(from_text, None) for at in range(len(inquiry.parts))]
    written = [one or NOTHING for one in replies]
    answered = [one for one in written if one.status == "answered"]
    limits = dict.fromkeys(limit for draft in by_fields.values() for limit in draft.limitations)
    return ComposedDraft(
        ComposedAnswer(
            status="answered" if answered else "insufficient",
            text="\n".join(one.text for one in answered),
            missing="; ".join(dict.fromkeys(one.missing for one in written if one.missing)),
        ),
        context,
        (*inquiry.selection.refused, *limits),
        f"{len(by_fields)} of {len(written)} parts from the documents' fields",
        from_fields=not reading,
        sub_answers=tuple(
            answer
            for at, one in enumerate(written)
            for answer in (by_fields[at].sub_answers if at in by_fields else ()) or (_sub_answer(one, context),)
        ),
    )


def _of_fields(parts: Sequence[Inquiry], tools: Toolbox, stage: Stage) -> dict[int, ComposedDraft]:
    """The drafts of the parts that the metadata answers, by the part's position. All parts share one context; each part
    gets its share of what the earlier ones left."""
    drafts: dict[int, ComposedDraft] = {}
    left = tools.context_tokens
    for at, part in enumerate(parts):
        if not part.reads_text:
            share = replace(tools, context_tokens=left // (len(parts) - at))
            drafts[at] = draft_from_rows(part, share, stage)
            left -= drafts[at].context.tokens
    return drafts


def _read(
    inquiry: Inquiry,
    reading: Sequence[Inquiry],
    hits: Sequence[Hit],
    composer: Composer,
    tools: Toolbox,
    stage: Stage,
) -> tuple[ComposedAnswer | None, Context]:
    """The reply to the parts that need text, from one call, and the whole context."""
    if not reading:
        return None, context_of(hits, tools.context_tokens, tools.count_tokens)
    questions = [part.question for part in reading]
    return composer.compose(" ".join(questions), inquiry.plan, hits, tools, stage, questions)


def _sub_answer(part: ComposedPart, context: Context) -> Answer:
    checked = verify(part.text, list(context.hits.values()))
    if part.status != "answered":
        return Answer("no_information", without_marks(checked), limitations=part.missing)
    return Answer(
        "answered", without_marks(checked), tuple(part.items), part.value, checked.citations, limitations=part.missing
    )
