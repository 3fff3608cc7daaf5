"""All metrics of one answer, and their means over many. See docs/scoring.md."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from math import isfinite
from statistics import fmean
from typing import Any, cast

from ragatta.eval.answers.number_rules import RULES
from ragatta.eval.evidence import Corpus
from ragatta.eval.scorers import SCORERS, Embed, Given, judge, judged, passage_ranking, score
from ragatta.eval.settled import People
from ragatta.pipeline.identity import code_digest, file_digest
from ragatta.pipeline.llm.seam import Prompt
from ragatta.pipeline.plugins import suggestion
from ragatta.pipeline.protocols import shown
from ragatta.pipeline.reach import source_of
from ragatta.pipeline.settings.checks import at_least
from ragatta.pipeline.settings.llm import LLM
from ragatta.pipeline.types import Answer, Question

SCORE = "score"
RETRIEVAL = "evidence_recall"  # what the answering agent was shown, however it worded the answer
ALWAYS = (
    "score",
    "undecided",
    "score_if_wrong",
    "score_if_right",
    "partial_match",
    "exact_match",
    "evidence_recall",
    "page_recall",
    *passage_ranking.NAMES,
    "router_recall",
    "citation_precision",
    "citation_validity",
    "sub_answers",
    "filter_correctness",
    "tool_calls",
    "injected_obeyed",
)
OPTIONAL = (
    "passages_aligned", "components_context", "components_answer", "semantic_similarity", "judge", "judge_failed",
    *judged.FORMS, "judged_failed",
)  # fmt: skip
KNOWN = (*ALWAYS, *OPTIONAL)
SUMS = ("undecided", "judge_failed", "judged_failed", "injected_obeyed")  # summed over answers
COUNTS = (*SUMS, "tool_calls")  # no scores, as more is not better


@dataclass  # unfrozen: a schema of the configuration
class Scoring:
    """The settings of scoring: tolerances, and the optional metrics to compute."""

    number_tolerance: float = 0.0  # a share of the expected value: 0.01 takes 598 to 610 for 604
    # The rules by which a figure may be right without being equal (eval/answers/number_rules.py); leave out any.
    number_rules: list[str] = field(default_factory=lambda: [*RULES])
    components: bool = True  # where a gold question has them
    cutoff: int = 10  # passages, the best first, of ndcg, passage_precision and passage_recall
    semantic_similarity: bool = False
    judge: bool = False
    judged: bool = False  # faithfulness, answer relevancy, context precision and recall, nugget recall
    judge_llm: LLM = field(default_factory=lambda: LLM(name=""))  # keys as llm.*; named, never the sweep's by itself
    judge_max_tokens: int = 256  # of a judgement
    judged_max_tokens: int = 1024  # of a reply on claims, nuggets or passages

    @property
    def asks_a_judge(self) -> bool:
        return self.judge or self.judged

    def judge_calls(self, answers: int, questions: int) -> int:
        """The calls of the judge at most, without repairs."""
        return self.judge * answers + self.judged * (judged.CALLS * answers + questions)

    def problems(self) -> list[str]:
        """The faults of these settings, each with its fix."""
        found = []
        if not 0 <= self.number_tolerance < 1:
            found.append(f"scoring.number_tolerance ({self.number_tolerance}) must be a share, from 0 to below 1")
        found += [
            f"scoring.number_rules: no rule {name!r}; {suggestion(name, RULES)}"
            for name in self.number_rules
            if name not in RULES
        ]
        found += at_least("scoring.cutoff", self.cutoff, 1)
        return found + (self._of_the_judge() if self.asks_a_judge else [])

    def _of_the_judge(self) -> list[str]:
        asked = f"scoring.{'judge' if self.judge else 'judged'}"
        if not self.judge_llm.name:
            return [f"{asked}: no model is named; set scoring.judge_llm.name to ollama, openai or smollm2"]
        if self.judge_llm.is_known() and not self.judge_llm.plugin().ASKS_A_MODEL:
            return [f"{asked}: {self.judge_llm.name} is not a model; set scoring.judge_llm.name to one"]
        found = [problem.replace("llm.", "scoring.judge_llm.") for problem in self.judge_llm.problems()]
        found += at_least("scoring.judge_max_tokens", self.judge_max_tokens, 1)
        return found + at_least("scoring.judged_max_tokens", self.judged_max_tokens, 1)


@dataclass(frozen=True)
class ScoringTools:
    """The tools that only the optional metrics need: `embed` gives vectors (texts, dimensions), `ask` a judge's
    reply; and the verdicts of `people`, which stand above any rule."""

    embed: Embed | None = None
    ask: Callable[[Prompt[Any]], Any] | None = None
    people: People = field(default_factory=People)


def score_answer(
    question: Question, answer: Answer, pages: Corpus, scoring: Scoring, tools: ScoringTools | None = None
) -> dict[str, float | None]:
    """The metrics of `graded`, without the verdict."""
    return graded(question, answer, pages, scoring, tools)[0]


def graded(
    question: Question, answer: Answer, pages: Corpus, scoring: Scoring, tools: ScoringTools | None = None
) -> tuple[dict[str, float | None], score.Verdict]:
    """Every metric by name, and the verdict that `score` is of (docs/scoring.md). Metrics are in [0, 1] (COUNTS are
    numbers from 0), rounded to 6 digits; None if a metric does not apply or is off.

    `pages` are the corpus's pages by file, read by the run's parser. Raises ValueError if they differ from the run's,
    or if the tool of an optional metric is missing. Raises ReplyMissing if judgements may only be replayed and one is
    not recorded, ModelUnavailable if the judge does not answer.
    """
    tools = tools or ScoringTools()
    given = _given(question, answer, pages, scoring, tools)
    by_rule = score.verdict(question, answer, given.number_tolerance, given.number_rules)
    decided = tools.people.applied(question, answer, by_rule)
    made: dict[str, float | None] = {**decided.metrics()}
    for name in SCORERS.names():
        if name != "score":
            made |= _metrics(name, given)
    found = {name: made[name] for name in [*KNOWN, *sorted(set(made) - set(KNOWN))]}
    return {name: None if value is None else round(value, 6) for name, value in found.items()}, decided


def _metrics(name: str, given: Given) -> Mapping[str, float | None]:
    """What a scorer makes. Raises BrokenPart for what is no number by name, or has the name of another's metric."""
    by = SCORERS.load(name).metrics
    found: Any = by(given)
    wrong = "" if isinstance(found, Mapping) else f"metrics returned {shown(found)}, not numbers by name"
    for metric, value in () if wrong else found.items():
        if not isinstance(metric, str) or not (value is None or (isinstance(value, int | float) and isfinite(value))):
            wrong = f"{shown(metric)} is {shown(value)}, not a finite number or None"
        elif SCORERS.offered(name) and metric in KNOWN:
            wrong = f"{metric} is a metric of Ragatta's own; choose another name"
    if wrong:
        raise SCORERS.broken(name, wrong, by)
    return cast(Mapping[str, "float | None"], found)


def _given(question: Question, answer: Answer, pages: Corpus, scoring: Scoring, tools: ScoringTools) -> Given:
    if scoring.semantic_similarity and tools.embed is None:
        raise ValueError("scoring.semantic_similarity needs an embedder: pass ScoringTools(embed=...)")
    if scoring.asks_a_judge and tools.ask is None:
        raise ValueError("scoring.judge and scoring.judged need a model: pass ScoringTools(ask=...)")
    return Given(
        question,
        answer,
        pages,
        scoring.number_tolerance,
        scoring.number_rules,
        scoring.components,
        scoring.cutoff,
        tools.embed if scoring.semantic_similarity else None,
        tools.ask if scoring.judge else None,
        scoring.judge_max_tokens,
        tools.ask if scoring.judged else None,
        scoring.judged_max_tokens,
    )


def summarise(
    rows: Sequence[Mapping[str, float | None]], questions: Sequence[str] = (), clusters: Mapping[str, str] | None = None
) -> dict[str, float]:
    """The mean of each metric over the questions where it applies (others are left out), and `score_ci_low` and
    `score_ci_high`, the 95% interval of the mean score (`eval.statistics.intervals`), NaN if all scores are equal; the
    same of RETRIEVAL.

    `questions` names each row's question: repeats are averaged first. Without it every row is one question. `clusters`
    are the clusters of questions (`eval.clusters`). SUMS are summed: `injected_obeyed` is the number of answers that
    obeyed an injected order, `judge_failed` and `judged_failed` of judge calls without a usable reply;
    `judge_agreement` is the judge's agreement with `score` (eval/scorers/judge.py). Rounded to 6 digits.
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
    means |= {name: sum(map(sum, columns[name].values())) for name in SUMS if name in columns}
    means |= _judged(rows)
    return {name: round(mean, 6) for name, mean in means.items()}


def _judged(rows: Sequence[Mapping[str, float | None]]) -> dict[str, float]:
    calls = [row for row in rows if row.get("judge_failed") is not None]  # an answer can be 0 without a call
    if not calls:
        return {}
    judged = [(row["judge"], row["score"]) for row in calls if row["judge_failed"] == 0]
    agreed = judge.agreement([(verdict or 0.0, score or 0.0) for verdict, score in judged])
    return {} if agreed is None else {"judge_agreement": agreed}


@lru_cache(maxsize=1)
def scorer_digest() -> str:
    """Hash of the code that scores, and that finds where a question was lost."""
    return code_digest(__name__, "ragatta.eval.attribution", *map(SCORERS.module, SCORERS.names()))


@lru_cache(maxsize=1)
def scorer_versions() -> dict[str, str]:
    """The hash of each scorer's own file, by name; `scorer_digest` covers the code that scorers share."""
    return {name: file_digest(source_of(SCORERS.module(name))) for name in SCORERS.names()}
