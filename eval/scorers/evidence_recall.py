"""The share of gold evidence that reached the answering context, however the answer is worded. In single_pass no model
has part in it; in other architectures one chooses documents or writes queries.

A list's evidence is its expected items, each on any page that the evidence names; another question's evidence
is each quote on its pages, or the bare value where there is no quote. Evidence counts where one stretch of
the context, or the text of one table chunk, holds it whole (eval/shown.py); a quote of several words also from another
page that says the same, word by word. Evidence that stands nowhere on its pages as read counts as not reached.
Source: design section 8.
"""

from __future__ import annotations

from ragatta.eval.evidence import Corpus
from ragatta.eval.scorers import Given
from ragatta.eval.shown import reached
from ragatta.pipeline.types import Answer, Question


def metrics(given: Given) -> dict[str, float | None]:
    """As the protocol says."""
    return {"evidence_recall": score(given.question, given.answer, given.pages)}


def score(question: Question, answer: Answer, corpus: Corpus) -> float | None:
    """In [0, 1]; None for a question without evidence, or whose evidence is pages alone. Raises ValueError if the
    context was not split from these pages."""
    if not question.evidence:
        return None
    found = [there for _, there in reached(question, answer, corpus)]
    return sum(found) / len(found) if found else None
