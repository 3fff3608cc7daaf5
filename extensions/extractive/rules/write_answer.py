"""WriteAnswer: tries lists, products, cells and values of tables, and sentences, in this order; else insufficient."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from ragatta.extensions.extractive.prose.figures import figure_answer
from ragatta.extensions.extractive.prose.lists import list_answer
from ragatta.extensions.extractive.prose.sentences import sentence_answer
from ragatta.extensions.extractive.prose.structure import read_lines
from ragatta.extensions.extractive.question.asked import ParsedQuestion, words_of
from ragatta.extensions.extractive.tables.cells import cell_answer
from ragatta.extensions.extractive.tables.worded import worded
from ragatta.pipeline.tables.row_text import read
from ragatta.pipeline.tasks.answers import Passage, WriteAnswer, WrittenAnswer
from ragatta.pipeline.text.enumeration import counted
from ragatta.pipeline.text.words import terms

_ASKS_FOR_SOME = re.compile(r"(?:what|which|who|name)\b", re.IGNORECASE)
_WHERE = re.compile(r"^(?:according to|as per|per|under|in|on|from)\b[^,?]{1,80}, ", re.IGNORECASE)  # it stands
_ASKS_FOR_ALL = re.compile(r"\b(?:list|all|every|each|enumerate|itemi[sz]e|complete)\b", re.IGNORECASE)

_CONDITION = re.compile(r"(?<=[\w,] )when\b")


def write_answer(task: WriteAnswer) -> WrittenAnswer:
    """An answer quoted from the passages; or `insufficient`, with the question's terms that they lack or with the table
    key that the question does not give."""
    lines = read_lines(task.passages)
    apart = task.tables_apart or any(read(passage.text) for passage in task.passages)
    asked = ParsedQuestion(task.question, tuple(frozenset(terms(line.text)) for line in lines))
    if of := counted(task.question):
        return _count(list_answer(replace(asked, question=of), lines, True)) or _insufficient(asked)
    may_be_list = asked.type == "text" and bool(_ASKS_FOR_SOME.match(_WHERE.sub("", task.question)))
    answer = list_answer(asked, lines, task.is_enumeration) if task.is_enumeration or may_be_list else None
    if answer is None and not (task.is_enumeration and _ASKS_FOR_ALL.search(task.question)):
        answer = _apart(asked, task.passages) if apart else sentence_answer(asked, lines)
    return answer or _insufficient(asked)


def _count(listed: WrittenAnswer | None) -> WrittenAnswer | None:
    """The number of a list's items, with the list; None if the list has gaps."""
    if listed is None or listed.missing:
        return None
    number = str(len(listed.items))
    return listed.model_copy(update={"text": f"{number}:\n{listed.text}", "value": number, "items": []})


def _apart(asked: ParsedQuestion, passages: Sequence[Passage]) -> WrittenAnswer | None:
    """The answer from table rows with column names, and from prose without table figures."""
    prose = read_lines([passage for passage in passages if not read(passage.text)])
    # "when" within a question tells a condition; at its beginning it asks for a date.
    conditional = replace(asked, question=_CONDITION.sub("if", asked.question))
    answer = (
        cell_answer(conditional, passages)
        or figure_answer(conditional, [*prose, *read_lines(worded(passages))])
        or sentence_answer(asked, prose)
    )
    if answer is None or not asked.is_numeric:
        return answer
    # What states no single figure, and not all that is asked about, is no answer.
    return answer if answer.value or not asked.absent else None


def _insufficient(asked: ParsedQuestion) -> WrittenAnswer:
    absent = words_of(asked.absent, asked.question)
    lacking = f"nothing about: {', '.join(absent)}" if absent else "no statement meets the whole question"
    return WrittenAnswer(status="insufficient", text="The information is insufficient.", missing=lacking)
