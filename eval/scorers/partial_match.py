"""How much of the expected answer stands anywhere in what was answered: the seeds' metric (seed 001, decision
9), which rewards an answer that dumps everything. Source: design section 8.

Lists: the share of expected items that stand in it whole. Numbers: 1 if the value stands in it as a number of
its own. Yes or no: 1 if it begins with the right one. Other questions: the share of the expected keywords.
The best accepted answer counts; an answer of any status but answered scores 0.
"""

from __future__ import annotations

from eval.final import accepted, final_yes_no, whole_answer
from eval.keywords import keywords
from eval.normalise import Normal, key
from eval.numbers import numbers
from eval.phrases import find_phrases
from pipeline.types import Answer, Question


def score(question: Question, answer: Answer, number_tolerance: float = 0.0) -> float | None:
    """None for a question that expects no answer."""
    if not question.expected:
        return None
    if answer.status != "answered":
        return 0.0
    text = whole_answer(answer)
    if isinstance(question.expected, tuple):
        found = find_phrases(Normal(text), question.expected)
        return sum(bool(found[item]) for item in question.expected) / len(question.expected)
    if question.kind == "number":
        right = [number for given in accepted(question) for number in numbers(given)]
        return float(any(a.same(b, number_tolerance) for a in right for b in numbers(text)))
    if question.kind == "yes_no":
        return float(final_yes_no(answer) in {key(right) for right in accepted(question)})
    words = keywords(text)
    return max(_share(keywords(right), words) for right in accepted(question))


def _share(expected: frozenset[str], words: frozenset[str]) -> float:
    return len(expected & words) / len(expected) if expected else 0.0
