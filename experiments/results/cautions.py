"""What could turn the decision of a sweep, in a line each, the worst first. The notes (notes.py) say more of each."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from ragatta.eval.clusters import DOCUMENT
from ragatta.eval.metrics import SCORE
from ragatta.eval.statistics import Scores, cluster_numbers
from ragatta.eval.statistics.comparison import FEWEST_CLUSTERS
from ragatta.experiments.counting import counted
from ragatta.experiments.results.cells import listed
from ragatta.experiments.results.names import fitted
from ragatta.experiments.results.notes import RARE, UNEVEN, may_be_missing
from ragatta.experiments.results.reading import RunResult, SweepResult
from ragatta.pipeline.index.unseen import MUCH

MOST = 3
LABEL = 20  # characters of a label


def cautions(sweep: SweepResult, scores: Mapping[str, Scores]) -> list[str]:
    """At most MOST. `scores`: of the variations that are ranked, over the questions that all of them have."""
    answers = (*_answers(sweep), *_people(sweep), *_coverage(sweep, scores))
    return [*answers, *_vectors(sweep), *_documents(sweep, scores)][:MOST]


def _answers(sweep: SweepResult) -> Iterator[str]:
    runs = [run for run in sweep.runs if not run.same_as]
    if handed := [run.label for run in runs if run.handed]:
        yield f"{_labels(handed)}: handed parts of the gold (oracle=): a bound, no result."
    if scripted := [run.label for run in runs if run.config["llm"]["name"] == "scripted"]:
        yield f"{_labels(scripted)}: answered by a script that knows the gold, not by a model."
    if lost := [run for run in runs if not run.is_answered]:
        answers, missing = sum(run.lost.answers for run in lost), sum(run.lost.not_answered for run in lost)
        names = _labels([run.label for run in lost])
        yield f"{names}: {missing} of {answers} answers did not come: no verdict; --retry-failed"
    if some := [run for run in runs if run.is_answered and run.lost.not_answered]:
        answers, missing = sum(run.lost.answers for run in some), sum(run.lost.not_answered for run in some)
        names = _labels([run.label for run in some])
        yield f"{names}: {missing} of {answers} answers did not come (0 each); --retry-failed"


def _people(sweep: SweepResult) -> Iterator[str]:
    """Verdicts of people that contradict what a rule had decided, where they move what is compared."""
    runs = [run for run in sweep.runs if not run.same_as]
    rows = [row.by_person for run in runs for row in run.rows if row.against_rule and row.by_person]
    if rows and sweep.info["metric"] == SCORE:
        verb = "contradicts" if len(rows) == 1 else "contradict"
        by = listed(sorted({name for by_person in rows for name in by_person.who}))
        yield f"{counted(len(rows), 'verdict')} by {by} {verb} what a rule had decided."


def _coverage(sweep: SweepResult, scores: Mapping[str, Scores]) -> Iterator[str]:
    """Where variations were not asked every question."""
    stopped = sweep.info.get("stopped", {})
    partial = [run.label for run in sweep.runs if run.label in scores and _asked(run) < len(sweep.questions)]
    if partial:
        over = counted(len(next(iter(scores.values()))), "question")
        yield f"{_labels(partial)}: not asked every question; compared over {over}."
    if stopped and len(scores) > 1:
        asked = _to([one["questions"] for one in stopped.values()])
        yield f"{_labels([*stopped])}: stopped early (budget.race), after {asked} of {len(sweep.questions)} questions."


def _asked(run: RunResult) -> int:
    return len({row.question_id for row in run.rows})


def _vectors(sweep: SweepResult) -> Iterator[str]:
    """Once, whatever number of collections it is so in."""
    shares = [float(row["tokens_unseen"]) for row in sweep.summary if row.get("tokens_unseen")]
    if much := [share for share in shares if share > MUCH]:
        low, high = f"{min(much):.0%}", f"{max(much):.0%}"
        share = high if low == high else f"{low.rstrip('%')} to {high}"
        yield f"{share} of the text is not searched by meaning: embedder.long=pool mends it."


def _documents(sweep: SweepResult, scores: Mapping[str, Scores]) -> Iterator[str]:
    """Where few documents have most of the questions, or there are few."""
    questions = [question for question in next(iter(scores.values()), {}) if question in sweep.terms.clusters]
    clusters, effective = cluster_numbers(questions, sweep.terms.clusters)
    asked = {one.file for question in sweep.questions.values() for one in question.evidence}
    known = sweep.info.get("documents", ())
    if clusters < FEWEST_CLUSTERS or len(scores) < 2 or (known and asked.issuperset(known)):
        return
    noun = "documents" if sweep.info.get("cluster", DOCUMENT) == DOCUMENT else "clusters"
    worth = f" (as {effective:.1f} equal ones)" if effective < UNEVEN * clusters else ""
    share = may_be_missing(sweep, effective)
    if worth or share > RARE:
        yield f"{clusters} {noun}{worth}: a type that is {share:.0%} of yours may be missing."


def _to(numbers: Sequence[int]) -> str:
    """ "8", or "8 to 30"."""
    return " to ".join(str(one) for one in dict.fromkeys((min(numbers), max(numbers))))


def _labels(labels: Sequence[str]) -> str:
    return fitted(labels[0], LABEL) if len(labels) == 1 else f"{len(labels)} variations"
