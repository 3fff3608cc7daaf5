"""The first lines of the gates in terminal, summary.md and junit.xml: one for each variation that got worse, with the
question, its evidence and the settings that changed; the worst outcome first, and what is ok in one line."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from ragatta.eval.gate.decision import MeanChange, Outcome, QuestionChange
from ragatta.eval.metrics import RETRIEVAL
from ragatta.experiments.counting import counted
from ragatta.experiments.gate.measured import kinds_of, phrases
from ragatta.experiments.gate.result import NOTHING, GateResult, short_words
from ragatta.experiments.gate.settings import since_words

LINES = 6  # of all groups together, so that with their headings they are about ten
LONGEST = 60  # characters of evidence that is quoted


@dataclass(frozen=True)
class Group:
    """What one gate has of one outcome: a heading and a line for each variation, or for each reason."""

    outcome: Outcome
    heading: str
    lines: tuple[str, ...]
    more: int = 0  # lines that are left out


def first_lines(results: Sequence[GateResult]) -> list[Group]:
    """The groups that are not ok, the worst first, and one line of those that are."""
    groups = [group for result in results for group in _groups(result)]
    groups.sort(key=lambda group: list(Outcome).index(group.outcome), reverse=True)
    shown, left = [], LINES
    for at, group in enumerate(groups):
        lines = group.lines[: max(1, left - (len(groups) - at - 1))]  # a line at least is left for each of the others
        shown.append(replace(group, lines=lines, more=len(group.lines) - len(lines)))
        left -= len(lines)
    fine = [words for result in results if (words := _ok(result))]
    return [*shown, *([Group(Outcome.OK, f"ok: {'; '.join(fine)}", ())] if fine else [])]


def _groups(result: GateResult) -> Iterator[Group]:
    if result.broken or result.judgement is None:
        yield Group(result.outcome, f"{result.outcome}: {result.title}", (*result.broken, *result.problems))
        return
    outcomes = outcomes_of(result)
    for outcome in (Outcome.REGRESSION, Outcome.INCONCLUSIVE):
        if found := [label for label, own in outcomes.items() if own is outcome]:
            heading = f"{outcome}: {result.title}, {len(found)} of {counted(len(outcomes), 'variation')}"
            yield Group(outcome, heading, tuple(line_of(result, label) for label in found))


def _ok(result: GateResult) -> str:
    outcomes = [*outcomes_of(result).values()]
    fine = outcomes.count(Outcome.OK)
    return f"{result.title} ({fine} of {counted(len(outcomes), 'variation')})" if fine or result.outcome == "ok" else ""


def outcomes_of(result: GateResult) -> dict[str, Outcome]:
    """The outcome of each variation, with its size and its latency; none where nothing was compared."""
    if result.judgement is None:
        return {}
    return {label: result.outcome_of(label) for label in dict.fromkeys(m.variation for m in result.judgement.means)}


def line_of(result: GateResult, variation: str) -> str:
    """Why one variation is not ok: "hybrid_search: EF_2 lost 'HO3' (not retrieved); evidence recall 0.745 → 0.637;
    changed since the record: window.size 2 → 0"."""
    assert result.judgement is not None
    outcome = result.judgement.outcome_of(variation)
    means = [m for m in result.judgement.means if m.variation == variation and m.outcome is outcome]
    means = means if outcome is not Outcome.OK else []
    change = _change(result, variation, means)
    mean = _mean(means, change)
    parts = [
        *([_question(result, change, mean)] if change else []),
        *([_moved(mean, len(means) - 1)] if mean else []),
        *(c.says for c in result.costs if c.variation == variation and c.outcome is not Outcome.OK),
        *([since_words(result.since[variation])] if variation in result.since else []),
    ]
    return f"{variation}: {'; '.join(parts)}"


def _change(result: GateResult, variation: str, means: Sequence[MeanChange]) -> QuestionChange | None:
    """The question that shows most: a guarded one that dropped too far, else one of a mean; one that lost evidence
    before others."""
    assert result.judgement is not None
    kinds: Mapping[str, str] = kinds_of(result.sweep) if result.sweep else {}
    own = [change for change in result.judgement.dropped if change.variation == variation]
    inside = [
        change
        for change in own
        if any(m.metric in change.dropped and m.kind in ("", kinds.get(change.question_id)) for m in means)
    ]
    found = [change for change in own if change.too_far] or inside
    return next((change for change in found if change.lost_evidence), found[0] if found else None)


def _mean(means: Sequence[MeanChange], change: QuestionChange | None) -> MeanChange | None:
    """The mean that the line shows: that of the evidence where a piece is named, else the one that dropped most; those
    over all questions before those of a kind."""

    def order(mean: MeanChange) -> tuple[bool, bool, float]:
        is_its = bool(change and change.lost_evidence and mean.metric == RETRIEVAL)
        return bool(mean.kind), not is_its, mean.comparison.difference

    return min(means, key=order, default=None)


def _question(result: GateResult, change: QuestionChange, mean: MeanChange | None) -> str:
    stage = "" if change.now.lost_at in ("", NOTHING) else _plain(change.now.lost_at)
    metric, (before, now) = max(
        change.dropped.items(), key=lambda item: item[1][0] - item[1][1], default=("", (0.0, 0.0))
    )
    drop = f"{_plain(metric)} {before:.3f} → {now:.3f}"
    if change.lost_evidence and result.sweep:
        pieces = phrases(result.sweep, change.variation, change.question_id)
        phrase, at = pieces[change.lost_evidence[0]]
        more = f" and {counted(len(change.lost_evidence) - 1, 'more piece')}" if len(change.lost_evidence) > 1 else ""
        said = f"{change.question_id} lost {_quoted(phrase)} ({_plain(at) or stage or _plain(NOTHING)}){more}"
        said += "" if mean or not metric else f": {drop}"
    else:
        said = f"{change.question_id} {drop}" + (f" (lost at {stage})" if stage else "")
    assert result.judgement is not None
    others = sum(c.too_far for c in result.judgement.dropped if c.variation == change.variation) - 1
    return f"{said} and {counted(others, 'more guarded question')}" if others > 0 else said


def _moved(mean: MeanChange, others: int) -> str:
    doubt = f" ({mean.comparison.words})" if mean.outcome is Outcome.INCONCLUSIVE else ""
    more = f" and {counted(others, 'more mean')}" if others else ""
    return f"{short_words(mean)}{doubt}{more}"


def _quoted(phrase: str) -> str:
    text = " ".join(phrase.split())
    return repr(text if len(text) <= LONGEST else f"{text[: LONGEST - 3]}...")


def _plain(name: str) -> str:
    return name.replace("_", " ")
