"""Questions that exist elsewhere → drafts: logs, lists of questions and answers, test sets of other tools.

Of each object the question is taken, and the answer, id, kind, tags and passages where they are (eval/gold/shapes.py);
of traces the questions alone. Evidence is searched for: given passages or pages, else the answer's words. Where it
stands at one place it is filled in; else a person finds it in the studio.
"""

from __future__ import annotations

from pathlib import Path

from ragatta.eval.gold.importers import raw_records
from ragatta.eval.gold.records import GoldError
from ragatta.eval.gold.shapes import QUESTIONS, case_of
from ragatta.eval.matching.evidence import Corpus
from ragatta.experiments.adding.placing import of_answer, placed
from ragatta.experiments.stored_drafts import Stored, new_id, now

PAGE_ALONE = "evidence: the page of its passage"
SHOWN = 20  # names of fields that a message lists


def brought(path: Path, corpus: Corpus, language: str) -> tuple[list[Stored], list[str]]:
    """The drafts of a file in its order, and a line for each object that has no question. Raises GoldError for a file
    that cannot be read or has no question at all."""
    drafts, aside, there = list[Stored](), list[str](), dict[str, None]()
    for raw in raw_records(path):
        there |= dict.fromkeys(map(str, raw.fields))
        case = case_of(raw.fields)
        if not case.fields.get("question"):
            aside.append(f"{raw.faults[0] if raw.faults else f'{raw.where}: no question'}; it stays aside")
            continue
        record = dict(case.fields)
        record["evidence"] = placed(case, corpus, language) or of_answer(record, corpus, language)
        found = "evidence found" if record["evidence"] else "evidence to be found"
        if any(piece.get("quote") == "" for piece in record["evidence"]):
            found = PAGE_ALONE
        origin = f"from {path.name}, {raw.where.removeprefix(f'{path}, ')}"
        drafts.append(Stored(new_id(), record, origin=origin, difficulty=found, when=now()))
    if not drafts:
        has = f"it has {', '.join([*there][:SHOWN])}; " if there else ""
        none = f"{path}: no question in it; {has}a question is read from {', '.join(QUESTIONS)}"
        raise GoldError([*aside[:SHOWN], none])
    return drafts, aside
