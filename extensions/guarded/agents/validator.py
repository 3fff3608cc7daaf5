"""Decides whether a draft may be given as the answer, and how confident it is."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from ragatta.extensions.guarded.agents.reasoner import ReasonedDraft
from ragatta.pipeline.agents.answering.confidence import Thresholds
from ragatta.pipeline.agents.trace import Stage
from ragatta.pipeline.text.words import STOP
from ragatta.pipeline.types import Answer, Chunk, Confidence, Status

LEAST_CHARACTERS = 20
NO_INFORMATION = re.compile(
    r"\b(?:do|does|did) not contain\b|\bno information\b|\bcannot (?:be answered|answer)\b|\binsufficient\b",
    re.IGNORECASE,
)
NO_ANSWER = "No answer could be made. Please ask again."
UNUSABLE = "No proper answer came of this question. Please ask it in other words."
MARKS = re.compile(r"\s*\[\s*sources?\s*\d+(?:\s*,\s*(?:source\s*)?\d+)*\s*\]", re.IGNORECASE)
# A figure or several ("3 to 5 days"), with a currency or a unit, a date, or a code that is one word.
_FIGURE = r"(?:[-+\u2212~]?\s?(?:[$€£¥]|[A-Z]{2,3}\$?\s)?\s?\d[\d,.'/:-]*(?:\s?(?:%|°\s?[CF]?|[$€£¥]))?)"
_UNIT = r"(?:(?:\s?[^\W\d_]{1,12})?(?:(?:/|\s(?:per|an?)\s)[^\W\d_]{1,12})?)"
_NUMBER = re.compile(rf"{_FIGURE}{_UNIT}?(?:\s?(?:-|–|to|and|or)\s?{_FIGURE}{_UNIT}?)?")
_MONTH = r"(?:Jan|Feb|Mar|Apr|May|June?|July?|Aug|Sept?|Oct|Nov|Dec)[a-z]*\.?"
_DATE = re.compile(rf"{_MONTH}\s\d{{1,2}}(?:,?\s\d{{4}})?|{_MONTH}\s\d{{4}}|\d{{1,2}}\s{_MONTH}(?:\s\d{{4}})?")
_CODE = re.compile(r"(?=\S*\d)[A-Z][\w./-]*[\w]")
_PLAIN_ANSWERS = frozenset({"yes", "no"})


@dataclass(frozen=True)
class Verdict:
    """The `status` of the answer, the `reason`, and the `fallback` message for the user if the status is `failed`."""

    status: Status
    confidence: Confidence
    safety_flags: tuple[str, ...]
    reason: str
    fallback: str = ""

    @property
    def is_valid(self) -> bool:
        return self.status != "failed"


def validate(draft: ReasonedDraft, confidence: Thresholds, stage: Stage) -> Verdict:
    """Rejects errors of the search or the model, and answers that are too short. An answer that says that the documents
    do not contain the answer is valid. An order in the context is flagged; the answer stays valid because the model
    never saw the order."""
    verdict = _verdict(draft, confidence, stage)
    stage.details.update(
        is_valid=verdict.is_valid,
        confidence=verdict.confidence,
        safety_flags=list(verdict.safety_flags),
        reason=verdict.reason,
    )
    return verdict


def _verdict(draft: ReasonedDraft, confidence: Thresholds, stage: Stage) -> Verdict:
    answer, flags = draft.answer, ("injection_in_context",) if draft.unsafe else ()
    trust = confidence.rated([hit.similarity for hit in draft.hits], answer.text, stage)
    if draft.error:
        return Verdict("failed", "low", (*flags, draft.error_flag), draft.error, NO_ANSWER)
    if admits_ignorance(answer):
        return Verdict("no_information", trust, flags, "a grounded admission that the documents do not hold the answer")
    if is_too_short(answer, answer.context):
        return Verdict("failed", "low", (*flags, "answer_too_short"), "the answer is too short", UNUSABLE)
    if not answer.citations:
        return Verdict("answered", "low", (*flags, "uncited"), "the answer names no source")
    return Verdict("answered", trust, flags, "validation passed")


def admits_ignorance(answer: Answer) -> bool:
    """Whether the reply says that the documents do not contain the answer: by its status, or, without items, value and
    sources, in its text."""
    gives_something = answer.items or answer.value or answer.citations
    return answer.status == "no_information" or (not gives_something and bool(NO_INFORMATION.search(answer.text)))


def is_too_short(answer: Answer, context: Sequence[Chunk]) -> bool:
    """Whether fewer than 20 characters remain without source marks, and they are not a number, a name that is in the
    context, or yes or no."""
    text = MARKS.sub("", answer.text).strip()
    if len(text) >= LEAST_CHARACTERS or answer.items or (answer.value and answer.value in text):
        return False
    return not (is_number(text) or is_plain(text) or is_name(text, context))


def is_number(text: str) -> bool:
    """Whether it is only a figure with an optional currency or unit, a date or a code."""
    written = text.strip().rstrip(".!")
    return any(pattern.fullmatch(written) for pattern in (_NUMBER, _DATE, _CODE))


def is_plain(text: str) -> bool:
    return text.strip(" .!").lower() in _PLAIN_ANSWERS


def is_name(text: str, context: Sequence[Chunk]) -> bool:
    """Whether it is capitalised, is in the context in the same form, and is more than words such as "The"."""
    name = text.strip(" .!\"'")
    if not set(re.findall(r"\w+", name.lower())) - STOP:
        return False
    return name[:1].isupper() and any(re.search(rf"\b{re.escape(name)}\b", chunk.text) for chunk in context)
