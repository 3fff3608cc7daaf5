"""Makes the table of a record from answers that people judged.

Texts: one half of the questions orders the classes by their error. On the other half each longer beginning of that
order is tested in turn: whether the pooled error of all its answers is at most `scoring.error`, with 95% confidence
(fixed-sequence testing: Angelopoulos et al. 2021, "Learn then Test", arXiv:2110.01052; selective classification with
guaranteed risk: Geifman and El-Yaniv 2017). The longest that holds, with all before it, is decided. So a class decides
from the largest of the upper limits up to its place on, and not below its own error divided by TIMES.

Other classes decide until their own error is shown to be above `scoring.error`, with 95% confidence.
"""

from __future__ import annotations

import hashlib
import math
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from ragatta.eval.record.table import BETWEEN, Record, Source
from ragatta.eval.statistics.intervals import lower_share, upper_share
from ragatta.eval.verdict import ClassRecord, is_text

TIMES = 3.5  # a class that errs more often than so many times the pooled error hides behind the others
FIRST = 300  # answers of the ordering half in the shortest beginning that is tested: 299 without an error show 1%


@dataclass(frozen=True)
class Judged:
    """An answer: its class, what the rule says of it, what a person says, and the question."""

    group: str
    rule_says_right: bool
    is_right: bool
    question: str

    @property
    def is_wrong_of_rule(self) -> bool:
        return self.rule_says_right != self.is_right


def record_of(answers: Sequence[Judged], sources: Sequence[Source] = (), rules: str = "") -> Record:
    """The record of the classes of these answers, and of the groups that their first signals make."""
    by_class = _by_class(answers)
    from_error = _of_texts({name: rows for name, rows in by_class.items() if is_text(name)})
    for name, rows in by_class.items():
        if not is_text(name):
            from_error[name] = lower_share([one.is_wrong_of_rule for one in rows], [one.question for one in rows])
    groups: dict[str, list[Judged]] = defaultdict(list)
    for name, rows in by_class.items():
        for group in _groups(name):
            groups[group] += rows
    classes = {name: _counted(name, rows, from_error.get(name, math.inf)) for name, rows in groups.items()}
    return Record(classes, sources, rules)


def orders(question: str) -> bool:
    """Whether a question is of the half that orders the classes, by its digest: no list of questions is kept."""
    return hashlib.sha256(question.encode()).digest()[0] % 2 == 0


def _by_class(answers: Iterable[Judged]) -> dict[str, list[Judged]]:
    found: dict[str, list[Judged]] = defaultdict(list)
    for one in answers:
        if one.group:
            found[one.group].append(one)
    return found


def _groups(name: str) -> Iterator[str]:
    signals = name.split(BETWEEN)
    return (BETWEEN.join(signals[:length]) for length in range(1, len(signals) + 1))


def _counted(name: str, rows: Sequence[Judged], decides_from: float) -> ClassRecord:
    right, wrong = sum(one.is_right for one in rows), sum(one.is_wrong_of_rule for one in rows)
    return ClassRecord(name, len(rows), len({one.question for one in rows}), right, len(rows) - wrong, decides_from)


def _of_texts(by_class: Mapping[str, Sequence[Judged]]) -> dict[str, float]:
    """The smallest `scoring.error` at which each class decides; none for those that the ordering half does not place:
    with no answer there, or one whose rule people mostly contradict."""
    errors = {name: _error([one for one in rows if orders(one.question)]) for name, rows in by_class.items()}
    order = sorted((name for name, error in errors.items() if error < 0.5), key=lambda name: (errors[name], name))
    found: dict[str, float] = {}
    waiting: list[str] = []
    ordering, testing, largest = 0, [], 0.0
    for name in order:
        waiting.append(name)
        testing += [one for one in by_class[name] if not orders(one.question)]
        ordering += sum(orders(one.question) for one in by_class[name])
        if ordering >= FIRST:
            wrong, questions = [one.is_wrong_of_rule for one in testing], [one.question for one in testing]
            largest = max(largest, upper_share(wrong, questions))
            found |= {one: max(largest, errors[one] / TIMES) for one in waiting}
            waiting = []
    return found


def _error(rows: Sequence[Judged]) -> float:
    """The error of a class, drawn towards one half where there are few answers (Laplace's rule of succession)."""
    return (sum(one.is_wrong_of_rule for one in rows) + 1) / (len(rows) + 2)
