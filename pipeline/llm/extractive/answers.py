"""WriteAnswer: lists, products, values and sentences, tried in this order; else insufficient."""

from __future__ import annotations

import re

from pipeline.llm.extractive.asked import Asked, words_of
from pipeline.llm.extractive.cells import cell_answer
from pipeline.llm.extractive.lists import list_answer
from pipeline.llm.extractive.products import product_answer
from pipeline.llm.extractive.prose_figures import figure_answer
from pipeline.llm.extractive.sentences import sentence_answer
from pipeline.llm.extractive.structure import read_lines
from pipeline.llm.extractive.tables import read_tables
from pipeline.llm.extractive.values import value_answer
from pipeline.tables.row_text import read
from pipeline.tasks import WriteAnswer, WrittenAnswer
from pipeline.words import terms

_ASKS_FOR_SOME = re.compile(r"(?:what|which|who|name)\b", re.IGNORECASE)
_ASKS_FOR_ALL = re.compile(r"\b(?:list|all|every|each|enumerate|itemi[sz]e|complete)\b", re.IGNORECASE)


def write_answer(task: WriteAnswer) -> WrittenAnswer:
    """An answer quoted from the passages, or `insufficient` with the terms of the question that they lack."""
    lines = read_lines(task.passages)
    asked = Asked(task.question, tuple(frozenset(terms(line.text)) for line in lines))
    may_be_list = asked.type == "text" and bool(_ASKS_FOR_SOME.match(task.question))
    answer = list_answer(asked, lines, task.is_enumeration) if task.is_enumeration or may_be_list else None
    if answer is None and not (task.is_enumeration and _ASKS_FOR_ALL.search(task.question)):
        tables = read_tables(lines)
        apart = any(read(passage.text) for passage in task.passages)
        prose = read_lines([passage for passage in task.passages if not read(passage.text)]) if apart else lines
        answer = (
            product_answer(asked, lines, tables)
            or cell_answer(asked, task.passages)
            or value_answer(asked, tables)
            or (figure_answer(asked, prose) if apart else None)
            or sentence_answer(asked, prose)
        )
    return answer or _insufficient(asked)


def _insufficient(asked: Asked) -> WrittenAnswer:
    absent = words_of(asked.absent, asked.question)
    lacking = f"nothing about: {', '.join(absent)}" if absent else "no statement meets the whole question"
    return WrittenAnswer(status="insufficient", text="The information is insufficient.", missing=lacking)
