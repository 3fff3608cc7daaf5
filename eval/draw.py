"""Draws a part of the gold questions, spread over documents and kinds, with no random state.

Documents and kinds have a share by the power 3/4 of how many questions each has: between an equal one, by which the
many small documents would outweigh those that most questions are about, and one in proportion, by which few documents
would have most of the draw (Bankier 1988, "Power Allocations: Determining Sample Sizes for Subnational Areas"). Within
a kind each document's questions are equally far apart, from a beginning that a hash of the document gives (systematic
sampling). So a place in the order depends on nothing of other documents, and a question more moves hardly any other
one. docs/datasets.md has what was measured.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ragatta.eval.clusters import clusters
from ragatta.eval.groups import group
from ragatta.eval.statistics import cluster_numbers
from ragatta.eval.statistics.comparison import FEWEST_CLUSTERS
from ragatta.pipeline.plugins.identity import digest
from ragatta.pipeline.types import Question

DIGITS = 13  # hexadecimal ones of a hash, which a float holds exactly


@dataclass(frozen=True)
class Drawn:
    """How many questions, documents and kinds a draw has, and the questions that it was drawn from (`of_...`).
    `effective`: the number of documents with equally many questions that would be worth as much."""

    questions: int
    of_questions: int
    documents: int
    of_documents: int
    effective: float
    of_effective: float
    kinds: int
    of_kinds: int

    @property
    def words(self) -> str:
        spread = f"documents ({self.documents} of {self.of_documents}) and kinds ({self.kinds} of {self.of_kinds})"
        return f"{self.questions:,} of {self.of_questions:,} questions (dataset.limit), drawn over {spread}."

    @property
    def is_narrow(self) -> bool:
        """Whether all questions together would speak for more documents, or could show a difference at all."""
        is_too_small = self.documents < FEWEST_CLUSTERS <= self.of_documents
        return is_too_small or self.effective < self.of_effective


def draw(questions: Sequence[Question], number: int) -> tuple[tuple[Question, ...], Drawn | None]:
    """`number` of the questions, in the order in which they are given, and what they are a draw of. All questions and
    None where there are no more than that, or `number` is 0.

    A larger draw has all questions of a smaller one, and the order in which they are given does not matter.
    """
    if not 0 < number < len(questions):
        return tuple(questions), None
    chosen = {question.id for question in drawing_order(questions)[:number]}
    drawn = tuple(question for question in questions if question.id in chosen)
    of = clusters(questions)  # which turns that are left out may connect
    (documents, effective, kinds), (of_documents, of_effective, of_kinds) = _spread(drawn, of), _spread(questions, of)
    spread = Drawn(len(drawn), len(questions), documents, of_documents, effective, of_effective, kinds, of_kinds)
    return drawn, spread


def drawing_order(questions: Sequence[Question]) -> list[Question]:
    """The questions in the order in which they are drawn.

    A question's document is that of its cluster; questions without one count as about one document together. Kinds take
    turns by the method of Webster, so that for kinds a and b, with `share` s and c questions drawn:
    (c_a - 1/2) / s_a ≤ (c_b + 1/2) / s_b, as long as b has questions left.
    """
    documents = clusters(questions)
    cells: defaultdict[tuple[str, str], list[Question]] = defaultdict(list)
    for question in questions:
        cells[group(question), documents.get(question.id, "")].append(question)
    sizes: Counter[str] = Counter()
    for (_, document), cell in cells.items():
        sizes[document] += len(cell)
    kinds: defaultdict[str, list[tuple[float, str, str, Question]]] = defaultdict(list)
    for (kind, document), cell in cells.items():
        start, weight = _fraction([document, kind]), share(sizes[document]) * len(cell) / sizes[document]
        hashed = sorted((digest([one.question, one.documents]), one.id, one) for one in cell)
        kinds[kind] += [((start + place) / weight, *one) for place, one in enumerate(hashed)]
    turns = [
        ((place + 0.5) / share(len(queue)), kind, question)
        for kind, queue in kinds.items()
        for place, (*_, question) in enumerate(sorted(queue, key=lambda one: one[:3]))
    ]
    return [question for *_, question in sorted(turns, key=lambda turn: turn[:2])]


def share(questions: int) -> float:
    """The share of a document or kind with so many questions, in proportion to others: their number to the power 3/4,
    by roots, which every machine rounds alike."""
    return math.sqrt(questions * math.sqrt(questions))


def _fraction(value: object) -> float:
    """A number from 0 to below 1 by a hash of the value."""
    return int(digest(value)[:DIGITS], 16) / float(16**DIGITS)


def _spread(questions: Sequence[Question], of: Mapping[str, str]) -> tuple[int, float, int]:
    """Documents, their effective number, and kinds; `of` is the cluster of each question that has one."""
    documents, effective = cluster_numbers([question.id for question in questions if question.id in of], of)
    return documents, round(effective, 1), len({group(question) for question in questions})
