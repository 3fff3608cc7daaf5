"""The verdicts of a verdicts.jsonl with the questions and the answers that they are on, to calibrate a judge by."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from ragatta.eval.gold.records import read_text
from ragatta.eval.people import HASHED, Settled, answer_text, gold_digest, hashed, read_settled, together
from ragatta.experiments.faults import Fault
from ragatta.experiments.on_record.journal import Journal, answer_of
from ragatta.experiments.on_record.places import runs_folders
from ragatta.extensions.judges.calibrating.verdicts import HOLDS, VERDICT, Verdicts
from ragatta.pipeline.types import Answer, Question

VOID = "on another gold by now, or on questions that are not here"
WITHOUT_ANSWER = "on questions that expect no answer"
DIFFER = "on which people differ"
NOT_FOUND = "whose answer is in no run of outputs/"


@dataclass(frozen=True)
class Comparable:
    """What can be compared, and how many answers are left out, by the reason."""

    rows: Sequence[Verdicts]
    left_out: Mapping[str, int]


def names_no_questions(path: Path) -> bool:
    """Whether the file is a verdicts.jsonl, whose lines have the id of a question and not its words."""
    if path.suffix != ".jsonl":
        return False
    first = next((line for line in read_text(path, holds=HOLDS).split("\n") if line.strip()), "")
    try:
        written = json.loads(first or "null")
    except (ValueError, RecursionError):  # a fault that the reader names
        return False
    return isinstance(written, dict) and "question_id" in written and "question" not in written


def by_people(path: Path, questions: Sequence[Question]) -> Comparable:
    """The verdicts of a verdicts.jsonl, an answer once. Answers are looked up in outputs/ by their words; one that is
    not there is taken from its line, which may have only its digest. Raises GoldError."""
    known = {question.id: question for question in questions}
    lines: dict[tuple[str, str, str], list[Settled]] = {}
    for one in read_settled(path).lines:
        lines.setdefault((one.question_id, one.gold, hashed(one.answer)), []).append(one)
    recorded = _answers({answer for _, _, answer in lines})
    rows, left_out = [], Counter[str]()
    for (id_, gold, digest), own in lines.items():
        question, (verdict, _) = known.get(id_), together(own)
        texts = (Answer("answered", one.answer) for one in own if not one.answer.startswith(HASHED))
        answer = recorded.get(digest) or next(texts, None)
        if question is None or gold_digest(question) != gold:
            left_out[VOID] += 1
        elif not question.expected:
            left_out[WITHOUT_ANSWER] += 1
        elif verdict is None:
            left_out[DIFFER] += 1
        elif answer is None:
            left_out[NOT_FOUND] += 1
        else:
            rows.append(Verdicts(question, answer, {VERDICT: verdict}))
    return Comparable(rows, left_out)


def _answers(wanted: set[str]) -> dict[str, Answer]:
    """The recorded answers by the digests of their words; what another version wrote, or is damaged, is passed over."""
    found: dict[str, Answer] = {}
    for journal in (file for folder in runs_folders() for file in sorted(folder.glob("*/journal.jsonl"))):
        with suppress(Fault):
            for entry in Journal(journal.parent).entries.values():
                answer = answer_of(entry.record)
                if (digest := hashed(answer_text(answer))) in wanted:
                    found[digest] = answer
    return found
