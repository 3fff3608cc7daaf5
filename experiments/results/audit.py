"""What answers that were drawn at random and judged say of the verdicts of rules and record."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ragatta.eval.metrics import SCORE
from ragatta.eval.record.classes import side
from ragatta.eval.statistics.intervals import upper_share
from ragatta.experiments.counting import counted
from ragatta.experiments.results.cells import listed
from ragatta.experiments.results.drawing import row_key
from ragatta.experiments.results.reading import SweepResult


def shows(many: int) -> str:
    """What so many answers can show, if all of them are decided."""
    at_most = upper_share([False] * many, [*map(str, range(many))])
    return f"If all are decided and none is judged otherwise, at most {at_most:.2g} of all decided answers are."


def audit_words(sweep: SweepResult) -> Iterator[str]:
    """How often people judged decided answers otherwise that were drawn at random, of "right" and "wrong" apart."""
    rows = {row_key(row): row for run in sweep.runs for row in run.rows if row.by_person and row.by_person.audited}
    if rows:
        decided = [
            Both(row.question_id, row.by_person.score, row.scores[SCORE])
            for row in rows.values()
            if row.by_person and not row.by_person.why_undecided
        ]
        of = f"Of {counted(len(rows), 'answer')} drawn at random and judged, {len(decided):,} are decided."
        yield " ".join(filter(None, [of, otherwise(decided)]))


class Both(NamedTuple):
    """What was decided on an answer to a question, and what people say."""

    question: str
    decided: float
    people: float

    @property
    def is_wrong(self) -> bool:
        return side(self.decided) != side(self.people)


def otherwise(decided: Sequence[Both]) -> str:
    """How many decided answers people judge otherwise, of "right" and "wrong" apart; "" without any."""
    by_side = {of: [one for one in decided if side(one.decided) == of] for of in ("right", "wrong")}
    said = [
        f'{sum(one.is_wrong for one in own)} of {len(own):,} "{of}" (at most {at_most(own):.2g})'
        for of, own in by_side.items()
        if own
    ]
    return f"People judge otherwise {listed(said)}." if said else ""


def at_most(decided: Sequence[Both]) -> float:
    """The upper 95% limit of the share that people judge otherwise."""
    return upper_share([one.is_wrong for one in decided], [one.question for one in decided])
