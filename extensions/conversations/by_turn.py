"""What each variation scored by turn, and what its history took."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from statistics import fmean

from ragatta.eval.gold.conversations import in_conversations
from ragatta.eval.groups import groups_of
from ragatta.experiments.results.reading import ResultRow, RunResult, SweepResult
from ragatta.extensions.conversations.history import OWN, STAGE


@dataclass(frozen=True)
class ByTurn:
    """`means` are those of the metric that decides, by group ("turn 2", "turn: pronoun"); a group without a score has
    none. Over the answers to later turns, `added` is how many tokens longer the words that stand alone are than the
    user's, and `spent` how many the model that worded them read and wrote; 0 without a history."""

    label: str
    means: Mapping[str, float]
    added: float
    spent: float


def turn_groups(sweep: SweepResult) -> dict[str, frozenset[str]]:
    """The groups of turns, with their questions; empty where no question stands in a conversation."""
    turns = in_conversations([*sweep.questions.values()])
    return {name: own for name, own in groups_of(turns).items() if name.startswith("turn")}


def by_turn(sweep: SweepResult) -> list[ByTurn]:
    """A record for each variation with answers."""
    groups = turn_groups(sweep)
    return [_of(run, groups, sweep) for run in sweep.runs if groups and run.rows]


def with_gold_before(sweep: SweepResult, run: RunResult) -> list[str]:
    """The turns that were to have own answers before them, and had the gold's: the turns before were not asked."""
    own = run.config.get("history", {}).get("answers") == OWN
    return [one.id for one in sweep.questions.values() if own and one.after and one.after not in sweep.questions]


def _of(run: RunResult, groups: Mapping[str, frozenset[str]], sweep: SweepResult) -> ByTurn:
    scores = run.scores(str(sweep.info["metric"])) if str(sweep.info["metric"]) in run.metrics else {}
    means = {name: [fmean(scores[id_]) for id_ in own if id_ in scores] for name, own in groups.items()}
    later = [row for row in run.rows if sweep.questions[row.question_id].turns]
    return ByTurn(
        run.label,
        {name: fmean(own) for name, own in means.items() if own},
        _mean(_added(row) for row in later),
        _mean(_spent(row) for row in later),
    )


def _added(row: ResultRow) -> float:
    return sum(float(step["details"].get("added_tokens", 0)) for step in row.answer["steps"] if step["name"] == STAGE)


def _spent(row: ResultRow) -> float:
    return sum(float(step["tokens_in"] + step["tokens_out"]) for step in row.answer["steps"] if step["name"] == STAGE)


def _mean(values: Iterable[float]) -> float:
    found = [*values]
    return fmean(found) if found else 0.0
