"""WriteAnswers: each sub-question answered like a question of its own, from the passages its own search found."""

from __future__ import annotations

import re
from decimal import Decimal

from pipeline.tasks.answers import WrittenAnswer
from pipeline.tasks.sub_questions import NumberedAnswer, WriteAnswers, WrittenAnswers
from pipeline.text.numbers import DIGITS
from reader.answers import write_answer

_FIGURE = re.compile(rf"(?P<sign>[$€£]?)(?P<number>{DIGITS})(?P<unit>%?)")


def write_answers(task: WriteAnswers) -> WrittenAnswers:
    """The answers in the order of the sub-questions, and a comparison of their values where one is asked for."""
    written = [write_answer(part) for part in task.parts]
    answers = [NumberedAnswer(number=number, **one.model_dump()) for number, one in enumerate(written, 1)]
    return WrittenAnswers(answers=answers, comparison=_comparison(written) if task.compares else "")


def _comparison(written: list[WrittenAnswer]) -> str:
    """Which of two figures of one kind is higher and by how much; else whether the values are the same. "" where a
    value is missing."""
    values = [one.value for one in written]
    if len(values) < 2 or not all(values):
        return ""
    figures = [found for value in values if (found := _FIGURE.fullmatch(value))]
    kinds = {(figure["sign"], figure["unit"]) for figure in figures}
    if len(figures) == len(values) and len(kinds) == 1:
        return _compared(values, [Decimal(figure["number"].replace(",", "")) for figure in figures], *kinds.pop())
    return f"The same: {values[0]}." if len(set(values)) == 1 else f"They differ: {', '.join(values)}."


def _compared(values: list[str], numbers: list[Decimal], sign: str, unit: str) -> str:
    if len(set(numbers)) == 1:
        return f"The same: {values[0]}."
    if len(numbers) > 2:
        highest, lowest = (values[numbers.index(end)] for end in (max(numbers), min(numbers)))
        return f"The highest is {highest}, the lowest {lowest}."
    first, second = numbers
    word = "higher" if first > second else "lower"
    return f"{values[0]} is {word} than {values[1]}, by {sign}{abs(first - second):,}{unit}."
