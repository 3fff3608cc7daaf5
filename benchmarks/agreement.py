"""How far the scorers agree with people, over answers that carry a person's verdict.

    python -m benchmarks.agreement [FILE.jsonl] [--misses] [--judge llm=ollama llm.model=llama3.2 --judged 100]

FILE has an object a line: question, gold, answer, verdict ("Correct Answer" or anything else), system, question_id.
The default is answer_verdicts/financebench.jsonl of the folder that RAGATTA_DATA names: answers of 16 systems to
questions on annual reports (Islam et al. 2023, "FinanceBench", arXiv:2311.11944). Nothing runs but the scorers, the
packaged embedder and, where llm=... names one, a judge. Printed as Markdown:

- numbers: how many answers that people judged right, and wrong, are called right, guesses by their likelier side;
- texts: the area under the ROC curve of each score against the verdicts, with a 95% interval over questions;
- decided: how many answers the form decides, and how many of these as people did;
- judge: the same of its verdicts on some of the texts, drawn at random, beside that of `score` on these;
- systems: Spearman's rank correlation of the systems' means with their shares of right answers;
- rules: how many right and wrong answers each rule of numbers decides.
"""

from __future__ import annotations

import argparse
import json
import os
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from scipy.stats import rankdata, spearmanr

from ragatta.eval.answers.stance import declines
from ragatta.eval.gold.inferred import inferred
from ragatta.eval.matching.keywords import keywords
from ragatta.eval.record.classes import side
from ragatta.eval.scorers import Embed, partial_match, score, semantic_similarity
from ragatta.experiments.command_line.process import run_command
from ragatta.experiments.composing.overrides import one_point
from ragatta.experiments.faults import Fault
from ragatta.experiments.progress.bars import Bars
from ragatta.experiments.resources.judge import Judge
from ragatta.experiments.resources.models import Models
from ragatta.extensions.judges.scorers import judge
from ragatta.pipeline.types import Answer, Question

RIGHT = "Correct Answer"
FULL = 0.99  # a score from here on is full marks
SHORT = 0.8  # and that of a text
RESAMPLES = 2_000
JUDGE_TOKENS = 256  # of a judgement, as in a sweep
Score = Callable[[Question, Answer], float]


@dataclass(frozen=True)
class Judged:
    """An answer to a gold question, and whether a person judged it right, wrong or a refusal."""

    question: Question
    answer: Answer
    verdict: str
    system: str

    @property
    def is_right(self) -> bool:
        return self.verdict == RIGHT


def main(arguments: list[str]) -> int:
    words = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    words.add_argument("file", nargs="?", type=Path, help="a .jsonl file of answers with verdicts")
    words.add_argument("--misses", action="store_true", help="also lists the numbers on which people decided otherwise")
    words.add_argument("--judge", nargs="+", default=[], metavar="KEY=VALUE", help="a model that judges texts too")
    words.add_argument("--judged", type=int, default=100, help="how many texts it judges, 100 if not said")
    options = words.parse_args(arguments)
    rows = read_verdicts(options.file or _default())
    print("\n".join(report(rows, options.misses)))
    if options.judge:
        print("\n".join(_judge(rows, options.judge, options.judged)))
    return 0


def _default() -> Path:
    folder = os.environ.get("RAGATTA_DATA", "")
    if not folder:
        raise Fault("name a file of verdicts, or set RAGATTA_DATA to the folder that holds answer_verdicts/")
    return Path(folder) / "answer_verdicts" / "financebench.jsonl"


def read_verdicts(path: Path) -> list[Judged]:
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").split("\n") if line.strip()]
    return [Judged(question_of(row), Answer("answered", row["answer"]), row["verdict"], row["system"]) for row in rows]


def question_of(row: Mapping[str, Any]) -> Question:
    """The question of a line. A list of texts as `gold` are equally right answers: the first is the expected one."""
    golds = row["gold"] if isinstance(row["gold"], list) else [row["gold"]]
    kind, expected = inferred("", golds[0])
    is_list = isinstance(expected, list)  # a text whose lines all have bullets
    asked, also = (row["question_id"], row["question"]), tuple(golds[1:])
    return Question(*asked, "text" if is_list else kind, golds[0], also)  # type: ignore[arg-type]


def report(rows: Sequence[Judged], misses: bool = False) -> Iterator[str]:
    numbers = [row for row in rows if row.question.kind == "number"]
    texts = [row for row in rows if row.question.kind != "number"]
    scored = [score.score(row.question, row.answer) for row in rows]
    questions, systems = {row.question.id for row in rows}, {row.system for row in rows}
    yield f"{len(rows)} answers, {len(questions)} questions, {len(systems)} systems\n"
    yield from _numbers(numbers)
    yield from _texts(texts)
    yield from _decided(numbers, texts)
    yield from _systems(rows, scored)
    yield from _rules(numbers)
    if misses:
        yield from _missed(numbers)


def _numbers(rows: Sequence[Judged]) -> Iterator[str]:
    yield "| numbers that people judged | answers | called right by `score` |\n| --- | --- | --- |"
    for verdict in sorted({row.verdict for row in rows}):
        own = [row for row in rows if row.verdict == verdict]
        called = sum(side(score.score(row.question, row.answer)) == "right" for row in own)
        yield f"| {verdict} | {len(own)} | {called / len(own):.3f} |"
    yield ""


def _decided(numbers: Sequence[Judged], texts: Sequence[Judged]) -> Iterator[str]:
    yield "| answers | number | decided | of these as people did |\n| --- | --- | --- | --- |"
    for name, rows, least in (("numbers", numbers, FULL), ("texts", texts, SHORT)):
        found = [(score.verdict(row.question, row.answer), row.is_right) for row in rows]
        sure = [(verdict.score >= least) == right for verdict, right in found if not verdict.undecided]
        yield f"| {name} | {len(rows)} | {len(sure) / len(rows):.3f} | {sum(sure) / len(sure):.3f} |"
    yield ""


def _texts(rows: Sequence[Judged]) -> Iterator[str]:
    embed = _embedder([text for row in rows for text in (row.answer.text, str(row.question.expected))])
    ways: dict[str, Score] = {
        "`score`": score.score,
        "`partial_match`": lambda question, answer: partial_match.score(question, answer) or 0.0,
        "token recall": _recall,
        "`semantic_similarity`": lambda question, answer: semantic_similarity.score(question, answer, embed) or 0.0,
    }
    found = {name: np.array([way(row.question, row.answer) for row in rows]) for name, way in ways.items()}
    found["mean of `score` and `semantic_similarity`"] = (found["`score`"] + found["`semantic_similarity`"]) / 2
    right = np.array([row.is_right for row in rows])
    yield "| texts, by | AUC (95% interval over questions) | mean of right | mean of others | right with full marks |"
    yield "| --- | --- | --- | --- | --- |"
    for name, values in found.items():
        low, high = _interval(values, right, [row.question.id for row in rows])
        yield (
            f"| {name} | {auc(values, right):.3f} ({low:.3f} to {high:.3f}) | {values[right].mean():.3f} "
            f"| {values[~right].mean():.3f} | {(values[right] >= FULL).mean():.3f} |"
        )
    yield ""


def _judge(rows: Sequence[Judged], words: Sequence[str], count: int) -> Iterator[str]:
    """The judge's row beside that of `score`, over so many texts."""
    texts = [row for row in rows if row.question.kind != "number" and not declines(row.answer.text)]
    drawn = np.random.default_rng(0).permutation(len(texts))[:count]
    asked, found, right = _judge_of(words), [], []
    with Bars().shown() as progress:
        for number, row in enumerate(texts[at] for at in sorted(drawn)):
            progress("judging", number, drawn.size)
            verdict = judge.score(row.question, row.answer, asked.ask, JUDGE_TOKENS).get("judge")
            if verdict is not None:
                found.append((verdict, score.score(row.question, row.answer)))
                right.append(row.is_right)
    if len(set(right)) < 2:
        raise Fault("the judge gave no verdict on a right and a wrong answer: name more with --judged")
    yield f"\n| {len(found)} of {drawn.size} texts that the judge gave a verdict on, by | AUC |\n| --- | --- |"
    for name, values in zip(("`judge`", "`score`", "their mean"), _columns(found), strict=True):
        yield f"| {name} | {auc(values, np.array(right)):.3f} |"


def _columns(found: Sequence[tuple[float, float]]) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    judged, scored = np.array(found).T
    return judged, scored, (judged + scored) / 2


def _judge_of(words: Sequence[str]) -> Judge:
    return Models().judge(one_point(words, "agreement").config.llm, retry_failed=False)


def _recall(question: Question, answer: Answer) -> float:
    expected = keywords(str(question.expected))
    return len(expected & keywords(answer.text)) / len(expected)


def auc(values: np.ndarray, right: np.ndarray) -> float:
    """The chance that a right answer scores above another one, ties as a half (Mann and Whitney 1947)."""
    ranks, ones = rankdata(values), int(right.sum())
    return float((ranks[right].sum() - ones * (ones + 1) / 2) / (ones * (right.size - ones)))


def _interval(values: np.ndarray, right: np.ndarray, questions: Sequence[str]) -> tuple[float, float]:
    """Whole questions are drawn: 16 answers to one question say much the same."""
    places = [np.flatnonzero(np.array(questions) == name) for name in dict.fromkeys(questions)]
    random, found = np.random.default_rng(0), []
    for _ in range(RESAMPLES):
        drawn = np.concatenate([places[at] for at in random.integers(0, len(places), len(places))])
        if 0 < right[drawn].sum() < drawn.size:
            found.append(auc(values[drawn], right[drawn]))
    low, high = np.quantile(found, (0.025, 0.975))
    return float(low), float(high)


def _embedder(texts: Sequence[str]) -> Embed:
    from ragatta.experiments.paths import MODELS
    from ragatta.pipeline.index.embedders.minilm import MiniLM, open_encoder

    encoder = open_encoder(MiniLM(), MODELS)
    distinct = list(dict.fromkeys(texts))
    known = dict(zip(distinct, encoder.embed(distinct), strict=True))
    return lambda asked: np.stack([known[text] if text in known else encoder.embed_query(text) for text in asked])


def _systems(rows: Sequence[Judged], scored: Sequence[float]) -> Iterator[str]:
    names = sorted({row.system for row in rows})
    ours = [np.mean([value for row, value in zip(rows, scored, strict=True) if row.system == name]) for name in names]
    theirs = [np.mean([row.is_right for row in rows if row.system == name]) for name in names]
    yield "| system | judged right | mean score |\n| --- | --- | --- |"
    for right, mean, name in sorted(zip(theirs, ours, names, strict=True), reverse=True):
        yield f"| {name} | {right:.3f} | {mean:.3f} |"
    yield f"\nSpearman's rank correlation of the two: {spearmanr(ours, theirs).statistic:.3f}\n"


def _rules(rows: Sequence[Judged]) -> Iterator[str]:
    decided = Counter((score.verdict(row.question, row.answer).rule, row.is_right) for row in rows)
    yield "| rule of numbers | judged right | judged otherwise |\n| --- | --- | --- |"
    for rule in sorted({rule for rule, _ in decided}):
        yield f"| {rule.removeprefix('number: ')} | {decided[rule, True]} | {decided[rule, False]} |"


def _missed(rows: Sequence[Judged]) -> Iterator[str]:
    for row in rows:
        full = score.score(row.question, row.answer) >= FULL
        if full != row.is_right:
            yield f"\n## {row.verdict}, gold {row.question.expected}: {row.question.question}\n\n{row.answer.text}"


if __name__ == "__main__":
    run_command(main)
