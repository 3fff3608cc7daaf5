"""Looks up a value in row groups, and states it with its row. Uncertain values get words of doubt, which lower the
confidence."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ragatta.extensions.extractive.question.asked import ParsedQuestion
from ragatta.extensions.extractive.tables.table_lookup import LookedUp, look_up
from ragatta.pipeline.tasks.answers import Passage, WrittenAnswer
from ragatta.pipeline.text.mentions import mentions

_STATED = 2  # values that fix a row, where little else of the question is said in its table
_ENOUGH = 0.3  # share of the question's weighted words that title, row and column must say
# What is answered with a sentence, a name or a list. A question without a verb asks for the value that it names.
_ASKS_ELSE = re.compile(
    r"(?:why|who|whom|whose|where|describe|explain|summari[sz]e|compare|list|name|how (?:do|does|did|is|are|can))\b",
    re.IGNORECASE,
)


def cell_answer(asked: ParsedQuestion, passages: Sequence[Passage]) -> WrittenAnswer | None:
    """The cell that the question names; None if none fits, or if several fit and differ."""
    if asked.type in ("date", "yes_no") or (not asked.is_numeric and _ASKS_ELSE.match(asked.question)):
        return None
    found = look_up(asked.question, passages)
    if found is None or not found.value or found.unmet:
        return None
    # Two values that fix a row and its column: what is told around them may be worded as no table words it.
    fixed = found.names_column and sum(one.required for one in mentions(asked.question)) >= _STATED
    if found.coverage < _ENOUGH and not fixed:
        return None
    text = f"{found.value} ({found.row}) [Source {found.source}]"
    if not found.certain:
        text = f"Perhaps {text}: it is unclear {_doubt(found)}."
    return WrittenAnswer(status="answered", text=text, value=found.value, sources=[found.source])


def _doubt(cell: LookedUp) -> str:
    if cell.open_keys:
        return f"which {' and which '.join(name or 'row' for name, _ in cell.open_keys)} is meant"
    return "whether this table is meant"
