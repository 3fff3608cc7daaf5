"""The result of one gate, and its sentences for the terminal, summary.md and junit.xml."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from ragatta.eval.gate.decision import Judgement, MeanChange, Outcome, QuestionChange, worst
from ragatta.eval.gate.thresholds import Limits
from ragatta.experiments.counting import counted
from ragatta.experiments.gate.measured import phrases
from ragatta.experiments.results.cells import signed
from ragatta.experiments.results.notes import against_rules
from ragatta.experiments.results.reading import SweepResult

NOTHING = "nothing"  # what lost a question that was right
LATENCY = "live latency p50"
PIECES = 4  # of a question's lost evidence that are quoted


@dataclass(frozen=True)
class Cost:
    """What one variation takes for a question, and the most that it may take."""

    variation: str
    name: str
    value: float
    limit: float
    form: str  # of a figure with its unit

    @property
    def outcome(self) -> Outcome:
        return Outcome.REGRESSION if self.value > self.limit else Outcome.OK

    @property
    def says(self) -> str:
        value, limit = (self.form.format(one) for one in (self.value, self.limit))
        return f"{self.name} {value}, allowed {limit}"

    @property
    def words(self) -> str:
        return f"{self.variation}: {self.says}: {self.outcome}"


def latency(variation: str, seconds: float, limit: float) -> Cost:
    """The median seconds of one variation's live answers."""
    return Cost(variation, LATENCY, seconds, limit, "{:.3f} s")


def context(variation: str, now: int, recorded: int, limits: Limits) -> Cost:
    """The mean characters of one variation's contexts."""
    return Cost(variation, "mean context", now, recorded * (1 + limits.context_growth), "{:,.0f} characters")


@dataclass(frozen=True)
class GateResult:
    """What a gate found. Without a judgement, `problems` has the reasons, and `unjudged` is the outcome;
    `changed_prompts` are the questions whose prompt has no recorded reply. `broken` are pinned cases whose scores
    differ from the file. `bundled` is the name together with those of its bundles. `since` has what changed of the
    settings of each variation since the record, `remarks` what was not compared."""

    name: str
    limits: Limits
    judgement: Judgement | None = None
    sweep: SweepResult | None = None
    costs: tuple[Cost, ...] = ()
    problems: tuple[str, ...] = ()
    unjudged: Outcome = Outcome.FAULT
    changed_prompts: tuple[str, ...] = ()
    broken: tuple[str, ...] = ()
    bundled: str = ""
    since: Mapping[str, Sequence[str]] = field(default_factory=dict)
    remarks: tuple[str, ...] = ()

    @property
    def title(self) -> str:
        """The gate's name, and the bundles that its figures are made from."""
        return self.bundled or self.name

    @property
    def outcome(self) -> Outcome:
        if self.broken:
            return Outcome.REGRESSION
        if self.judgement is None:
            return self.unjudged
        return worst([self.judgement.outcome, *(cost.outcome for cost in self.costs)])

    def outcome_of(self, variation: str) -> Outcome:
        """That of one variation, with what it takes. Of a judged gate."""
        costs = [cost.outcome for cost in self.costs if cost.variation == variation]
        return worst([*costs, *([self.judgement.outcome_of(variation)] if self.judgement else [])])

    @property
    def notes(self) -> list[str]:
        """What the reader of its figures needs to know beside them."""
        return [*(against_rules(self.sweep.runs) if self.sweep else ()), *self.remarks]

    def held_words(self, variation: str) -> str:
        """How a variation that is ok moved, and whether all of its means are within their margins. Of a judged gate."""
        assert self.judgement is not None
        changes = [change for change in self.judgement.questions if change.variation == variation]
        dropped = sum(change.is_worse for change in changes)
        said = f"{variation}: {counted(dropped, 'question')} dropped and {len(changes) - dropped} gained"
        beyond = [mean for mean in self.judgement.means if mean.variation == variation and not mean.is_within]
        if not beyond:
            return f"{said}, within the margin"
        worst_of = min(beyond, key=lambda mean: mean.comparison.difference)
        more = f" and {len(beyond) - 1} more" if len(beyond) > 1 else ""
        return f"{said}; beyond its margin, but not shown: {short_words(worst_of)}{more}"

    def question_words(self, change: QuestionChange) -> str:
        """How far a question dropped, the stage that loses it now, and the evidence that no longer reaches the
        context."""
        moved = "; ".join(f"{m} {before:.3f} → {now:.3f}" for m, (before, now) in change.dropped.items())
        moved = moved or "as much evidence as recorded, but other"
        stage = f"lost at {change.now.lost_at or NOTHING} (recorded: {change.recorded.lost_at or NOTHING})"
        critical = " (critical)" if change.critical else ""
        return f"{change.question_id}{critical}: {moved}; {stage}{self._lost(change)}"

    def _lost(self, change: QuestionChange) -> str:
        if not change.lost_evidence or self.sweep is None:
            return ""
        pieces = phrases(self.sweep, change.variation, change.question_id)
        lost = [pieces[number] for number in change.lost_evidence]
        more = f" and {len(lost) - PIECES} more" if len(lost) > PIECES else ""
        named = ", ".join(f"{phrase!r} ({stage})" for phrase, stage in lost[:PIECES])
        return f"; no longer in the context: {named}{more}"


def short_words(mean: MeanChange) -> str:
    """One variation's metric, recorded and now."""
    of = f" of {mean.kind} questions" if mean.kind else ""
    return f"{mean.metric.replace('_', ' ')}{of} {mean.recorded:.3f} → {mean.now:.3f}"


def mean_words(change: MeanChange, limits: Limits) -> str:
    """One variation's metric, with the interval of the change and the verdict."""
    found = change.comparison
    between = f"{signed(found.low)} to {signed(found.high)}"
    verdict = {
        Outcome.OK: "higher than recorded" if change.better else "ok",
        Outcome.INCONCLUSIVE: f"inconclusive, beyond the margin and {found.words}",
        Outcome.REGRESSION: "regression",
    }[change.outcome]
    of = f", {change.kind} questions" if change.kind else ""
    margin = limits.kind_margin if change.kind else limits.margin
    return (
        f"{change.variation}{of}: {change.metric} {change.recorded:.3f} → {change.now:.3f} "
        f"({signed(found.difference)}, 95% interval {between}, margin {margin:g}): {verdict}"
    )


def stages(changes: Sequence[QuestionChange]) -> str:
    """The stages that lose the dropped questions now, the most frequent first."""
    found = Counter(change.now.lost_at or NOTHING for change in changes)
    return ", ".join(f"{stage} {number}" for stage, number in found.most_common())
