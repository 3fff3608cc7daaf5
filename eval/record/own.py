"""The record of one's own answers: drawn at random from a sweep, and judged by a person who did not see our verdict."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

from ragatta.eval.people import People, together
from ragatta.eval.record.classes import side
from ragatta.eval.record.making import Judged, record_of
from ragatta.eval.record.table import ENOUGH, Record, rules_digest
from ragatta.eval.statistics.intervals import lower_share, upper_share
from ragatta.eval.verdict import is_text


def audited(people: People) -> list[Judged]:
    """The answers of a file of verdicts that were drawn at random; those alone that today's rules judged."""
    found, rules = [], rules_digest() if any(one.audited for one in people.lines) else ""
    for lines in people.by_answer.values():
        own = [one.audited for one in lines if one.audited and one.audited.rules == rules]
        verdict, _ = together(lines)
        if own and verdict is not None:
            is_right = side(verdict) == "right"
            found.append(Judged(own[-1].group, own[-1].says_right, is_right, lines[0].question_id))
    return found


def with_own(shipped: Record, own: Sequence[Judged], error: float) -> Record:
    """The record with one's own answers.

    A class of ENOUGH of them gives its own guess, and a form decides by its own record. One that the shipped record
    stopped decides again where they show, with 95% confidence, that it errs at most as often as `error`. A class of
    texts decides by them where they are many enough to show by the law of eval/record/making.py that it may. No text
    is decided where ENOUGH of those that the record would decide are shown, with 95% confidence, to err more often.
    """
    if not own:
        return shipped
    made, classes = record_of(own).classes, dict(shipped.classes)
    by_shipped = [one for one in own if is_text(one.group) and _decides(shipped, one.group, error)]
    err = lower_share([one.is_wrong_of_rule for one in by_shipped], [one.question for one in by_shipped])
    if len(by_shipped) >= ENOUGH and err > error:
        classes |= {name: replace(one, decides_from=math.inf) for name, one in classes.items() if is_text(name)}
    for name, one in made.items():
        if not is_text(name) and name in classes and classes[name].decides_from > error:
            of_class = [answer for answer in own if answer.group == name]
            wrong = [answer.is_wrong_of_rule for answer in of_class]
            one = replace(one, decides_from=upper_share(wrong, [answer.question for answer in of_class]))
        if one.answers >= ENOUGH and is_text(name) and one.decides_from > error:
            one = replace(one, decides_from=classes[name].decides_from if name in classes else math.inf)
        if one.answers >= ENOUGH:
            classes[name] = one
    return replace(shipped, classes=classes)


def _decides(record: Record, group: str, error: float) -> bool:
    found = record.of(group)
    return found is not None and found.decides_from <= error
