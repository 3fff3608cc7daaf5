"""Scores the answers of an imported run here, because the scores in a bundle are its author's.

Until that is done, and where it cannot be, the imported run has no scores. Those of the bundle are kept apart, for
`ragatta reproduce`, and for what is said of the difference.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ragatta.conf.schema import Config
from ragatta.eval.people import JUDGE, PERSON
from ragatta.experiments.bundle.archive import Bundle
from ragatta.experiments.bundle.checked import check_answer, check_scores
from ragatta.experiments.composing.config import Point, as_yaml
from ragatta.experiments.composing.lineage import scoring_code
from ragatta.experiments.corpora.dataset import open_dataset
from ragatta.experiments.counting import counted
from ragatta.experiments.faults import Fault
from ragatta.experiments.jsonl import line, parsed
from ragatta.experiments.on_record.journal import Entry
from ragatta.experiments.on_record.places import CLAIMED, IMPORTED, Records
from ragatta.experiments.resources.resources import Resources
from ragatta.experiments.results.differences import other_scoring
from ragatta.experiments.results.outputs import scores_of
from ragatta.experiments.results.summary import Scored
from ragatta.experiments.running.keys import question_digests
from ragatta.experiments.running.scoring import Grader, judge_of
from ragatta.pipeline.llm.seam import ModelError
from ragatta.pipeline.machine.checksums import write_with_digests
from ragatta.pipeline.plugins.registry import if_here
from ragatta.pipeline.types import Progress

Key = tuple[str, int]  # (question id, sample)
Scores = Mapping[Key, Mapping[str, float]]

SHOWN, LONGEST = 10, 60  # questions whose scores differ, and characters of a name that a bundle chooses
CLOSE = 1e-6  # scores are rounded to six digits
NOT_YET = "they have not been scored here"
AGAIN = "; ragatta import again where its documents and questions are scores them"
NEEDED = (OSError, ValueError, Fault, ModelError)  # what is raised where documents, questions or judgements are missing


@dataclass(frozen=True)
class Difference:
    """A metric of an answer that the bundle scores otherwise; None where one of them has no such score."""

    question_id: str
    sample: int
    metric: str
    then: float | None
    here: float | None


@dataclass(frozen=True)
class Rescored:
    """What scoring the answers again has given. `unscored` are question ids, and `why` the reason; `causes` are what
    scoring rests on and differs here from the bundle's own account."""

    answers: int
    unscored: tuple[str, ...]
    why: str
    differences: tuple[Difference, ...]
    causes: tuple[str, ...]
    by: Mapping[str, int]  # answers by the rule that decided, of people and judges

    def lines(self) -> Iterable[str]:
        """What to say of it."""
        if self.unscored:
            ids = dict.fromkeys(self.unscored)
            answers, again = counted(len(self.unscored), "answer"), if_here("import", AGAIN)
            yield f"not scored: {answers} ({_few([*ids])}): {self.why}{again}"
        if scored := self.answers - len(self.unscored):
            yield f"scored here: {counted(scored, 'answer')}; {self._compared()}"
        questions = dict.fromkeys((one.question_id, one.sample) for one in self.differences)
        for question, sample in [*questions][:SHOWN]:
            own = [one for one in self.differences if (one.question_id, one.sample) == (question, sample)]
            said = "; ".join(
                f"{one.metric[:LONGEST]} {_value(one.then)} then and {_value(one.here)} here" for one in own
            )
            yield f"  {question}{f', sample {sample}' * bool(sample)}: {said}"
        if len(questions) > SHOWN:
            yield f"  and {len(questions) - SHOWN} more"
        if questions:
            yield f"  likely cause: {'; '.join(self.causes) or 'its scores were changed after scoring'}"
        for rule, who in ((PERSON, "people"), (JUDGE, "a judge")):
            if self.by.get(rule):
                yield f"note: {counted(self.by[rule], 'score')} by verdicts of {who}, which the bundle brought"

    def _compared(self) -> str:
        if not self.differences:
            return "the scores in the file are the same"
        return f"the scores in the file differ, and are not used: {counted(len(self.differences), 'difference')}"


def unscored_texts(bundle: Bundle, records: Records, why: str = NOT_YET) -> dict[str, str]:
    """The files of an imported run without the bundle's scores, by name. Raises ValueError for damaged answers or
    scores."""
    claimed_of(bundle)
    answers = bundle.lines("answers.jsonl")
    for row in answers:
        check_answer(entry_of_row(row).record)
    ids = [row["question_id"] for row in answers]
    return {
        "answers.jsonl": bundle.texts["answers.jsonl"],
        "timings.jsonl": bundle.texts["timings.jsonl"],
        CLAIMED: bundle.texts["scores.jsonl"],
        "scores.jsonl": "".join(map(line, map(_without_scores, answers))),
        "manifest.json": _manifest(bundle.json("manifest.json"), records, ids, why),
    }


def claimed_of(bundle: Bundle) -> Scores:
    """The bundle's scores. Raises ValueError."""
    found = {(row["question_id"], row["sample"]): row["scores"] for row in bundle.lines("scores.jsonl")}
    for scores in found.values():
        check_scores(scores)
    return {key: {metric: float(score) for metric, score in scores.items()} for key, scores in found.items()}


def entry_of_row(row: Mapping[str, Any]) -> Entry:
    """The answer in a line of answers.jsonl. Raises ValueError, LookupError or TypeError for one that no run writes."""
    record = {**row, "text": row["answer"]}
    sample = record.pop("sample")
    del record["answer"]
    entry = Entry(record.pop("question_id"), sample, record, {})
    if not isinstance(entry.question_key, str) or not isinstance(sample, int):
        raise ValueError("answers.jsonl: an answer without its question's id and sample")
    return entry


def score_again(folder: Path, config: Config, records: Records, claimed: Scores, progress: Progress) -> Rescored:
    """Scores the imported answers in the run's `folder` and writes their scores. Raises Fault for damaged files there,
    never for documents, questions or judgements that are missing: what they leave unscored is marked."""
    manifest = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))
    entries = [entry_of_row(parsed(text)) for text in _lines(folder / "answers.jsonl")]
    rows: list[Scored] = []
    why, causes = "", tuple[str, ...]()
    try:
        grade, questions, causes = _opened(config, records, manifest, progress)
        for done, entry in enumerate(entries, 1):
            if question := questions.get(entry.question_key):
                rows.append(grade.scored(question, entry))
            progress("scoring the imported answers", done, len(entries))
    except NEEDED as missing:
        rows, why = [], " ".join(str(missing).split())
    scored = {(row.question.id, row.sample): scores_of(row) for row in rows}
    keys = [(entry.question_key, entry.sample) for entry in entries]
    unscored = tuple(key[0] for key in keys if key not in scored)
    why = why or ("no such question in the gold here" if unscored else "")
    texts = [scored.get(key) or _without_scores({"question_id": key[0], "sample": key[1]}) for key in keys]
    written = {
        "config.yaml": as_yaml(config),  # its files are where they were found now
        "scores.jsonl": "".join(map(line, texts)),
        "manifest.json": _manifest(manifest, records, unscored, why),
    }
    write_with_digests(folder, written)
    here = {key: scored[key]["scores"] for key in keys if key in scored}
    return Rescored(len(entries), unscored, why, _differences(claimed, here), causes, Counter(row.rule for row in rows))


def _opened(
    config: Config, records: Records, manifest: Mapping[str, Any], progress: Progress
) -> tuple[Grader, Mapping[str, Any], tuple[str, ...]]:
    """What grades, the questions by id, and what differs here of what scoring rests on."""
    dataset = open_dataset(config.dataset, progress, records=records)
    resources = Resources.of(dataset, progress)
    grade = Grader(Point(config.variation, (), config), resources, judge_of(config, resources))
    corpus = resources.documents.corpus(config.pipeline().parser)
    pairs = {
        "gold questions": (
            manifest.get("questions_digest"), question_digests(dataset.questions)["questions_digest"],
        ),
        "documents": (manifest.get("corpus_digest"), corpus.digest),
    }  # fmt: skip
    others = ["scoring code"] if other_scoring(manifest, scoring_code()) else []
    others += [what for what, (then, here) in pairs.items() if then != here]
    causes = tuple(f"other {what} here" for what in others)
    return grade, {question.id: question for question in (*dataset.every, *dataset.questions)}, causes


def _differences(then: Scores, here: Scores) -> tuple[Difference, ...]:
    found = []
    for key, scores in here.items():
        before = then.get(key, {})
        for metric in dict.fromkeys([*before, *scores]):
            old, new = before.get(metric), scores.get(metric)
            if old is None or new is None or not abs(old - new) <= CLOSE:
                found.append(Difference(*key, metric, old, new))
    return tuple(found)


def _manifest(manifest: Mapping[str, Any], records: Records, unscored: Sequence[str], why: str) -> str:
    """The manifest with the name of the bundle and what is not scored, in place of what it says of them itself."""
    own = {"bundle": records.bundle, IMPORTED: {"unscored": [*unscored], "why": why}}
    return json.dumps({**manifest, **own}, indent=2, sort_keys=True, ensure_ascii=False) + "\n"


def _without_scores(row: Mapping[str, Any]) -> dict[str, Any]:
    which = {"question_id": row["question_id"], "sample": row["sample"]}
    return {**which, "scores": {}, "rule": "", "why_undecided": "", "lost_at": "", "evidence": []}


def _lines(file: Path) -> list[str]:
    return [text for text in file.read_text(encoding="utf-8").split("\n") if text]


def _few(ids: Sequence[str]) -> str:
    return ", ".join(one[:LONGEST] for one in ids[:SHOWN]) + f" and {len(ids) - SHOWN} more" * (len(ids) > SHOWN)


def _value(score: float | None) -> str:
    return "none" if score is None else f"{score:.3f}"
