"""The gates as Markdown: summary.md, and the summary page of a CI job."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from ragatta.eval.gate.decision import Judgement, Outcome
from ragatta.experiments.gate.result import GateResult, stages
from ragatta.experiments.showing.cells import signed

MOST = 50  # dropped questions of a variation that are listed


def markdown(results: Sequence[GateResult]) -> str:
    """What is inconclusive, then one section per gate, ending with a line break."""
    return "\n".join([*_open(results), *(line for result in results for line in _section(result))]) + "\n"


def _open(results: Sequence[GateResult]) -> Iterator[str]:
    if said := [f"- {_cell(result.title)}: {_cell(words)}" for result in results for words in result.open]:
        yield from (f"**{Outcome.INCONCLUSIVE.capitalize()}**, neither right nor a regression:", "", *said, "")


def _section(result: GateResult) -> Iterator[str]:
    yield from (f"## Regression gate {_cell(result.title)}: {result.outcome}", "")
    if result.judgement is None:
        yield from (*(f"- {_cell(said)}" for said in (*result.problems, *result.broken)), "")
        return
    yield from _means(result.judgement)
    yield from (f"- {_cell(words)}" for words in (*(cost.words for cost in result.costs), *result.notes))
    for variation in dict.fromkeys(change.variation for change in result.judgement.dropped):
        yield from _dropped(result, result.judgement, variation)
    yield ""


def _means(judgement: Judgement) -> Iterator[str]:
    yield "| variation | questions | metric | recorded | now | change (95% interval) | |"
    yield "| --- | --- | --- | --- | --- | --- | --- |"
    for mean in judgement.means:
        if mean.kind and mean.outcome is Outcome.OK and not mean.better:
            continue
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
