"""Detects sentences that are orders to a model.

Such a sentence mentions the model's instructions, a machine as the reader, the answer that is about to be written, or
uses markers of a prompt. An imperative alone does not count, because forms and manuals use it too ("Respond within ten
days"). A pattern counts only at the beginning of a clause; inside a clause an order is reported, not given ("agents may
disregard prior instructions").
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache, lru_cache

from ragatta.pipeline.injection.concepts import CONCEPTS
from ragatta.pipeline.injection.cues import BEHIND_AN_ORDER, CODE, CUES, IN_QUESTIONS, LEADING, MARKS
from ragatta.pipeline.injection.disguises import plain, squeezed
from ragatta.pipeline.injection.sentences import sentence_spans

_BORDER = re.compile(r"[.!?;:,()\[\]{}<>|*#/…–—-]|\b(?:and|und|et|y|e|en)\b", re.IGNORECASE)
_NOTHING = re.compile(r"[\W_]*")
_FIGURES = frozenset("0123456789")
_EVERY = tuple(cue for cues in CUES.values() for cue in cues)  # hardly any sentence has one, and is read once
_LEADING_WORDS = 8  # before a cue, at most
# An order so plain that it is known with its letters set apart; where they are not, the cues decide.
_CORE = (
    "(?:ignore|disregard|forget|bypass|override){0}(?:(?:all|the|any|of|your|my|these|those|previous|prior|above|earlier"
    "|system){0})*(?:instructions?|prompts?|rules|directives|guidelines)"
)
_APART = re.compile(_CORE.format(""))
_TOGETHER = re.compile(_CORE.format(r"\W+"), re.IGNORECASE)


@lru_cache(maxsize=20_000)  # passages come again with every question
def order_cues(sentence: str) -> tuple[str, ...]:
    """The kinds of cues that make a sentence an order to a model: instructions, reader, answer,
    marks, code, disguise."""
    text = readable(sentence)
    kinds = [kind for kind, cues in CUES.items() if found(text, cues)] if found(text, _EVERY) else []
    if MARKS.search(text):
        kinds.append("marks")
    if CODE.search(text):
        kinds.append("code")
    if _APART.search(squeezed(text)) and not _TOGETHER.search(text):
        kinds.append("disguise")
    return tuple(kinds)


def goes_on(sentence: str) -> bool:
    """Whether a sentence says what to do, as the sentence after an order does."""
    return found(readable(sentence), BEHIND_AN_ORDER)


def question_cues(question: str) -> tuple[str, ...]:
    """The same for all sentences of a question, which is also refused for "forget all" or "system:"."""
    text = plain(question)
    sentences = [text[start:end] for start, end in sentence_spans(text)]
    kinds = {kind for sentence in sentences for kind in order_cues(sentence)}
    if any(found(readable(sentence), IN_QUESTIONS) for sentence in sentences):
        kinds.add("instructions")
    return tuple(sorted(kinds))


def found(text: str, cues: Sequence[str]) -> bool:
    """Whether a clause of the text begins with one of the cues, apart from introductory words."""
    match = _compiled(tuple(cues)).match
    return any(match(text, opening) for opening in _openings(text))


@lru_cache(maxsize=16)  # asked for once a kind of cue
def _openings(text: str) -> tuple[int, ...]:
    """The beginnings of a clause: its first word, and the word after each introductory word."""
    openings: list[int] = []
    reached = -1
    for start in (0, *(border.end() for border in _BORDER.finditer(text))):
        if start < reached:  # among the signs behind an earlier border, which lead to the same opening
            continue
        leading = _NOTHING.match(text, start)
        reached = leading.end() if leading else start
        for _ in range(_LEADING_WORDS):
            if not leading:
                break
            # No cue begins with a figure (a test reads the patterns), and tables are mostly figures.
            if text[leading.end() : leading.end() + 1] not in _FIGURES:
                openings.append(leading.end())
            leading = _leading().match(text, leading.end())
    return tuple(dict.fromkeys(openings))


def readable(text: str) -> str:
    """The text without disguises, in one line."""
    return " ".join(plain(text).split())


@cache
def _leading() -> re.Pattern[str]:
    longest_first = sorted(re.sub(r"\s*\n\s*", "", LEADING).split("|"), key=len, reverse=True)
    return re.compile(rf"(?:{_spaced('|'.join(longest_first))})[\W_]+", re.IGNORECASE)


@cache
def _compiled(cues: tuple[str, ...]) -> re.Pattern[str]:
    named = "|".join(re.sub(r"\{([a-z_]+)\}", lambda name: f"(?:{CONCEPTS[name[1]]})", cue) for cue in cues)
    return re.compile(rf"(?:{_spaced(named)})(?!\w)", re.IGNORECASE)


def _spaced(phrases: str) -> str:
    """The phrases, with a pattern for any kind of space between their words."""
    joined = re.sub(r"\s*\n\s*", "", phrases).replace(" ... ", r".{1,60}?(?<!\w)")
    return joined.replace(" ?", r"[\W_]{0,3}").replace(" ", r"[\W_]{1,4}")
