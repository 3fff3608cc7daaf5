"""The last step: verifies the citations of the composed text and makes it an answer."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from ragatta.pipeline.agents.answering.confidence import Thresholds
from ragatta.pipeline.agents.answering.orchestrator import INSUFFICIENT, NO_REPLY
from ragatta.pipeline.agents.citing.citation_check import Checked, cite, verify, without_marks
from ragatta.pipeline.agents.citing.quotes import quote
from ragatta.pipeline.agents.context.context import Context
from ragatta.pipeline.agents.trace import Stage
from ragatta.pipeline.tasks.agentic import ComposedAnswer
from ragatta.pipeline.tasks.answers import Passage
from ragatta.pipeline.types import Answer, Citation, Confidence


@dataclass(frozen=True)
class ComposedDraft:
    """An answer before its citations are verified, with its context; `reply` is None if there is none. `from_fields`:
    computed from metadata. `marks`: whether the citation marks are "shown", "hidden" (removed from the text after
    verification) or "none" (brackets in the text are not marks)."""

    reply: ComposedAnswer | None
    context: Context
    limitations: tuple[str, ...] = ()
    reasoning: str = ""
    from_fields: bool = False
    marks: Literal["shown", "hidden", "none"] = "shown"
    sub_answers: tuple[Answer, ...] = ()


def verified(draft: ComposedDraft, confidence: Thresholds, stage: Stage) -> Answer:
    """The draft with the citations that exist; `no_information` without evidence, `failed` without a usable reply."""
    context, reply = draft.context, draft.reply
    if reply is None and context.chunks:
        return Answer("failed", "", limitations=NO_REPLY.missing, context=context.chunks)
    if reply is None:
        limits = "; ".join((*draft.limitations, "nothing was retrieved"))
        return Answer("no_information", INSUFFICIENT, limitations=limits)
    hits = list(context.hits.values())
    checked = (
        Checked(reply.text, tuple(map(cite, hits)), ()) if draft.marks == "none" else verify(_text_of(reply), hits)
    )
    items, value = reply.items, reply.value
    if not draft.from_fields:  # a field's value is as it is stored
        single = [verify(own, hits) for own in (*items, value)]
        *items, value = (own.text for own in single)
        unknown = dict.fromkeys(mark for one in (checked, *single) for mark in one.unknown)
        checked = replace(checked, unknown=tuple(unknown))
    checked.tell(stage)
    if draft.marks == "hidden":
        checked = replace(checked, text=without_marks(checked))
    answered = reply.status == "answered"
    return Answer(
        status="answered" if answered else "no_information",
        text=checked.text if answered else f"{INSUFFICIENT} {checked.text}".strip(),
        items=tuple(filter(None, items)) if answered else (),
        value=value if answered else "",
        citations=checked.citations if answered else (),
        evidence=_quotes(checked, context) if answered else (),
        limitations="; ".join(filter(None, (*draft.limitations, reply.missing))),
        reasoning=draft.reasoning,
        confidence=_confidence(draft, checked, confidence, stage) if answered else "low",
        safety_flags=checked.flags if answered else (),
        context=context.chunks,
        sub_answers=draft.sub_answers if answered else (),
    )


def _text_of(reply: ComposedAnswer) -> str:
    """The reply's text, or its items or value if the text is empty."""
    if reply.text.strip() or reply.status != "answered":
        return reply.text
    return "\n".join(f"- {item}" for item in reply.items) or reply.value


def _confidence(draft: ComposedDraft, checked: Checked, confidence: Thresholds, stage: Stage) -> Confidence:
    if draft.from_fields:
        return "high" if not draft.limitations else "medium"
    level = confidence.rated([citation.score for citation in checked.citations], checked.text, stage)
    # The text answers what was searched for; what was relaxed or left out may make it the answer to something else.
    return "medium" if level == "high" and draft.limitations else level


def _quotes(checked: Checked, context: Context) -> tuple[str, ...]:
    """The sentence of each cited passage that is nearest to the answer."""
    quotes = [quote(checked.text, passage) for one in checked.citations for passage in _passages(one, context)]
    return tuple(dict.fromkeys(filter(None, quotes)))


def _passages(citation: Citation, context: Context) -> list[Passage]:
    return [p for p in context.passages if citation.chunk_id in context.members[p.source]]
