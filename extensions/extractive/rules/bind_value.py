"""BindValue: tries the table cell that fits the wanted value, a rule in prose that gives it, and a sentence that states
it, in this order; or says what must be known first if a table's key is open."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ragatta.extensions.extractive.calculations.expressions import Calculation
from ragatta.extensions.extractive.calculations.ways import read_calculation
from ragatta.extensions.extractive.prose.conditions import Conclusion, concluded
from ragatta.extensions.extractive.tables.bound_cells import in_tables, names_without
from ragatta.extensions.extractive.tables.key_values import stated_way
from ragatta.extensions.extractive.tables.operand_cells import find_cells
from ragatta.pipeline.tables.row_text import read
from ragatta.pipeline.tasks.answers import Passage
from ragatta.pipeline.tasks.binding import BindValue, BoundValue
from ragatta.pipeline.text.mentions import mentions
from ragatta.pipeline.text.quantities import codes
from ragatta.pipeline.text.words import terms

# What a question asks for, without what it says of the case.
_NAME = re.compile(
    r"(?:what|which|how much|give|state|find)(?: (?:is|are|was))? (?:the |an? )?(?P<name>\S.*?)"
    r"(?= (?:for|of|on|in|at|is|are|do|does|must|will|would|applies|apply|that|when|if|with|to) |[?,.]|$)",
    re.IGNORECASE,
)


def bind_value(task: BindValue) -> BoundValue:
    """The value with the row or sentence that states it; empty if the passages have none."""
    tables = [passage for passage in task.passages if read(passage.text)]
    prose = [passage for passage in task.passages if passage not in tables]
    calculated = read_calculation(task.question)
    if task.choices:
        found = _speaking(task, stated_way(task.wanted, task.choices, prose)) or _by_rule(task, prose)
    elif calculated and calculated.cells:
        found = _operand(task, calculated, tables)
    elif calculated:
        cell = in_tables(task, tables) if tables else None
        found = cell or _by_rule(task, prose)
    else:  # a question for one value: what stands in lines and sentences, other rules answer (answers.py)
        found = _by_rule(task, prose) or (in_tables(task, tables) if tables else None)
    return found or BoundValue(certain=False)


def _operand(task: BindValue, asked: Calculation, tables: Sequence[Passage]) -> BoundValue | None:
    """The cell of this operand, chosen together with those of the other operands."""
    cell = find_cells(asked.cells, tables).get(task.wanted)
    if cell is None:
        return None
    return BoundValue(value=cell.value, source=cell.source, quote=cell.row, certain=cell.certain)


def _speaking(task: BindValue, bound: BoundValue | None) -> BoundValue | None:
    """The value with the question's conditions that its quote does not mention."""
    if bound is None:
        return None
    quoted_terms = frozenset(terms("_ " + bound.quote))
    amounts = [
        one.text for one in mentions(task.question) if one.required and not frozenset(terms(one.text)) <= quoted_terms
    ]
    return bound.model_copy(update={"unmet": [*amounts, *names_without(task.question, quoted_terms)]})


def _by_rule(task: BindValue, prose: Sequence[Passage]) -> BoundValue | None:
    named = _NAME.match(task.wanted)
    wanted = named["name"] if named else task.wanted
    found = concluded(wanted, task.question, prose, task.choices)
    if found is None:
        return None
    return BoundValue(
        value=found.value,
        source=found.source,
        quote=found.sentence,
        certain=found.certain,
        unmet=_unmet_by_rule(task, found, next(one.text for one in prose if one.source == found.source)),
    )


def _unmet_by_rule(task: BindValue, conclusion: Conclusion, passage: str) -> list[str]:
    """Amounts and names that the rule does not mention, and codes that its passage does not mention; a passage names a
    code once for all its rules."""
    passage_codes, question = codes(passage), task.question
    amounts = [
        one.text
        for one in mentions(question)
        if one.required and one.text not in conclusion.met and not one.codes & passage_codes
    ]
    return [*amounts, *names_without(question, conclusion.rule_terms)]
