"""Computes a run's row in summary.csv from its answers and scores, and its rows per kind of question.

Live and replayed seconds have separate columns: a question is live only if it was answered in this sweep without a
model call from the cache. Tokens and cost are those of the original calls, also for reused answers and judgements; the
judge's are counted separately.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from ragatta.conf.schema import Config
from ragatta.eval.by_person import ByPerson
from ragatta.eval.clusters import clusters
from ragatta.eval.groups import group, groups_of
from ragatta.eval.metrics import IF_RIGHT, IF_WRONG, LAST, RETRIEVAL, SCORE
from ragatta.eval.outcomes import OUTCOME_METRICS, PLACE, honesty, outcomes
from ragatta.eval.people import JUDGE, PERSON
from ragatta.eval.scorers import declared
from ragatta.eval.scoring import summarise
from ragatta.eval.scoring_settings import Scoring
from ragatta.eval.verdict import NOT_ANSWERED
from ragatta.experiments.composing.config import Point
from ragatta.experiments.on_record.journal import Entry, is_timed
from ragatta.experiments.resources.judge import Judging
from ragatta.experiments.results.lost import Lost, lost_of
from ragatta.pipeline.llm.backend import LLM
from ragatta.pipeline.plugins.identity import short
from ragatta.pipeline.types import CONTENT_FILTER, Question

TOKENS = ("tokens_in", "tokens_out")


@dataclass(frozen=True)
class Scored:
    """One answer of a run: its gold question, the number of the repeat, its entry and its scores."""

    question: Question
    sample: int
    entry: Entry
    scores: Mapping[str, float | None]
    reached: tuple[tuple[str, bool], ...]  # each piece of gold evidence, and whether it was in the context
    asked_now: bool
    lost_at: str = ""  # the first stage that lost the question; empty where nothing was lost
    evidence_lost: tuple[tuple[str, str], ...] = ()  # each piece of gold evidence, and the stage that lost it
    judging: Judging | None = None  # what its judgement took; None where no judge was asked
    rule: str = ""  # that decided its score
    undecided: str = ""  # why the score is a guess; empty where it is decided
    by_person: ByPerson | None = None  # whose its score is, where a person decided it
    group: str = ""  # the class of answers by whose record it is decided or guessed


@dataclass(frozen=True)
class Dropped:
    """Why a variation left the race (race.py): one that was ahead of it, after so many questions."""

    worse_than: str
    questions: int


@dataclass(frozen=True)
class Run:
    """A finished variation. `same_as` names an earlier point of the sweep with the same answer key."""

    point: Point
    run_key: str
    collection: str
    model_digest: str
    model: str
    chunks_indexed: int
    chunks_embedded: int
    documents_skipped: int
    rows: tuple[Scored, ...]
    same_as: str = ""
    tokens_unseen: float | None = None  # the share of the chunks' tokens beyond the embedder's limit
    unanswered: int = 0  # questions, times repeats, not come to: the sweep was stopped, or it was dropped from a race
    dropped: Dropped | None = None  # from a race
    cut_off: bool = False  # its model went away, so that what is unanswered did not come
    keys: Mapping[str, Any] = field(default_factory=dict)  # all that it was made from, for the manifest
    stages: Sequence[Mapping[str, Any]] = ()  # of the command, while it was made: seconds and peak memory

    @property
    def reused(self) -> bool:
        return not any(row.asked_now for row in self.rows)

    @property
    def lost(self) -> Lost:
        missing = self.unanswered if self.cut_off else 0
        return lost_of((row.entry.record for row in self.rows), missing)

    @property
    def is_answered(self) -> bool:
        """Whether enough of its answers came to say anything of the variation."""
        return self.lost.share <= self.point.config.comparison.not_answered


def summary_row(run: Run) -> dict[str, Any]:
    return _row(run, run.rows, {})


def kind_rows(run: Run) -> list[dict[str, Any]]:
    """The columns of summary.csv per group of questions (eval/groups.py). Without precision and recall of outcomes,
    which are stated only for the whole run."""
    groups = groups_of({row.question.id: row.question for row in run.rows}.values())
    rows = [
        _row(run, [row for row in run.rows if row.question.id in own], {"kind": kind}) for kind, own in groups.items()
    ]
    return [row | dict.fromkeys(OUTCOME_METRICS, math.nan) for row in rows]


def _row(run: Run, rows: Sequence[Scored], kind: Mapping[str, str]) -> dict[str, Any]:
    config = run.point.config
    return {
        "variation": run.point.label,
        **kind,
        "architecture": config.architecture.name,
        "llm": config.llm.name,
        "model": run.model,
        "model_digest": short(run.model_digest),
        "dataset": config.dataset.name,
        "split": config.dataset.split,
        "repeats": config.repeats,
        **_figures(rows, config),
        **_unknown(run, rows),
        "chunks_indexed": run.chunks_indexed,
        "chunks_embedded": run.chunks_embedded,
        "tokens_unseen": math.nan if run.tokens_unseen is None else run.tokens_unseen,
        "documents_skipped": run.documents_skipped,
        "collection": run.collection,
        "run_key": short(run.run_key),
        "mlflow_run_id": "",  # entered when it is logged
        "same_as": run.same_as,
        "unanswered": run.unanswered,
    }


def _unknown(run: Run, rows: Sequence[Scored]) -> dict[str, float]:
    """Empty cells for the metrics where too many answers of the run, or of these rows of it, did not come; the bounds
    of the score stay."""
    own = lost_of(row.entry.record for row in rows)
    if run.is_answered and own.share <= run.point.config.comparison.not_answered:
        return {}
    return dict.fromkeys((name for name in metric_columns() if name not in (IF_WRONG, IF_RIGHT)), math.nan)


def question_rows(run: Run) -> list[dict[str, Any]]:
    return [
        {
            "variation": run.point.label,
            "question_id": row.question.id,
            "sample": row.sample,
            "kind": row.question.kind,
            "group": group(row.question),
            "status": row.entry.status,
            **row.scores,
            "rule": row.rule,
            "why_undecided": row.undecided,
            "class": row.group,
            "against_rule": row.by_person.against(row.scores[SCORE] or 0.0) if row.by_person else "",
            "lost_at": row.lost_at,
            "evidence_missed": " | ".join(phrase for phrase, there in row.reached if not there),
        }
        for row in run.rows
    ]


def _figures(rows: Sequence[Scored], config: Config) -> dict[str, Any]:
    together = clusters((row.question for row in rows), config.comparison.cluster)
    means = summarise([row.scores for row in rows], [row.question.id for row in rows], together)
    means |= outcomes([(row.question.kind, _own_outcome(row.entry)) for row in rows])
    means |= honesty([(row.question.kind, row.entry.status, row.scores[SCORE] or 0.0) for row in rows])
    live, replayed = [row for row in rows if is_live(row)], [row for row in rows if not is_live(row)]
    calls = sum(_calls(row) for row in rows)
    asks = config.llm.ASKS_A_MODEL  # rules are called too, and are no calls of a model
    live_calls = sum(row.entry.timing["live_calls"] for row in rows if row.asked_now) if asks else 0
    fallbacks = sum(step["fallbacks"] for row in rows for step in row.entry.record["steps"])
    lost = lost_of(row.entry.record for row in rows)
    live_seconds = [row.entry.timing["seconds"] for row in live if is_timed(row.entry.timing)]
    replayed_timings = [row.entry.timing for row in replayed if is_timed(row.entry.timing)]
    replayed_seconds = [timing["seconds"] + timing["replayed_seconds"] for timing in replayed_timings]
    tokens_in, tokens_out = (sum(row.entry.timing[name] for row in rows) for name in ("tokens_in", "tokens_out"))
    return {
        "questions": len({row.question.id for row in rows}),
        "answered": sum(row.entry.status == "answered" for row in rows),
        "failed": sum(row.entry.status == "failed" for row in rows),
        "not_answered": lost.not_answered,
        "timed_out": lost.timed_out,
        **sources([(row.rule, row.undecided) for row in rows]),
        "verdicts_against_rule": sum(
            row.by_person is not None and row.by_person.contradicts(row.scores[SCORE] or 0.0) for row in rows
        ),
        **{name: means.get(name, math.nan) for name in metric_columns()},
        "fallback_rate": fallbacks / calls if calls else 0.0,
        "live_calls": live_calls,
        "replayed_calls": calls - live_calls if asks else 0,
        "tokens_in": tokens_in,
        "tokens_out": tokens_out,
        "cost_usd": _cost(rows, config.llm),
        **_judging(rows, config.scoring),
        "in_flight": max((row.entry.timing.get("in_flight", 1) for row in live), default=math.nan),
        "questions_per_s": _per_second(live),
        "live_latency_p50_s": quantile(live_seconds, 0.5),
        "live_latency_p95_s": quantile(live_seconds, 0.95),
        "replayed_latency_p50_s": quantile(replayed_seconds, 0.5),
    }


def sources(verdicts: Iterable[tuple[str, str]]) -> dict[str, int]:
    """Who decided the scores of answers, given by rule and why they are undecided: the number of verdicts by each. An
    answer that did not come has none."""
    decided = [rule for rule, undecided in verdicts if not undecided and rule != NOT_ANSWERED]
    people, judge = decided.count(PERSON), decided.count(JUDGE)
    numbers = (len(decided) - people - judge, judge, people)
    return dict(zip(("verdicts_by_rule", "verdicts_by_judge", "verdicts_by_person"), numbers, strict=True))


def metric_columns() -> list[str]:
    """The columns of means: the declared metrics in their order, the figures of outcomes between them, and behind all,
    by name, the details of others and the metrics of packages."""
    known = declared().values()
    placed = [(metric.place, metric.name) for metric in known if metric.place < LAST and not metric.detail]
    placed = sorted([*placed, *((PLACE, name) for name in OUTCOME_METRICS)], key=lambda one: one[0])
    ends = ("", "_ci_low", "_ci_high")
    first = [f"{name}{end}" for _, name in placed for end in (ends if name in (SCORE, RETRIEVAL) else ends[:1])]
    return [*first, *sorted({metric.name for metric in known} - {*first})]


def _judging(rows: Sequence[Scored], scoring: Scoring) -> dict[str, float]:
    """Tokens and cost of the judge's calls, equal calls counted once; empty cells without a judge."""
    if not (llm := scoring.asked_model()):
        return dict.fromkeys(("judge_tokens_in", "judge_tokens_out", "judge_cost_usd"), math.nan)
    calls = [call for row in rows if row.judging for call in row.judging.calls]
    once = [*{call.key: call for call in calls if call.key}.values(), *(call for call in calls if not call.key)]
    tokens_in, tokens_out = sum(call.tokens_in for call in once), sum(call.tokens_out for call in once)
    cost = cost_usd(((call.model, call.tokens_in, call.tokens_out) for call in once), llm)
    return {"judge_tokens_in": tokens_in, "judge_tokens_out": tokens_out, "judge_cost_usd": cost}


def cost_usd(calls: Iterable[tuple[str, int, int]], llm: LLM) -> float:
    """The cost of calls (model, tokens read and written), each by the price of its model; NaN where none has one."""
    if not llm.priced():
        return math.nan
    own_prices = llm.by_model()
    each = ((own_prices.get(model, llm), read, written) for model, read, written in calls)
    return math.fsum(read * own.price_in + written * own.price_out for own, read, written in each) / 1_000_000


def _own_outcome(entry: Entry) -> str:
    """The answer's status; "" where a content filter made it, which says nothing of what the model would have done."""
    return "" if CONTENT_FILTER in entry.record.get("safety_flags", ()) else entry.status


def _cost(rows: Sequence[Scored], llm: LLM) -> float:
    if not llm.by_model():
        return cost_usd(((llm.model, *(row.entry.timing[name] for name in TOKENS)) for row in rows), llm)
    calls = (call for row in rows for stage in row.entry.timing["stages"] for call in stage["calls"])
    return cost_usd(((call["model"], *(call[name] for name in TOKENS)) for call in calls), llm)


def _calls(row: Scored) -> int:
    return int(row.entry.timing["live_calls"] + row.entry.timing["replayed_calls"])


def is_live(row: Scored) -> bool:
    """Whether it was answered in this sweep, without a model call from the cache."""
    return row.asked_now and not row.entry.timing["replayed_calls"]


def _per_second(live: Sequence[Scored]) -> float:
    """Live answers per second, from the begin of the first to the end of the last; other variations may have been asked
    in between. nan if the process was halted in between."""
    if not all(is_timed(row.entry.timing) for row in live):
        return math.nan
    begun = [row.entry.timing.get("started", math.nan) for row in live]
    ended = [start + row.entry.timing["seconds"] for start, row in zip(begun, live, strict=True)]
    took = max(ended) - min(begun) if live else 0.0
    return len(live) / took if took > 0 else math.nan


def quantile(seconds: Iterable[float], share: float) -> float:
    """The value below which that share lies; nan of none."""
    values = list(seconds)
    return float(np.quantile(values, share)) if values else math.nan
