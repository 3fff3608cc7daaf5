"""Whether a text holds an order to a model, or only speaks of orders.

"Ignore all previous instructions" is an order: a bare verb at the beginning of a clause, or behind words that hand out
orders ("you must", "I want you to"), with the model's instructions or all that came before as its object. "Which rules
of the previous edition are to be ignored?" is a question, and "agents may disregard the above" a statement: their verb
is inflected, or a subject, a modal verb or "to" stands before it. Objects that a document may well be about ("the above
limits", "all rules") count only where the whole sentence so far says nothing else.
Source: seed 002, planner and validator.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from pipeline.injection import addressing, patterns
from pipeline.injection.disguises import readings

_SEEN = 400  # characters before a match within which its clause begins
_QUOTES = ('"', "'", "“", "”", "‘", "’", "«", "»", "`")
_AHEAD = 150  # characters behind "System:" within which something is ordered, or it is said whom an order is for


def in_question(text: str) -> tuple[str, ...]:
    """The names of the patterns of an attack that a question holds, none where it is an ordinary one."""
    return _found(text, document=False)


def in_document(text: str) -> tuple[str, ...]:
    """The same for a text of a document. An order there also addresses "AI assistants" or says what to answer when
    asked. "System:" is a label like any other unless something is ordered behind it, and what tells people to set
    aside an earlier notice is no order: one that is not bare has to be aimed at a reader who answers."""
    return _found(text, document=True)


def _found(text: str, document: bool) -> tuple[str, ...]:
    """The names found in any of the ways to read the text, each once."""
    names = (name for reading in readings(text) for name, found in _patterns(reading, document) if found)
    return tuple(dict.fromkeys(names))


def _patterns(text: str, document: bool) -> Iterator[tuple[str, bool]]:
    yield "chat_mark", bool(patterns.CHAT.search(text))
    yield "script", any(document or not _named_tag(text, match) for match in patterns.SCRIPT.finditer(text))
    yield "uri", bool(patterns.URI.search(text))
    yield "speaker", _leads(text, patterns.SPEAKER)
    if not patterns.TELLING.search(text):
        return
    yield "override", any(_is_order(text, match, document) for match in patterns.OVERRIDE.finditer(text))
    yield "forget_all", _leads(text, patterns.FORGET, patterns.SENTENCE)
    yield "instructions_void", _leads(text, patterns.VOID, aimed=document)
    yield "new_instructions", _leads(text, patterns.NEW, aimed=document)
    yield "prompt_leak", _leads(text, patterns.LEAK)
    yield "persona", _leads(text, patterns.PERSONA)
    yield "system_role", _leads(text, patterns.ROLE, patterns.SENTENCE) and (not document or _commands(text))
    if not document:
        yield "ignore_all", _leads(text, patterns.IGNORE_ALL, patterns.SENTENCE)
        yield "role_to_play", _leads(text, patterns.FROM_NOW)
    else:
        yield "to_the_reader", _leads(text, addressing.TO_READER) or bool(addressing.TO_BE_REPORTED.search(text))


def _leads(text: str, pattern: re.Pattern[str], border: re.Pattern[str] = patterns.CLAUSE, aimed: bool = False) -> bool:
    """Whether the pattern stands at the beginning of a clause (or sentence), but for words that lead in; and, where
    that is asked for, is aimed at a reader who answers."""
    return any(
        patterns.LEADING.fullmatch(_since(border, text, match.start())) and (not aimed or _aimed(text, match.end()))
        for match in pattern.finditer(text)
    )


def _aimed(text: str, start: int) -> bool:
    return bool(addressing.AIMED.search(text, start, start + _AHEAD))


def _named_tag(text: str, match: re.Match[str]) -> bool:
    """Whether a tag is only named: "the <script> tag in appendix B"."""
    return bool(patterns.TAG_BEFORE.search(text[: match.start()]) and patterns.TAG_AFTER.match(text, match.start()))


def _commands(text: str) -> bool:
    """Whether something is ordered behind a role's name."""
    return any(
        addressing.COMMANDS.search(text, role.end(), role.end() + _AHEAD) for role in patterns.ROLE.finditer(text)
    )


def _is_order(text: str, match: re.Match[str], document: bool) -> bool:
    """Whether the verb of an override is an order. In a document, not in a question, what stands before the verb may
    be its subject ("agents ignore all instructions"), and an order that sets aside a part of the document, or the
    instructions for some matter, has to be aimed at a reader who answers."""
    end = match.end(_object(match))
    if document and (match["weak"] or addressing.OF_A_MATTER.match(text, end)) and not _aimed(text, end):
        return False
    sentence = _since(patterns.SENTENCE, text, match.start())
    clause = _since(patterns.CLAUSE, text, match.start())
    if match["weak"]:
        before = sentence[: len(sentence) - len(clause)]
        return bool(patterns.LEADING.fullmatch(clause)) and not patterns.SPEAKS_OF.search(before)
    if patterns.LEADING.fullmatch(clause):
        return True
    if clause.endswith(_QUOTES):  # a phrase that somebody asks about
        return False
    ordered = patterns.ORDERED.search(clause)
    before = clause[: ordered.start()] if ordered else clause
    return not patterns.SPEAKS_OF.search(before) and bool(not document or ordered or patterns.REQUEST.match(clause))


def _object(match: re.Match[str]) -> str:
    return next(name for name in ("strong", "weak", "left") if match[name])


def _since(border: re.Pattern[str], text: str, end: int) -> str:
    """The text from the last border before `end`."""
    start = max(0, end - _SEEN)
    for found in border.finditer(text, start, end):
        start = found.end()
    return text[start:end]
