"""The list below the tables in the terminal: which variations had each piece of a question's evidence."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from statistics import fmean

from rich.console import Console
from rich.text import Text

from ragatta.eval.final import expected_items
from ragatta.eval.items import judge
from ragatta.eval.matching.in_english import read
from ragatta.experiments.on_record.journal import answer_of, came
from ragatta.experiments.results.cells import NONE, number
from ragatta.experiments.results.console import plain_console
from ragatta.experiments.results.names import short_names
from ragatta.experiments.results.summary import Run, Scored

MANY = 6  # pieces of evidence of one question that are listed
THERE, ABSENT = "✓", "·"
CELL = 6  # columns of a figure or mark
WIDEST = 72  # columns of a piece of evidence
NARROWEST = 20


def evidence(runs: Sequence[Run]) -> None:
    """Per question its mean score in each variation, and which variations had each piece of evidence in the context; in
    how many of the repeats, where not in all. NONE where nobody knows: of a system outside that returned no passages,
    and of a question that was not asked, or not answered."""
    console = plain_console()
    answers = [_by_question(run) for run in runs]
    if not any(answers):
        return
    console.print("\nEvidence by question: ✓ the answering agent was shown it, · it was not")
    for place, name in enumerate(short_names([run.point.label for run in runs]), 1):
        console.print(Text(f"  {place} {name}"))
    wide = max(NARROWEST, min(WIDEST, console.width - CELL * len(runs) - 2))

    def line(words: str, cells: Iterable[str], style: str = "") -> None:
        label = words if len(words) <= wide else f"{words[: wide - 1]}…"
        console.print(Text(f"{label:{wide}}" + "".join(f"{cell:>{CELL}}" for cell in cells), style), soft_wrap=True)

    for question in dict.fromkeys(question for own in answers for question in own):
        repeats = [own.get(question, []) for own in answers]
        pieces = next((row.reached for rows in repeats for row in rows if row.reached), ())
        if not pieces:
            continue
        console.print()
        line(question, (str(place) for place in range(1, len(runs) + 1)), "bold")
        line("  score", map(_mean_score, repeats))
        marks = {phrase: [_mark(phrase, rows) for rows in repeats] for phrase, _ in pieces}
        missed = [phrase for phrase, own in marks.items() if {*own} - {NONE} == {ABSENT}]
        partly = [phrase for phrase, own in marks.items() if phrase not in missed and {*own} - {NONE} != {THERE}]
        for phrase in partly[:MANY]:
            line(f"  {phrase}", marks[phrase])
        if len(partly) > MANY:
            console.print(f"  and {len(partly) - MANY} more in some")
        console.print(f"  in all: {len(marks) - len(partly) - len(missed)} of {len(marks)}")
        if missed:
            _listed(console, f"in none: {len(missed)} of {len(marks)}", missed)
        for place, rows in enumerate(repeats, 1):
            if items := _beyond(rows):
                _listed(console, f"listed by {place} beyond the expected items, and accepted", items)


def _by_question(run: Run) -> dict[str, list[Scored]]:
    """The answers that came; none where too many did not."""
    found: dict[str, list[Scored]] = {}
    for row in (row for row in run.rows if run.is_answered and came(row.entry.record)):
        found.setdefault(row.question.id, []).append(row)
    return found


def _beyond(rows: Sequence[Scored]) -> tuple[str, ...]:
    """Prints the accepted items that lists name beyond the expected ones; they cost nothing."""
    judged = [judge(*read(row.question, answer_of(row.entry.record))) for row in rows if expected_items(row.question)]
    return tuple(dict.fromkeys(item for one in judged for item in one.beyond))


def _mark(phrase: str, rows: Sequence[Scored]) -> str:
    """Whether the repeats had the phrase in the context, as far as that is known."""
    known = [dict(row.reached)[phrase] for row in rows if row.reached]
    times = sum(known)
    if not known:
        return NONE
    return THERE if times == len(known) else f"{times}/{len(known)}" if times else ABSENT


def _mean_score(rows: Sequence[Scored]) -> str:
    return number(fmean(row.scores["score"] or 0.0 for row in rows)) if rows else NONE


def _listed(console: Console, label: str, phrases: Sequence[str]) -> None:
    listed = "; ".join(phrases[:MANY]) + (f"; and {len(phrases) - MANY} more" if len(phrases) > MANY else "")
    console.print(Text(f"  {label}: {listed}"))
