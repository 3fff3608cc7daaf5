"""A value in a table that the passages show as rows with their columns' names: looked up, and said with its row.

What is not certain is answered in words of doubt, from which an answer's confidence follows (agents/confidence.py).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from pipeline.tasks.answers import Passage, WrittenAnswer
from pipeline.text.mentions import mentions, tokens
from pipeline.text.words import terms
from reader.calculations.named_measures import named_measures
from reader.question.asked import Asked
from reader.question.days import given_dates
from reader.tables.table_lookup import LookedUp, look_up

_STATED = 2  # values that fix a row, where little else of the question is said in its table
_SHOWN = 6  # values of a key that is left open
_LONG = 40  # characters of a value that is prose
_ENOUGH = 0.3  # share of the question's weighted words that title, row and column must say
# What is answered with a sentence, a name or a list. A question without a verb asks for the value that it names.
_ASKS_ELSE = re.compile(
    r"(?:why|who|whom|whose|where|describe|explain|summari[sz]e|compare|list|name|how (?:do|does|did|is|are|can))\b",
    re.IGNORECASE,
)


def cell_answer(asked: Asked, passages: Sequence[Passage]) -> WrittenAnswer | None:
    """The cell that the question names; None where none does or several do that differ."""
    asked = replace(asked, question=given_dates(asked.question))
    if asked.type in ("date", "yes_no") or (not asked.is_numeric and _ASKS_ELSE.match(asked.question)):
        return None
    found = look_up(asked.question, passages)
    if found is None or not found.value or found.unmet:
        return None
    if found.coverage < _ENOUGH and not _names(asked.question, found) and not _fixes(asked.question, found):
        return None
    text = f"{found.value} ({found.row}) [Source {found.source}]"
    if not found.certain:
        text = f"Perhaps {text}: it is unclear {_doubt(found)}."
    return WrittenAnswer(status="answered", text=text, value=found.value, sources=[found.source])


def left_open(question: str, passages: Sequence[Passage]) -> str:
    """What the question would have to say to name one cell: "which Class is meant: A, B or C"; "" where there is more
    that it does not say, or no table meets the rest of it."""
    found = look_up(given_dates(question), passages)
    if found is None or found.unmet or len(found.open_keys) != 1 or found.coverage < _ENOUGH:
        return ""
    ((name, values),) = found.open_keys
    if any(len(value) > _LONG for value in values):
        return ""
    shown = [*values[:_SHOWN], *(["..."] if len(values) > _SHOWN else [])]
    return f"which {name or 'row'} is meant: {', '.join(shown[:-1])} or {shown[-1]}"


def _names(question: str, found: LookedUp) -> bool:
    """Whether the cell is of a measure that the question names, in a row that it states two values of at least: then
    what is told around them need not stand in the table."""
    held = frozenset(token for text in (*found.title, found.row) for token in tokens(text))
    said = [frozenset(tokens(measure.name)) for measure in named_measures(question)]
    values = [one for one in mentions(question) if one.required]
    stated = frozenset(terms("_ " + " ".join((*found.title, found.row))))
    unstated = [term for term in terms(question) if re.search(r"[a-z].*\d|\d.*[a-z]", term) and term not in stated]
    return len(values) >= _STATED and not unstated and any(len(words) > 1 and words <= held for words in said)


def _fixes(question: str, found: LookedUp) -> bool:
    """Whether the question states two values at least, all of which the row has, and the column of the cell, and asks
    for no measure that the table says nothing of: what it tells around them may be worded as no table words it."""
    held = frozenset(token for text in (*found.title, found.row) for token in tokens(text))
    measures = [frozenset(tokens(measure.name)) for measure in named_measures(question) if " " in measure.name]
    known = not measures or any(words & held for words in measures)
    return found.told and known and len([one for one in mentions(question) if one.required]) >= _STATED


def _doubt(found: LookedUp) -> str:
    if found.open_keys:
        return f"which {' and which '.join(name or 'row' for name, _ in found.open_keys)} is meant"
    return "whether this table is meant"
