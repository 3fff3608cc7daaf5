"""Asks a person about the answers that no rule decides, the most influential first, and keeps the verdicts.

They are kept in verdicts.jsonl. The same sweep, run again, asks nothing and scores with them.
"""

from __future__ import annotations

import getpass
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from ragatta.eval.metrics import SCORE
from ragatta.eval.people import (
    NOBODY,
    People,
    Settled,
    answer_text,
    append_settled,
    gold_digest,
    hashed,
    read_settled,
)
from ragatta.eval.scorers.score import Verdict
from ragatta.experiments.command_line.commands import command
from ragatta.experiments.command_line.options import SWEEP_ID, option
from ragatta.experiments.composing.saved import saved_config
from ragatta.experiments.corpora.dataset import verdicts_file
from ragatta.experiments.counting import counted
from ragatta.experiments.showing.markup import one_line
from ragatta.experiments.showing.results import ResultRow, SweepResult, open_sweep
from ragatta.experiments.showing.tables import comparisons
from ragatta.experiments.showing.undecided import judged_answer
from ragatta.pipeline.types import Answer, Question

KEYS = "1 right, 0 wrong, a share such as 0.5 partly; s or Enter skips it, q stops"
LONGEST = 3000  # characters of an answer that are shown


@dataclass(frozen=True)
class Open:
    """An answer that nothing decides, or on which people differ: who gave it, why, and how many comparisons hang on
    it."""

    question: Question
    answer: Answer
    why: str
    labels: tuple[str, ...]
    hanging: int
    differ: bool


@command(__doc__, "verdicts", "verdicts --sweep-id 20260101 --who ann")
@SWEEP_ID
@option("--who", default="", metavar="NAME", help="whose verdicts these are (default: the user's name)")
def verdicts(sweep_id: str, who: str) -> int:
    who = who or _user()
    sweep = open_sweep(sweep_id)
    dataset = saved_config(sweep.runs[0].folder / "config.yaml").dataset
    file = verdicts_file(dataset)
    people = read_settled(file)
    waiting = [*open_answers(sweep, people)]
    if void := people.void(sweep.questions.values()):
        print(f"{file}: {counted(len(void), 'verdict')} on questions that are not here, or on another gold: not used")
    if not waiting:
        print(f"{sweep.folder.name}: no answer is undecided")
        return 0
    print(f"{counted(len(waiting), 'answer')} undecided. {KEYS}. Verdicts are {who}'s.")
    own = dataset.name == "local" or bool(dataset.generator)  # else the text of documents that may not be passed on
    kept = 0
    for one, verdict in _asked_for(waiting):
        text = answer_text(one.answer)
        when = datetime.now(UTC).isoformat(timespec="seconds")
        made = (one.question.id, gold_digest(one.question), text if own else hashed(text), verdict, who, when)
        append_settled(file, Settled(*made, resolves=one.differ))
        kept += 1
    print(f"{counted(kept, 'verdict')} written to {file}; the same sweep, run again, asks nothing and scores with them")
    return 0


def _user() -> str:
    """The name of the user; "" where the machine has none for them, as in some containers."""
    try:
        return getpass.getuser()
    except (KeyError, OSError):
        return ""


def open_answers(sweep: SweepResult, people: People = NOBODY) -> list[Open]:
    """The undecided answers of a sweep, each once, those first on which most comparisons hang; without those that
    people have settled since."""
    hanging = _hanging(sweep)
    found: dict[tuple[str, str], list[tuple[str, ResultRow]]] = {}
    for run in sweep.runs:
        for row in () if run.same_as else run.rows:
            if row.undecided:
                found.setdefault((row.question_id, answer_text(judged_answer(row))), []).append((run.label, row))
    every = []
    for (question_id, _), rows in found.items():
        question, answer, why = sweep.questions[question_id], judged_answer(rows[0][1]), rows[0][1].undecided
        labels = tuple(dict.fromkeys(label for label, _ in rows))
        now = people.applied(question, answer, Verdict(0.0, "", why))
        if now.undecided:
            hangs = len({compared for label in labels for compared in hanging.get(label, ())})
            every.append(Open(question, answer, now.undecided, labels, hangs, bool(people.on(question, answer))))
    return sorted(every, key=lambda one: (-one.hanging, -len(one.labels)))


def _hanging(sweep: SweepResult) -> Mapping[str, set[str]]:
    """By variation, the comparisons of it that hang on undecided answers, named by their other side."""
    found: dict[str, set[str]] = {}
    for label, one in comparisons(sweep, SCORE).items():
        for side in (label, str(sweep.info["baseline"])) if one.hangs_on else ():
            found.setdefault(side, set()).add(label)
    return found


def _asked_for(waiting: Sequence[Open]) -> Iterator[tuple[Open, float]]:
    """What a person says of them in turn, until the input ends; without those that are skipped."""
    for number, one in enumerate(waiting, 1):
        print("\n".join(_lines(one, f"{number} of {len(waiting)}")))
        while (typed := _typed()) not in ("", "s", "q"):
            try:
                if 0 <= (verdict := float(typed)) <= 1:
                    yield one, verdict
                    break
            except ValueError:
                pass
            print(f"  {KEYS}")
        if typed == "q":
            return


def _typed() -> str:
    try:
        return input("verdict [skip]> ").strip().lower()
    except EOFError:
        return "q"


def _lines(one: Open, place: str) -> Iterator[str]:
    expected = one.question.expected
    rights = expected if isinstance(expected, tuple) else (expected, *one.question.also_accepted)
    yield f"\n{place}  {one.question.id}, {', '.join(one.labels)}: {one.why}"
    if one.hanging:
        yield f"{counted(one.hanging, 'comparison')} may hang on it"
    for name, lines in (
        ("question", (one.question.question,)),
        ("right", rights),
        ("answer", _answer_lines(one.answer)),
    ):
        yield from (f"{name}", *(f"  {one_line(line)}" for line in lines))


def _answer_lines(answer: Answer) -> Sequence[str]:
    return answer_text(answer)[:LONGEST].splitlines()
