"""What there is to decide: drafts, broken questions, undecided answers; what is decided; and what it all can show."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from statistics import fmean
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ragatta.eval.metrics import SCORE
from ragatta.eval.people import People, answer_text, hashed
from ragatta.eval.statistics.agreement import Graded, agreement
from ragatta.eval.statistics.power import detectable
from ragatta.experiments.counting import counted
from ragatta.experiments.results.cells import readable
from ragatta.experiments.results.open_answers import OpenAnswer
from ragatta.experiments.results.reading import SweepResult
from ragatta.experiments.stored_drafts import ACCEPTED, DRAFT, Stored
from ragatta.pipeline.types import Question

Differences = NDArray[np.float64]
BROKEN, UNDECIDED, DOUBTFUL = "broken", "undecided", "doubtful"
GROUPS = (BROKEN, UNDECIDED, DRAFT, DOUBTFUL, ACCEPTED, "rejected")  # in the order of the queue
LEVEL = 0.05
WISHED = 0.10  # a difference that people wish to see
MOST = 20_000  # questions that are reckoned with


def items(
    questions: Iterable[Question],
    faults: Mapping[str, Sequence[str]],
    drafts: Iterable[Stored],
    waiting: Mapping[str, OpenAnswer],
    doubts: Mapping[str, str],
) -> list[dict[str, Any]]:
    """The queue, group by group, a short object each. `doubts`: why to look at a question again, in order."""
    order = {identity: place for place, identity in enumerate(doubts)}
    asked = sorted(questions, key=lambda one: order.get(one.id, len(order)))
    found = [_question(one, faults.get(one.id, ()), doubts.get(one.id, "")) for one in asked]
    there = {one.question for one in asked}  # what is there was accepted, if only just before a kill, or not taken out
    found += [_draft(one) for one in drafts if one.state != ACCEPTED and one.record.get("question") not in there]
    found += [_item(key, UNDECIDED, one.question, one.why, hanging=one.hanging) for key, one in waiting.items()]
    return sorted(found, key=lambda one: GROUPS.index(one["group"]))


def _question(one: Question, faults: Sequence[str], doubt: str) -> dict[str, Any]:
    group = BROKEN if faults else DOUBTFUL if doubt else ACCEPTED
    return _item(f"q:{one.id}", group, one, "; ".join(faults) or doubt)


def _item(key: str, group: str, one: Question, why: str = "", hanging: int = 0) -> dict[str, Any]:
    return {
        "key": key, "group": group, "id": one.id, "text": one.question, "kind": one.kind, "split": one.split,
        "document": min(documents_of(one), default=""), "why": why, "hanging": hanging,
    }  # fmt: skip


def _draft(one: Stored) -> dict[str, Any]:
    evidence = one.record.get("evidence") or [{}]
    document = evidence[0].get("file", "") if isinstance(evidence[0], dict) else ""
    return {
        "key": f"d:{one.id}", "group": one.state, "id": str(one.record.get("id") or ""), "document": document,
        "text": str(one.record.get("question") or ""), "kind": str(one.record.get("kind") or ""), "hanging": 0,
        "split": str(one.record.get("split") or ""), "why": " · ".join(filter(None, (one.origin, one.difficulty))),
    }  # fmt: skip


def key_of(one: OpenAnswer) -> str:
    """The name of an undecided answer in the queue."""
    return f"v:{one.question.id}:{hashed(answer_text(one.answer))[-12:]}"


def coverage(questions: Sequence[Question], files: Sequence[str]) -> dict[str, Any]:
    """The questions by document and kind: {"kinds", "rows": [[document, count of each kind...]]}; a question counts at
    each of its documents. The last row is of those without any."""
    kinds = [kind for kind, _ in Counter(one.kind for one in questions).most_common()]
    by = Counter((file, one.kind) for one in questions for file in documents_of(one) or {""})
    rows = [[file, *(by[file, kind] for kind in kinds)] for file in (*files, "")]
    return {"kinds": kinds, "rows": [row for row in rows if row[0] or any(row[1:])]}


def agreement_said(people: People) -> str:
    """How far the two people agree who judged most answers in common; "" where no two judged the same."""
    given: dict[tuple[str, str, str], dict[str, float]] = defaultdict(dict)
    for line in people.lines:
        if not line.resolves:
            given[line.question_id, line.gold, hashed(line.answer)][line.person] = line.verdict
    pairs: dict[tuple[str, str], list[Graded]] = defaultdict(list)
    for (question, _, _), verdicts in given.items():
        for one, other in combinations(sorted(verdicts), 2):
            pairs[one, other].append(Graded(question, verdicts[one], verdicts[other]))
    if not pairs:
        return ""
    (one, other), both = max(pairs.items(), key=lambda pair: len(pair[1]))
    kappa = agreement(both).kappa
    said = f"{one or 'nobody named'} and {other or 'nobody named'} on {counted(len(both), 'answer')}"
    if math.isnan(kappa.mean):
        return f"{said}: all alike"
    bounds = "" if math.isnan(kappa.low) else f" ({kappa.low:.2f} to {kappa.high:.2f})"
    return f"{said}: kappa {kappa.mean:.2f}{bounds}"


def documents_of(question: Question) -> set[str]:
    """The documents that a question is about: those of its evidence, else those that it names."""
    return {one.file for one in question.evidence} or {*question.documents}


def pilot(sweep: SweepResult) -> Differences:
    """The differences by question, in the metric that the sweep compares, between the baseline and the variation that
    differs from it most; empty if none does."""
    metric = str(sweep.info["metric"])
    means = {
        run.label: {question: fmean(scores) for question, scores in run.scores(metric).items()}
        for run in sweep.runs
        if not run.same_as
    }
    first = means.pop(str(sweep.info["baseline"]), {})
    found = [np.array([own[q] - first[q] for q in first if q in own]) for own in means.values()]
    return max(found, key=lambda one: float(np.square(one).sum()), default=np.zeros(0))


def power(questions: Sequence[Question], differences: Differences | None = None, metric: str = SCORE) -> str:
    """What these questions can show: the smallest difference between two variations that they detect with 80% power. It
    takes the spread of a sweep's `differences` in its `metric`; without them the best case, where all that change do so
    in one direction."""
    scored = [one for one in questions if one.kind not in ("clarify", "unsafe")]
    count, documents = len(scored), len({file for one in scored for file in documents_of(one)})
    if not count:
        return "no questions yet"
    known = differences is not None and bool(np.any(differences))

    def smallest(questions: int, clusters: int) -> float:
        spread = np.resize(differences, questions) if known and differences is not None else np.zeros(questions)
        return detectable(spread, LEVEL, clusters=clusters) if questions > 1 else math.inf

    said = f"{counted(count, 'question')} on {counted(documents, 'document')}"
    now = smallest(count, documents)
    if not math.isfinite(now):
        return f"{said}: too few to show any difference"
    by = f" in {readable(metric)}" if known else ""
    shown = f"{said} detect a difference of {now:.2f}{by} between two variations{'' if known else ' at best'}"
    if now <= WISHED:
        return shown
    needed = next(n for n in _growing(count) if n == MOST or smallest(n, max(documents, n // 4)) <= WISHED)
    return f"{shown}; {WISHED:.2f} needs about {needed - count} more, on more documents"


def _growing(count: int) -> Iterator[int]:
    while count < MOST:
        yield count
        count += max(1, count // 50)
    yield MOST
