"""CUAD: whether a clause is there, and its words, against the answer that no clause is ever there.

    ragatta sweep --dataset cuad
    python -m benchmarks.cuad [sweep]

A Markdown table of a sweep (default: the latest), a row a variation. Contracts are the units: each counts once, with
the mean of its questions, and the 95% intervals are over contracts, since the questions about one contract are not
independent of one another.

- accuracy: the share of the questions of presence that are answered right. An answer without information says that
  there is no such clause, as CUAD has it (the answer is no where no words were found); `score` takes a "no" alone.
  Always-absent answers "no" to all;
- present, absent: the same where the clause is there, and where it is not;
- says: the share of these questions that are answered at all, with yes or no;
- clause recall: the share of the marked clauses that reached the context (evidence_recall of the questions for a
  clause's words); always-absent reaches none;
- words: the share of a marked clause's words that stand in the answer (partial_match of the same questions).

Presence and clauses after Hendrycks et al. 2021, "CUAD: An Expert-Annotated NLP Dataset for Legal Contract Review",
arXiv:2103.06268.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from statistics import fmean

from ragatta.eval.statistics import compare, mean_interval
from ragatta.experiments.command_line.process import run_command
from ragatta.experiments.faults import Fault
from ragatta.experiments.results.cells import NONE, interval, number, signed
from ragatta.experiments.results.reading import ResultRow, RunResult, SweepResult, open_sweep
from ragatta.pipeline.types import Question

PRESENCE, CLAUSE = "presence", "clause"  # tags of the two kinds of questions
HEADINGS = ("variation", "accuracy", "against always-absent", "present", "absent", "says", "clause recall", "words")
ByContract = dict[str, list[float]]


def main(arguments: list[str]) -> int:
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("sweep", nargs="?", default="latest", help="its id or folder")
    print("\n".join(table(open_sweep(words.parse_args(arguments).sweep))))
    return 0


def table(sweep: SweepResult) -> Iterator[str]:
    """The lines of the table. Raises Fault for a sweep that asked for no presence of a clause."""
    asked = [question for question in sweep.questions.values() if PRESENCE in question.tags]
    if not asked:
        raise Fault(f"{sweep.folder.name} asks for no presence of a clause; ragatta sweep --dataset cuad")
    floor = always_absent(asked)
    yield f"{len(floor)} contracts, {len(sweep.questions)} questions, {len(asked)} of them of presence\n"
    yield f"| {' | '.join(HEADINGS)} |"
    yield "|" + " --- |" * len(HEADINGS)
    shares = mean_interval(floor)
    yield f"| always-absent | {_cell(shares.mean, shares.low, shares.high)} | | 0.000 | 1.000 | 1.000 | 0.000 | 0.000 |"
    for run in sweep.runs:
        yield f"| {' | '.join([run.label, *_cells(sweep, run, floor)])} |"


def always_absent(asked: list[Question]) -> ByContract:
    """What the answer "no" scores on these questions of presence."""
    found: ByContract = {}
    for question in asked:
        found.setdefault(_contract(question), []).append(float(question.expected == "no"))
    return found


def _cells(sweep: SweepResult, run: RunResult, floor: ByContract) -> Iterator[str]:
    presence = _collected(sweep, run, PRESENCE, _right)
    against = compare(presence, floor)
    yield _mean(presence)
    yield f"{signed(against.difference)} ({signed(against.low)} to {signed(against.high)})"
    for expected in ("yes", "no"):
        yield _plain_mean(_collected(sweep, run, PRESENCE, _right, expected))
    yield _plain_mean(_collected(sweep, run, PRESENCE, lambda _, row: float(row.answer["status"] == "answered")))
    for metric in ("evidence_recall", "partial_match"):
        yield _mean(_collected(sweep, run, CLAUSE, lambda _, row, name=metric: row.scores.get(name)))


def _right(question: Question, row: ResultRow) -> float:
    """Whether an answer of presence is right; one that found nothing says no."""
    nothing = row.answer["status"] == "no_information"
    return float(question.expected == "no") if nothing else row.scores["score"]


def _collected(
    sweep: SweepResult, run: RunResult, tag: str, value: Callable[..., float | None], expected: str = ""
) -> ByContract:
    """What `value` gives of each question with this tag (and expected answer) and its answer, by contract; without
    those of which it gives None."""
    found: ByContract = {}
    for row in run.rows:
        question = sweep.questions[row.question_id]
        if tag in question.tags and expected in ("", question.expected):
            one = value(question, row)
            if one is not None:
                found.setdefault(_contract(question), []).append(one)
    return found


def _contract(question: Question) -> str:
    """What the ids of all questions about one contract begin with."""
    return question.id.split("_", 1)[0]


def _plain_mean(scores: ByContract) -> str:
    return number(fmean(map(fmean, scores.values()))) if scores else NONE


def _mean(scores: ByContract) -> str:
    if not scores:
        return NONE
    found = mean_interval(scores)
    return _cell(found.mean, found.low, found.high)


def _cell(mean: float, low: float, high: float) -> str:
    return f"{number(mean)} ({interval(low, high)})"


if __name__ == "__main__":
    run_command(main)
