"""Reads the last message of a conversation: whether it is an answer, its value or items, and its citations."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ragatta.extensions.tool_loop.agents.tool_caller import FinishedConversation
from ragatta.pipeline.agents.answering.confidence import Thresholds
from ragatta.pipeline.agents.answering.orchestrator import INSUFFICIENT
from ragatta.pipeline.agents.citing.citation_check import verify
from ragatta.pipeline.agents.citing.quotes import quote
from ragatta.pipeline.agents.searching.search_tools import ToolResult
from ragatta.pipeline.agents.trace import Stage
from ragatta.pipeline.tasks.answers import Passage
from ragatta.pipeline.text.enumeration import is_enumeration
from ragatta.pipeline.text.sentences import marked_parts
from ragatta.pipeline.types import Answer, Chunk, Citation

NOTHING_SAID = "the model gave no usable final message"
NOTHING_FOUND = "the model answered without any evidence"

_VALUE = re.compile(r"^[\s*_>-]*answer\**\s*[:=]\**\s*(\S.*)$", re.IGNORECASE | re.MULTILINE)
_ITEM = re.compile(r"^\s*(?:[-*•]|\d{1,3}[.)])\s+(\S.*)$", re.MULTILINE)
_MARK = re.compile(r"\s*\[[^\[\]\n]*\]")
_NOT_THERE = re.compile(
    r"\b(?:information is (?:insufficient|missing|not available)|insufficient information|no information|"
    r"(?:could|can|did)(?: not|n.t|not) find|(?:do|does|did)(?: not|n.t) (?:contain|hold|state|mention|provide|say))\b",
    re.IGNORECASE,
)


def read(question: str, conversation: FinishedConversation, confidence: Thresholds, stage: Stage) -> Answer:
    """The answer in the last message of a conversation, with verified marks: `no_information` if it says that the
    documents do not contain the answer, `failed` if it is empty or makes a claim although no tool returned evidence."""
    # What a result lists without a passage of it, or only the metadata of, may be named, and has no page to cite.
    named = {document for result in conversation.results for document in result.documents}
    checked = verify(conversation.text, conversation.shown.hits, named)
    checked.tell(stage)
    context = conversation.shown.stretches
    if not checked.text.strip():
        stage.fall_back(NOTHING_SAID)
        return Answer("failed", "", limitations=NOTHING_SAID, context=context)
    if says_missing(checked.text, bool(checked.citations)):
        lacking = checked.text.replace(INSUFFICIENT, "").strip()
        return Answer("no_information", checked.text, limitations=lacking, context=context)
    if not any(result.documents for result in conversation.results):
        stage.fall_back(NOTHING_FOUND)
        return Answer("failed", "", limitations=NOTHING_FOUND, context=context)
    return Answer(
        status="answered",
        text=checked.text,
        items=_items(question, checked.text),
        value=_value(checked.text),
        citations=checked.citations,
        evidence=_quotes(checked.text, checked.citations, context),
        reasoning=_reasoning(conversation.results),
        confidence=confidence.rated([citation.score for citation in checked.citations], checked.text, stage),
        safety_flags=checked.flags,
        context=context,
    )


def says_missing(text: str, cited: bool) -> bool:
    """Whether a message says that the answer is not in the documents: in the prescribed words, or, without citations,
    in other words at its beginning."""
    if INSUFFICIENT.rstrip(".").lower() in text.lower():
        return True
    return not cited and bool(_NOT_THERE.search((*marked_parts(text), "")[0]))


def _quotes(text: str, citations: Sequence[Citation], stretches: Sequence[Chunk]) -> tuple[str, ...]:
    """The shown sentence of each cited chunk that says most of the answer."""
    chunks = {stretch.id: stretch for stretch in stretches}
    cited = [chunks[citation.chunk_id] for citation in citations]
    passages = [Passage(n, c.source_file, c.first_page, c.last_page, c.text) for n, c in enumerate(cited, 1)]
    return tuple(filter(None, (quote(text, passage) for passage in passages)))


def _value(text: str) -> str:
    values = [_MARK.sub("", found).strip(" *_`") for found in _VALUE.findall(text)]
    return values[-1].removesuffix(".") if values else ""


def _items(question: str, text: str) -> tuple[str, ...]:
    found = tuple(_MARK.sub("", item).strip(" *_`") for item in _ITEM.findall(text))
    return tuple(filter(None, found)) if is_enumeration(question) or len(found) > 1 else ()


def _reasoning(results: Sequence[ToolResult]) -> str:
    return "; ".join(
        f"{result.tool}: {result.args.get('query') or result.args.get('doc_id', '')}" for result in results
    )
