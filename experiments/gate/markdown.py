"""The gates as Markdown: summary.md, and the summary page of a CI job."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from ragatta.eval.gate.decision import Judgement, MeanChange, Outcome
from ragatta.experiments.counting import counted
from ragatta.experiments.gate.headline import first_lines, outcomes_of
from ragatta.experiments.gate.result import GateResult, stages
from ragatta.experiments.results.cells import signed

MOST = 50  # dropped questions of a variation that are listed


def markdown(results: Sequence[GateResult]) -> str:
    """What got worse and why, then one section per gate, ending with a line break."""
    ranked = sorted(results, key=lambda result: list(Outcome).index(result.outcome), reverse=True)
    return "\n".join([*_first(results), *(line for result in ranked for line in _section(result))]) + "\n"


def _first(results: Sequence[GateResult]) -> Iterator[str]:
    for group in first_lines(results):
        yield f"**{_cell(group.heading)}**"
        yield from (f"- {_cell(line)}" for line in group.lines)
        yield from ([f"- and {group.more} more, below"] if group.more else [])
        yield ""


def _section(result: GateResult) -> Iterator[str]:
    said = (*result.problems, *result.broken)
    if result.judgement is None and len(said) == 1:
        return  # the first lines hold it
    yield from (f"## Regression gate {_cell(result.title)}: {result.outcome}", "")
    if result.judgement is None:
        yield from (*(f"- {_cell(one)}" for one in said), "")
        return
    judged = result.judgement.means
    yield from _table([mean for mean in judged if mean.outcome is not Outcome.OK or mean.better])
    held = [mean for mean in judged if mean.outcome is Outcome.OK and not mean.better]
    shown = [mean for mean in held if not mean.kind or not mean.is_within]
    yield from (f"<details><summary>ok: {counted(len(held), 'mean')}</summary>", "", *_table(shown), "</details>", "")
    yield from (f"- {_cell(words)}" for words in (*(cost.words for cost in result.costs), *result.notes))
    outcomes = outcomes_of(result)
    for variation in sorted(outcomes, key=lambda label: list(Outcome).index(outcomes[label]), reverse=True):
        if outcomes[variation] is Outcome.OK:
            yield f"- {_cell(result.held_words(variation))}"
        elif any(change.variation == variation for change in result.judgement.dropped):
            yield from _dropped(result, result.judgement, variation)
    yield ""


def _table(means: Sequence[MeanChange]) -> Iterator[str]:
    if not means:
        return
    yield "| variation | questions | metric | recorded | now | change (95% interval) | |"
    yield "| --- | --- | --- | --- | --- | --- | --- |"
    for mean in sorted(means, key=lambda mean: list(Outcome).index(mean.outcome), reverse=True):
        found = mean.comparison
        verdict = "higher than recorded" if mean.better else f"**{mean.outcome}**"
        where = f"{_cell(mean.variation)} | {_cell(mean.kind or 'all')}"
        yield (
            f"| {where} | {mean.metric} | {mean.recorded:.3f} | {mean.now:.3f} "
            f"| {signed(found.difference)} ({signed(found.low)} to {signed(found.high)}) "
            f"| {'ok' if mean.outcome is Outcome.OK and not mean.better else verdict} |"
        )
    yield ""


def _dropped(result: GateResult, judgement: Judgement, variation: str) -> Iterator[str]:
    changes = [change for change in judgement.dropped if change.variation == variation]
    yield f"Dropped in {_cell(variation)}: {len(changes)}, now lost at: {stages(changes)}"
    yield ""
    for change in sorted(changes, key=lambda change: not judgement.fails(change))[:MOST]:
        weight = "" if judgement.fails(change) else " (no regression by itself)"
        yield f"- {_cell(result.question_words(change))}{weight}"
    if len(changes) > MOST:
        yield f"- and {len(changes) - MOST} more, in junit.xml"
    yield ""


def _cell(text: str) -> str:
    """Escapes text of documents and questions for Markdown."""
    return re.sub(r"([\\`*{}\[\]<>|~#])", r"\\\1", " ".join(text.split()))
