"""All metrics of one answer, and their means over many. See docs/scoring.md."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from functools import lru_cache
from math import inf, isfinite
from statistics import fmean
from typing import Any

from ragatta.eval.matching.evidence import Corpus
from ragatta.eval.metrics import RETRIEVAL, SCORE
from ragatta.eval.people import JUDGE, People
from ragatta.eval.record.table import TABLE, Record
from ragatta.eval.scorers import SCORERS, Embed, Given, Scorer, asking, declared, score, scorers
from ragatta.eval.scoring_settings import Scoring
from ragatta.eval.verdict import Verdict
from ragatta.pipeline.llm.seam import Prompt
from ragatta.pipeline.plugins.identity import code_digest, digest, file_digest
from ragatta.pipeline.plugins.protocols import brief_value
from ragatta.pipeline.types import Answer, Question

ROUNDING = 1e-9  # that a share may lie beyond 0 and 1


@dataclass(frozen=True)
class ScoringTools:
    """The tools that only the optional metrics need: `embed` gives vectors (texts, dimensions), `ask` a judge's reply,
    and `judge_settles` says whether its verdict decides what is undecided; the verdicts of `people`, which stand above
    any rule; and the `record` that decides texts, by default that which comes with Ragatta."""

    embed: Embed | None = None
    ask: Callable[[Prompt[Any]], Any] | None = None
    people: People = field(default_factory=People)
    judge_settles: bool = False
    record: Record | None = None


def score_answer(
    question: Question, answer: Answer, pages: Corpus, scoring: Scoring, tools: ScoringTools | None = None
) -> dict[str, float | None]:
    """The metrics of `graded`, without the verdict."""
    return graded(question, answer, pages, scoring, tools)[0]


def graded(
    question: Question, answer: Answer, pages: Corpus, scoring: Scoring, tools: ScoringTools | None = None
) -> tuple[dict[str, float | None], Verdict]:
    """Every metric by name, and the verdict that `score` is of (docs/scoring.md). Metrics are in [0, 1], or counts
    from 0, as they declare (eval/metrics.py), rounded to 6 digits; None if a metric does not apply or is off.

    `pages` are the corpus's pages by file, read by the run's parser. Raises ValueError if they differ from the run's,
    or if the tool of an optional metric is missing. Raises ReplyMissing if judgements may only be replayed and one is
    not recorded, ModelUnavailable if the judge does not answer.
    """
    tools = tools or ScoringTools()
    if scoring.semantic_similarity and tools.embed is None:
        raise ValueError("scoring.semantic_similarity needs an embedder: pass ScoringTools(embed=...)")
    if scoring.asked_model() and tools.ask is None:
        raise ValueError(f"{' and '.join(asking())} need a model: pass ScoringTools(ask=...)")
    rules = scoring.number_tolerance, scoring.number_rules, scoring.error
    by_rule = score.verdict(question, answer, *rules, tools.record)
    decided = tools.people.applied(question, answer, by_rule)
    open_to_a_judge = "" if tools.people.on(question, answer) else decided.undecided  # where people differ, they settle
    given = Given(question, answer, pages, tools.embed, tools.ask, open_to_a_judge)
    made: dict[str, float | None] = {}
    for name, scorer in scorers().items():
        if scorer is not score.Score:
            made.update(_metrics(name, scorer, given, scoring))
    if tools.judge_settles and (judged := made.get(JUDGE)) is not None:
        decided = replace(decided, score=judged, rule=JUDGE, undecided="", group="", record=None)
    made |= decided.metrics()
    found = {name: made.get(name) for name in declared()}
    return {name: None if value is None else round(value, 6) for name, value in found.items()}, decided


def _metrics(name: str, scorer: type[Scorer], given: Given, scoring: Scoring) -> Iterator[tuple[str, float | None]]:
    """What a scorer makes, but what is off or for other kinds of questions. Raises BrokenPart for what is not as it
    declares."""
    wanted = {
        metric.name: metric
        for metric in scorer.metrics
        if scoring.computes(metric) and (not metric.kinds or given.question.kind in metric.kinds)
    }
    if not wanted:
        return
    found: Any = _of(scorer, scoring).score(given)
    if not isinstance(found, Mapping):
        raise SCORERS.broken(name, f"score returned {brief_value(found)}, not numbers by name", scorer.score)
    known = {metric.name for metric in scorer.metrics}
    for metric, value in found.items():
        if metric not in known:
            raise SCORERS.broken(name, f"{brief_value(metric)} is not among the metrics that it declares", scorer.score)
        if value is not None and not (isinstance(value, int | float) and isfinite(value)):
            raise SCORERS.broken(
                name, f"{brief_value(metric)} is {brief_value(value)}, not a finite number or None", scorer.score
            )
        if metric in wanted:
            most, words = (1, "a share from 0 to 1") if wanted[metric].range == "share" else (inf, "a count from 0")
            if value is not None and not -ROUNDING <= value <= most + ROUNDING:
                raise SCORERS.broken(name, f"{metric} is {value}, not {words} as it declares", scorer.score)
            yield metric, value


def _of(scorer: type[Scorer], scoring: Scoring) -> Scorer:
    """A scorer with the settings that its fields are named after."""
    named = (one.name for one in fields(scorer))
    return scorer(**{name: getattr(scoring, name) for name in named if hasattr(scoring, name)})


def summarise(
    rows: Sequence[Mapping[str, float | None]], questions: Sequence[str] = (), clusters: Mapping[str, str] | None = None
) -> dict[str, float]:
    """The mean of each metric over the questions where it applies (others are left out), and `score_ci_low` and
    `score_ci_high`, the 95% interval of the mean score (`eval.statistics.intervals`), NaN if all scores are equal; the
    same of RETRIEVAL.

    `questions` names each row's question: repeats are averaged first. Without it every row is one question. `clusters`
    are the clusters of questions (`eval.clusters`). Metrics that are added up so are the sum
    (`eval.metrics.Metric.added`). Rounded to 6 digits.
    """
    from ragatta.eval.statistics import mean_interval, question_means  # numpy is slow to import, and scoring needs none

    columns: dict[str, dict[str, list[float]]] = {}
    for number, row in enumerate(rows):
        for name, value in row.items():
            if value is not None:
                question = questions[number] if questions else str(number)
                columns.setdefault(name, {}).setdefault(question, []).append(value)
    means = {name: fmean(question_means(scores).values()) for name, scores in columns.items()}
    for name in {SCORE, RETRIEVAL} & columns.keys():
        interval = mean_interval(columns[name], clusters)
        means[f"{name}_ci_low"], means[f"{name}_ci_high"] = interval.low, interval.high
    for name, metric in declared().items():
        if metric.added == "sum" and name in columns:
            means[name] = sum(map(sum, columns[name].values()))
    return {name: round(mean, 6) for name, mean in means.items()}


@lru_cache(maxsize=1)
def scorer_digest() -> str:
    """Hash of what all scores share: the code that scores, and that finds where a question was lost, and the record
    that decides. Scores hold while it and the versions of their scorers are the same."""
    return digest([code_digest(__name__, "ragatta.eval.attribution"), file_digest(TABLE)])


@lru_cache(maxsize=1)
def scorer_versions() -> dict[str, str]:
    """The hash of the code that each scorer reaches, by its name."""
    return {name: code_digest(SCORERS.module(name)) for name in SCORERS.names()}
