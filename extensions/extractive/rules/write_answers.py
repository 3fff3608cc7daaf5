"""WriteAnswers: answers each sub-question like a separate question, from the passages that its own search found."""

from __future__ import annotations

from ragatta.extensions.extractive.rules.write_answer import write_answer
from ragatta.pipeline.tasks.answers import WrittenAnswer
from ragatta.pipeline.tasks.sub_questions import NumberedAnswer, WriteAnswers, WrittenAnswers
from ragatta.pipeline.text.numbers import read_figure


def write_answers(task: WriteAnswers) -> WrittenAnswers:
    """The answers in the order of the sub-questions, and a comparison of their values if one is asked for."""
    written = [write_answer(part) for part in task.parts]
    answers = [NumberedAnswer(number=number, **one.model_dump()) for number, one in enumerate(written, 1)]
    return WrittenAnswers(answers=answers, comparison=_comparison(written) if task.compares else "")


def _comparison(written: list[WrittenAnswer]) -> str:
    """Whether the values are equal, and the difference of two figures of one kind; "" if a value is missing."""
    values = [one.value for one in written]
    figures = [read_figure(value) for value in values]
    if len(values) < 2 or not all(values):
        return ""
    if len(set(values)) == 1:
        return f"The same: {values[0]}."
    first, second = (figures[0], figures[1]) if len(values) == 2 else (None, None)
    if not first or not second or (first.currency, first.percent) != (second.currency, second.percent):
        return f"They differ: {', '.join(values)}."
    if first.amount == second.amount:
        return f"The same: {values[0]}."
    word = "higher" if first.amount > second.amount else "lower"
    apart = f"{first.currency}{abs(first.amount - second.amount):,}{'%' if first.percent else ''}"
    return f"{values[0]} is {word} than {values[1]}, by {apart}."
