"""What there is to decide: drafts, broken questions, undecided answers; what is decided; and what it all can show."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from statistics import fmean
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ragatta.eval.gold.conversations import all_said, exchange_of, said_of
from ragatta.eval.metrics import RETRIEVAL
from ragatta.eval.people import People, answer_text, hashed
from ragatta.eval.statistics.agreement import Graded, agreement
from ragatta.eval.statistics.clusters import clustered_mean, numbered
from ragatta.eval.statistics.power import detectable, spread
from ragatta.experiments.counting import counted
from ragatta.experiments.results.cells import readable
from ragatta.experiments.results.open_answers import OpenAnswer
from ragatta.experiments.results.reading import SweepResult
from ragatta.experiments.stored_drafts import ACCEPTED, DRAFT, Stored, all_said_of
from ragatta.pipeline.types import Exchange, Question

Differences = NDArray[np.float64]
BROKEN, UNDECIDED, DOUBTFUL = "broken", "undecided", "doubtful"
GROUPS = (BROKEN, UNDECIDED, DRAFT, DOUBTFUL, ACCEPTED, "rejected")  # in the order of the queue
LEVEL = 0.05
WISHED = 0.10  # a difference that people wish to see
MOST = 20_000  # questions that are reckoned with
NEXT = 10  # questions that are proposed
NAMED = 4  # documents by name
USUAL = ("number", "text", "list", "unanswerable")  # kinds that every collection can be asked for


@dataclass(frozen=True)
class Pilot:
    """The two variations of a sweep that differ most in the metric that it compares: the differences by question, the
    strictest level of its correction, how many clusters the questions are in, and by how much these widen the error."""

    metric: str
    pair: tuple[str, str]
    differences: Differences
    level: float
    clusters: int
    widening: float


def items(
    questions: Iterable[Question],
    faults: Mapping[str, Sequence[str]],
    drafts: Iterable[Stored],
    waiting: Mapping[str, OpenAnswer],
    doubts: Mapping[str, str],
) -> list[dict[str, Any]]:
    """The queue, group by group, a short object each. `doubts`: why to look at a question again, in order. Drafts about
    what has fewest questions come first: documents, then kinds. Turns of a conversation follow each other."""
    order = {identity: place for place, identity in enumerate(doubts)}
    asked = sorted(questions, key=lambda one: order.get(one.id, len(order)))
    found = [_question(one, faults.get(one.id, ()), doubts.get(one.id, "")) for one in asked]
    about = Counter(file for one in asked for file in documents_of(one))
    kinds = Counter(str(one.kind) for one in asked)
    drafts = sorted(drafts, key=lambda one: (about[_file(one)], kinds[str(one.record.get("kind") or "")]))
    there = {all_said(one) for one in asked}  # what is there was accepted, if only just before a kill, or not taken out
    found += [_draft(one) for one in drafts if one.state != ACCEPTED and all_said_of(one.record) not in there]
    found += [_item(key, UNDECIDED, one.question, one.why, hanging=one.hanging) for key, one in waiting.items()]
    return _in_conversations(sorted(found, key=lambda one: GROUPS.index(one["group"])))


def _in_conversations(found: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """The queue with the turns of a conversation in each group where its first one stands, in their order. `talk` is
    left where an entry has no turns and none has it as its first."""
    talks = {one["talk"] for one in found if one["turn"] > 1}
    placed = dict[tuple[str, str], int]()
    for at, one in enumerate(found):
        one["talk"] = one["talk"] if one["talk"] in talks else ""
        placed.setdefault((one["group"], one["talk"] or one["key"]), at)
    return sorted(found, key=lambda one: (placed[one["group"], one["talk"] or one["key"]], one["turn"]))


def _question(one: Question, faults: Sequence[str], doubt: str) -> dict[str, Any]:
    group = BROKEN if faults else DOUBTFUL if doubt else ACCEPTED
    return _item(f"q:{one.id}", group, one, "; ".join(faults) or doubt)


def _item(key: str, group: str, one: Question, why: str = "", hanging: int = 0) -> dict[str, Any]:
    return {
        "key": key, "group": group, "id": one.id, "text": one.question, "kind": one.kind, "split": one.split,
        "document": min(documents_of(one), default=""), "why": why, "hanging": hanging, "turn": len(one.turns) + 1,
        "talk": _talk(one.turns[0] if one.turns else exchange_of(one)),
    }  # fmt: skip


def _draft(one: Stored) -> dict[str, Any]:
    turns, expected = one.record.get("turns") or [], one.record.get("expected") or ()
    own = {
        "user": one.record.get("question"),
        "assistant": said_of((expected,) if isinstance(expected, str) else expected),
    }
    first = {**own, **(turns[0] if turns else {})}
    return {
        "key": f"d:{one.id}", "group": one.state, "id": str(one.record.get("id") or ""), "document": _file(one),
        "text": str(one.record.get("question") or ""), "kind": str(one.record.get("kind") or ""), "hanging": 0,
        "turn": len(turns) + 1, "talk": _talk(Exchange(str(first["user"]), str(first["assistant"]))),
        "split": str(one.record.get("split") or ""), "why": " · ".join(filter(None, (one.origin, one.difficulty))),
    }  # fmt: skip


def _talk(opening: Exchange) -> str:
    """What names a conversation: its first turn."""
    return f"{opening.user}\n{opening.assistant}"


def _file(one: Stored) -> str:
    evidence = one.record.get("evidence") or [{}]
    return str(evidence[0].get("file", "")) if isinstance(evidence[0], dict) else ""


def open_key(one: OpenAnswer) -> str:
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


def missing(
    questions: Sequence[Question], files: Sequence[str], drafts: Iterable[Stored], drafting: bool = False
) -> list[str]:
    """What no question is about yet, documents and kinds, and which drafts are, where none is still being made."""
    waiting = [one for one in drafts if one.state == DRAFT]
    asked = {file for one in questions for file in documents_of(one)}
    without = [file for file in files if file not in asked]
    said = []
    if without and questions:
        named = ", ".join(without[:NAMED]) + f" and {len(without) - NAMED} more" * (len(without) > NAMED)
        of = sum(_file(one) in without for one in waiting)
        said.append(f"{counted(len(without), 'document')} without a question: {named} ({_of_drafts(of, drafting)})")
    kinds = [kind for kind in USUAL if questions and kind not in {one.kind for one in questions}]
    if kinds:
        of = sum(one.record.get("kind") in kinds for one in waiting)
        said.append(f"no question of the kind {' or '.join(kinds)} ({_of_drafts(of, drafting)})")
    return said


def _of_drafts(count: int, drafting: bool) -> str:
    none = "drafts are being made" if drafting else "no draft: n writes one"
    return f"{counted(count, 'draft')} first in the queue" if count else none


def pilot(sweep: SweepResult) -> Pilot | None:
    """The baseline and the variation that differs from it most in the metric that the sweep compares; None if none
    does."""
    metric, baseline = str(sweep.info["metric"]), str(sweep.info["baseline"])
    means = {
        run.label: {question: fmean(scores) for question, scores in run.scores(metric).items()}
        for run in sweep.runs
        if not run.same_as
    }
    first = means.pop(baseline, {})
    most: Pilot | None = None
    for label, own in means.items():
        common = [question for question in first if question in own]
        differences = np.array([own[question] - first[question] for question in common])
        if np.square(differences).sum() > (np.square(most.differences).sum() if most else 0.0):
            whole, alone = clustered_mean(differences, numbered(common, sweep.terms.clusters)), spread(differences)
            widening = whole.error / (alone / math.sqrt(differences.size)) if alone else 1.0
            level = sweep.terms.alpha / len(means)
            most = Pilot(metric, (baseline, label), differences, level, whole.clusters, widening)
    return most


def power(questions: Sequence[Question], seen: Pilot | None = None, metric: str = "", documents: int = 0) -> str:
    """What these questions can show: the smallest difference between two variations that they detect with 80% power, as
    the sweep says it of the two that it has `seen` differ most; without one the best case, where all that change do so
    in one direction. And what ten more would, on documents (of which there are so many) without a question. `metric`:
    what is compared, which not all questions have."""
    metric = seen.metric if seen else metric
    scored = [one for one in questions if one.kind not in ("clarify", "unsafe")]
    if metric == RETRIEVAL:
        scored = [one for one in scored if any(piece.quote or piece.value for piece in one.evidence)]
    count, about = len(scored), len({file for one in scored for file in documents_of(one)})
    if not count:
        return "no questions yet"

    def smallest(questions: int, clusters: int) -> float:
        if questions < 2:
            return math.inf
        if not seen:
            return detectable(np.zeros(questions), LEVEL, clusters=clusters)
        asked = seen.differences.size == questions
        differences = seen.differences if asked else np.resize(seen.differences, questions)
        return detectable(
            differences, seen.level, clusters=seen.clusters if asked else clusters, widening=seen.widening
        )

    said = f"{counted(count, 'question')} on {counted(about, 'document')}"
    now = smallest(count, about)
    further = max(about, min(documents, about + NEXT))
    then = smallest(count + NEXT, further)
    where = f" on {further - about} more documents" if further > about else ""
    if not math.isfinite(now):
        more = f"; {NEXT} more{where} detect one of {then:.2f}" if math.isfinite(then) else ""
        return f"{said}: too few to show any difference{more}"
    by = f" in {readable(metric)}" if metric else ""
    pair = f"{seen.pair[0]} and {seen.pair[1]}" if seen else "two variations at best"
    shown = f"{said} detect a difference of {now:.2f}{by} between {pair}"
    if now <= WISHED:
        return shown
    needed = next(n for n in _growing(count) if n == MOST or smallest(n, max(about, n // 4)) <= WISHED)
    shown += f"; {NEXT} more{where} one of {then:.2f}" if then < now else ""
    return f"{shown}; {WISHED:.2f} needs about {needed - count} more, on more documents"


def _growing(count: int) -> Iterator[int]:
    while count < MOST:
        yield count
        count += max(1, count // 50)
    yield MOST
