"""Verifies the citations of an answer: each [doc_id] must be of a document in the evidence, and becomes file and page.

A mark of anything else is removed and reported; a bracket that the evidence itself prints is a quotation and is shown
in parentheses, so that it cannot pass for a citation. Source: seed 004, sections 3.3, 4 (post-processing) and 6.3.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pipeline.types import Citation, Hit
from pipeline.words import terms

_HELD = "\ue000{}\ue001"  # private characters: no mark is read inside what stands for a verified one
_HOLD = re.compile("\ue000(\\d+)\ue001")
_INNERMOST = re.compile(r"\[([^\[\]]*)\]")
_PAGES = re.compile(r"\s*[,;:]?\s*(?:pp?\.?|pages?)\s*\d+(?:\s*[-\u2013]\s*\d+)?\s*$", re.IGNORECASE)
_GAP = re.compile(r"[ \t]+(?=[.,;:!?](?:\s|$))|[ \t]+$|(?<=\S)[ \t]+(?=[ \t])", re.MULTILINE)


@dataclass(frozen=True)
class Verified:
    """The `text` with marks of evidence alone, the `citations` that they resolve to in the order of the text, and the
    `unknown` marks that were removed."""

    text: str
    citations: tuple[Citation, ...]
    unknown: tuple[str, ...]


def verify(text: str, evidence: Sequence[Hit]) -> Verified:
    """Checks every mark against the evidence. A mark cites the page of its document that shares most words with what
    stands before it; "[a.pdf, b.pdf]" and "[a.pdf, page 3]" are read as they are meant."""
    by_document: dict[str, list[Hit]] = {}
    for hit in evidence:
        by_document.setdefault(hit.chunk.source_file, []).append(hit)
    printed = " ".join(" ".join(hit.chunk.text.split()) for hit in evidence)
    held: list[str] = []
    text = _hold_known(_HOLD.sub("", text), by_document, held)
    unknown: list[str] = []

    def settle(match: re.Match[str]) -> str:
        inside = match[1]
        if names := _several(inside, by_document):
            return "".join(_held(name, held) for name in names)
        if not any(map(str.isalpha, inside)) or _quoted(match.group(), printed):
            return f"({inside})"
        if not _HOLD.search(inside):
            unknown.append(inside)
            return ""
        return inside  # a mark in brackets of its own

    while _INNERMOST.search(text):
        text = _INNERMOST.sub(settle, text)
    if unknown:
        text = _GAP.sub("", text)  # what the removed marks left
    return Verified(_restored(text, held), _citations(text, held, by_document), tuple(dict.fromkeys(unknown)))


def _hold_known(text: str, known: Mapping[str, object], held: list[str]) -> str:
    """Marks of known documents are put aside, longer names first, so that brackets in a name end no mark."""
    for name in sorted(known, key=lambda name: (-len(name), name)):
        while (mark := f"[{name}]") in text:
            text = text.replace(mark, _held(name, held), 1)
    return text


def _held(name: str, held: list[str]) -> str:
    held.append(name)
    return _HELD.format(len(held) - 1)


def _several(inside: str, known: Mapping[str, object]) -> list[str]:
    """The documents that a mark names, where it names nothing but known ones, perhaps with pages."""
    names = []
    for part in [inside] if _one(inside, known) else re.split(r"\s*[,;]\s*(?!p)", inside):
        if name := _one(part, known):
            names.append(name)
        else:
            return []
    return names


def _one(part: str, known: Mapping[str, object]) -> str:
    plain = _PAGES.sub("", part.strip()).strip()
    return plain if plain in known else ""


def _quoted(mark: str, printed: str) -> bool:
    return " ".join(mark.split()) in printed


def _restored(text: str, held: Sequence[str]) -> str:
    return _HOLD.sub(lambda mark: f"[{held[int(mark[1])]}]", text)


def _citations(text: str, held: Sequence[str], by_document: Mapping[str, Sequence[Hit]]) -> tuple[Citation, ...]:
    found: dict[str, Citation] = {}
    said = ""
    at = 0
    for mark in _HOLD.finditer(text):
        between = _HOLD.sub("", text[at : mark.start()])
        said = between if between.strip() else said  # marks side by side stand for the same words
        at = mark.end()
        hit = _best(by_document[held[int(mark[1])]], said)
        chunk = hit.chunk
        found.setdefault(
            chunk.id,
            Citation(chunk.source_file, chunk.first_page, chunk.last_page, chunk.id, round(hit.similarity, 6)),
        )
    return tuple(found.values())


def _best(hits: Sequence[Hit], said: str) -> Hit:
    """The hit that holds most of the claim's terms; the nearest to the query among equals."""
    claim = frozenset(terms("_ " + said))
    return max(
        hits, key=lambda hit: (len(claim & frozenset(terms(hit.chunk.text))), hit.similarity, -hit.chunk.chunk_index)
    )
