"""The weighted share of a gold question's facts that are in the context, and in the answer. See docs/datasets.md.

A fact is a `match` (a number or a phrase) or `files` (documents that the answer needs). In the answer, a match counts
as a whole phrase or number, files by the share that is cited. In the context, files count by the share that has a chunk
in it. In the context, a match that gold evidence states counts only if that evidence is complete; the same figure in
another table does not count. Other matches count anywhere in the context, except the expected answer itself, such as
the result of a calculation.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import ClassVar

from ragatta.eval.final import accepted, expected_items, whole_answer
from ragatta.eval.matching.evidence import Corpus
from ragatta.eval.matching.in_english import read
from ragatta.eval.matching.normalise import Normal, key
from ragatta.eval.matching.numbers import only_number, stated_numbers
from ragatta.eval.matching.phrases import find_phrases
from ragatta.eval.matching.shown import Shown, reached
from ragatta.eval.metrics import Metric
from ragatta.eval.scorers import Given, Scorer
from ragatta.eval.trace import context_is_known
from ragatta.pipeline.types import Answer, Component, Question


@dataclass(frozen=True)
class Components(Scorer):
    metrics: ClassVar[tuple[Metric, ...]] = (
        Metric(
            "components_context",
            "weighted share of a question's facts in the context",
            applies_to="questions with components",
            on_request="components",
            place=150,
        ),
        Metric(
            "components_answer",
            "weighted share of a question's facts in the answer",
            applies_to="questions with components",
            on_request="components",
            place=150,
        ),
    )

    number_tolerance: float = 0.0

    def score(self, given: Given) -> dict[str, float | None]:
        """As Scorer says."""
        question, answer = given.question, given.answer
        return {
            "components_context": in_context(question, answer, given.pages),
            "components_answer": in_answer(question, answer, self.number_tolerance),
        }


def in_context(question: Question, answer: Answer, corpus: Corpus) -> float | None:
    """In [0, 1]; None for a question without components that a context can hold. Raises ValueError if the context was
    not split from these pages."""
    if not question.components or not context_is_known(answer):
        return None
    context = Shown(() if answer.status == "failed" else answer.context, corpus)
    files = {chunk.source_file for chunk in answer.context if answer.status != "failed"}
    there = [whole for _, whole in reached(question, answer, corpus)]
    states = [(part, _evidence_score(question, part, context, files, there)) for part in question.components]
    return _share((part, state) for part, state in states if state is not None)


def in_answer(question: Question, answer: Answer, number_tolerance: float = 0.0) -> float | None:
    """In [0, 1]; None for a question without components, 0 for an answer with another status than answered.
    `number_tolerance` is a share of a number's size."""
    question, answer = read(question, answer)
    text = whole_answer(answer) if answer.status == "answered" else ""
    cited = {citation.source_file for citation in answer.citations if answer.status == "answered"}
    return _share(
        (part, _among(part.files, cited) if part.files else float(_says(text, part.match, number_tolerance)))
        for part in question.components
    )


def _share(states: Iterable[tuple[Component, float]]) -> float | None:
    weighed = [(part.weight, state) for part, state in states]
    return sum(weight * state for weight, state in weighed) / sum(w for w, _ in weighed) if weighed else None


def _among(files: Sequence[str], found: Collection[str]) -> float:
    return sum(file in found for file in files) / len(files)


def _says(text: str, match: str, tolerance: float) -> bool:
    sought = only_number(match)
    if sought is None:
        return _stands(match, text)
    return any(sought.same(number, tolerance) for number in stated_numbers(text))


def _evidence_score(
    question: Question, part: Component, context: Shown, files: Collection[str], there: Sequence[bool]
) -> float | None:
    """Whether the context contains the component; None if no context can. `there` says for each piece of evidence
    whether it is in the context."""
    if part.files:
        return _among(part.files, files)
    if stating := _stating(question, part.match):
        return float(any(there[at] for at in stating))
    whole = not isinstance(question.expected, tuple)
    if whole and any(_same(part.match, right) for right in accepted(question)):
        return None
    return float(any(_stands(part.match, text) for text in context.texts()))


def _stating(question: Question, match: str) -> list[int]:
    """The indexes of the wanted evidence pieces that state the match."""
    if items := expected_items(question):
        return [at for at, item in enumerate(items) if question.evidence and _same(match, item)]
    by_value = [at for at, evidence in enumerate(question.evidence) if _same(match, evidence.value)]
    return by_value or [at for at, evidence in enumerate(question.evidence) if _stands(match, evidence.quote)]


def _stands(match: str, text: str) -> bool:
    return bool(find_phrases(Normal(text), [match])[match])


def _same(match: str, other: str) -> bool:
    number, beside = only_number(match), only_number(other)
    return number.same(beside) if number and beside else bool(other) and key(match) == key(other)
