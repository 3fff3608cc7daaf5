"""Gives a validated draft its final form: text, citations, confidence, safety flags and a summary of the reasoning."""

from __future__ import annotations

from dataclasses import replace

from ragatta.extensions.guarded.agents.reasoner import ReasonedDraft
from ragatta.extensions.guarded.agents.validator import MARKS, Verdict
from ragatta.pipeline.agents.citing.citation_check import cite
from ragatta.pipeline.agents.trace import Stage
from ragatta.pipeline.types import Answer, Citation

DIGITS = 3  # of a citation's score


def respond(draft: ReasonedDraft, verdict: Verdict, stage: Stage) -> Answer:
    """The final answer, with citations in place of the marks. A no_information answer cites the passages that were
    read. A rejected draft has no text, and its limitations say what to do."""
    answer = draft.answer
    if not verdict.is_valid:
        citations: tuple[Citation, ...] = ()
    elif verdict.status == "no_information":
        citations = tuple(_rounded(cite(hit)) for hit in draft.hits)
    else:
        citations = tuple(map(_rounded, answer.citations))
    summary = f"used {len(answer.citations)} of {len(draft.hits)} source chunks; {verdict.reason}"
    stage.details.update(citations=len(citations), reasoning=summary)
    valid = verdict.is_valid
    return replace(
        answer,
        status=verdict.status,
        text=MARKS.sub("", answer.text).strip() if valid else "",
        items=answer.items if verdict.status == "answered" else (),
        value=answer.value if verdict.status == "answered" else "",
        citations=citations,
        limitations=answer.limitations if valid else f"{verdict.reason}. {verdict.fallback}",
        reasoning=summary,
        confidence=verdict.confidence,
        safety_flags=verdict.safety_flags,
    )


def _rounded(citation: Citation) -> Citation:
    return replace(citation, score=round(citation.score, DIGITS))
