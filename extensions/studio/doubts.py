"""Questions of a sweep that are worth a second look, by what its variations answered.

Most answer the same and the gold says otherwise; all are wrong; or some are right and others wrong. The last two are no
reason where only rules answered, which are wrong most of the time.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from ragatta.eval.matching.normalise import key
from ragatta.eval.people import answer_text
from ragatta.experiments.results.reading import ResultRow, SweepResult
from ragatta.experiments.results.undecided import judged_answer

SHOWN = 80  # characters of an answer


def doubts(sweep: SweepResult) -> dict[str, str]:
    """Why to look at a question, by its id: first those whose gold is most in doubt. It takes the first answer of each
    variation, without answers that nothing decides or that a person has judged."""
    by_question: dict[str, list[ResultRow]] = {}
    by_rule = all(run.by_rule for run in sweep.runs)
    for run in sweep.runs:
        for row in () if run.same_as else run.rows:
            if row.sample == 0 and "score" in row.scores and not row.undecided and not row.by_person:
                by_question.setdefault(row.question_id, []).append(row)
    found = [
        (*said, question) for question, rows in by_question.items() if len(rows) > 1 and (said := _doubt(rows, by_rule))
    ]
    return {question: why for _, why, question in sorted(found, key=lambda one: one[0])}


def _doubt(rows: Sequence[ResultRow], by_rule: bool) -> tuple[int, str] | None:
    """How urgent, 0 first, and why."""
    wrong = [row for row in rows if row.scores["score"] == 0]
    texts = [answer_text(judged_answer(row)) for row in wrong if row.answer["status"] == "answered"]
    alike = Counter(map(key, texts)).most_common(1)
    if alike and alike[0][0] and alike[0][1] > max(1, len(rows) / 2):
        same = next(text for text in texts if key(text) == alike[0][0])
        said = " ".join(same.split())[:SHOWN]
        return 0, f"the gold may be wrong: {alike[0][1]} of {len(rows)} variations answer {said!r}"
    if by_rule:
        return None
    if len(wrong) == len(rows):
        return 1, f"all {len(rows)} variations are wrong"
    if wrong:
        return 2, f"{len(wrong)} of {len(rows)} variations are wrong"
    return None
