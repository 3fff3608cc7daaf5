"""Two runs or sweeps, paired on the questions that both were asked.

A and B are a sweep (its id, the beginning of it, or "latest"), one of its variations ("latest:baseline"), or a run key.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from statistics import fmean

from rich.console import Console
from rich.text import Text

from ragatta.eval.metrics import RETRIEVAL
from ragatta.eval.statistics import Comparison, question_means
from ragatta.experiments.command_line.commands import command
from ragatta.experiments.command_line.options import ALL, argument
from ragatta.experiments.faults import Fault
from ragatta.experiments.results import console
from ragatta.experiments.results.cells import DETECTABLE, TOO_FEW, comparison_cells, number, readable
from ragatta.experiments.results.comparison_screen import comparison_screen
from ragatta.experiments.results.kinds import compared_by_kind
from ragatta.experiments.results.notes import by_rule_words, handed_words, scripted_words
from ragatta.experiments.results.pairing import (
    USAGE,
    Move,
    Pair,
    Side,
    compared,
    family_of,
    headline_of,
    open_side,
    pairs_of,
    size_of,
    unlike,
)
from ragatta.experiments.results.reading import RunResult, used

HEADINGS = (
    "metric", "A", "B", "questions", "B - A", "95% interval", "p", "p by question", "p (Holm)", "d_z", "detectable",
    "B is",
)  # fmt: skip
KIND_CELLS = ("questions", "difference", "95% interval", "p", "p (Holm)", "detectable")
KIND_HEADINGS = ("kind", "questions", "B - A", "95% interval", "p", "p (Holm)", "detectable", "B is")
# Where the terminal is narrow, in this order.
DROPPABLE = ("d_z", "p by question", "detectable", "p", "questions", "p (Holm)", "95% interval")
MORE = "see more: --all for every metric, kind of question and changed question"
MOST = 10  # questions listed in each direction


@command(__doc__, "compare latest:baseline latest:hybrid_search", "compare 20260101 latest")
@argument("a", "A", default="")
@argument("b", "B", default="")
@ALL
def compare(a: str, b: str, show_all: bool) -> int:
    if not a or not b:
        raise Fault(f"compare needs an A and a B: {USAGE}")
    side_a, side_b = open_side(a, "A"), open_side(b, "B")
    with used(*(run.folder for side in (side_a, side_b) for run in side.runs)):
        pairs = pairs_of(side_a, side_b)
        family = family_of(side_a, side_b, pairs)
        if show_all:
            _show_all(side_a, side_b, pairs, family)
        comparison_screen(side_a, side_b, pairs, family, [MORE]).show()
    return 0


def _show_all(a: Side, b: Side, pairs: Sequence[Pair], family: Sequence[Pair]) -> None:
    """Every metric, kind of question and changed question."""
    out = console.plain_console()
    notes = dict.fromkeys(note for pair in pairs for note in pair.notes())
    runs = [*a.runs, *b.runs]
    for line in (*unlike(a, b), *notes, *scripted_words(runs), *handed_words(runs)):
        out.print(Text(line))
    headline = headline_of(family)
    if headline == RETRIEVAL and all(run.by_rule for run in runs):
        out.print(Text(by_rule_words(evidence_first=True)))
    found, by_kind = compared(family), compared_by_kind(family, b.questions or a.questions)
    for pair in pairs:
        out.print()
        out.print(console.fitted(pair.name, HEADINGS, _rows(pair, found, headline), DROPPABLE, out.width))
        _by_kind(out, pair, by_kind, headline)
        _changes(out, pair, headline)
    _explain(out, family, pairs, headline)
    out.print()


def _rows(pair: Pair, found: Mapping[tuple[str, str], Comparison], headline: str) -> list[list[str]]:
    rows = []
    for metric in sorted(pair.metrics, key=lambda name: name != headline):
        ours, baseline = (fmean(question_means(scores).values()) for scores in pair.scores(metric))
        comparison = found[pair.name, metric]
        cells = comparison_cells(asdict(comparison)).values()
        rows.append([readable(metric), number(baseline), number(ours), *cells, comparison.words])
    return rows


def _by_kind(
    out: Console, pair: Pair, found: Mapping[str, Mapping[tuple[str, str], Comparison]], headline: str
) -> None:
    """The headline within each kind of question; nothing if there is only one kind, or if the gold is not known."""
    rows = []
    for kind, own in found.items():
        if comparison := own.get((pair.name, headline)):
            cells = comparison_cells(asdict(comparison))
            rows.append([readable(kind), *(cells[name] for name in KIND_CELLS), comparison.words])
    if len(rows) > 1:
        out.print()
        title = f"{readable(headline)} by kind of question"
        out.print(console.fitted(title, KIND_HEADINGS, rows, DROPPABLE, out.width))


def _changes(out: Console, pair: Pair, headline: str) -> None:
    """The questions whose headline changed most, with the stage at which the worse side lost them."""
    gained, lost = pair.moved(headline)
    same = len(pair.scores(headline)[0]) - len(gained) - len(lost)
    out.print(Text(f"{readable(headline)}: {len(gained)} gained, {len(lost)} lost, {same} the same"))
    wide = max((len(name) for name, *_ in (*gained, *lost)), default=0)
    _listed(out, f"gained  {{:{wide}}}", gained, "A", pair.a)
    _listed(out, f"lost    {{:{wide}}}", lost, "B", pair.b)


def _listed(out: Console, form: str, moves: Sequence[Move], side: str, run: RunResult) -> None:
    for name, baseline, ours in moves[:MOST]:
        stages = _lost_at(run, name)
        where = f"   {side}: {stages}" if stages else ""
        out.print(Text(f"  {form.format(name)}  {number(baseline)} to {number(ours)}{where}"))
    if len(moves) > MOST:
        out.print(Text(f"  {form.split()[0]:6}  and {len(moves) - MOST} more"))


def _lost_at(run: RunResult, question: str) -> str:
    """The stages that lost the question in the run's repeats."""
    stages = dict.fromkeys(row.lost_at for row in run.rows if row.question_id == question and row.lost_at)
    return ", ".join(stages)


def _explain(out: Console, family: Sequence[Pair], pairs: Sequence[Pair], headline: str) -> None:
    headlines, others = size_of(family, headline=True), size_of(family, headline=False)
    of = f" with {pairs[0].a.label} of this sweep" if len(family) > len(pairs) else ""
    comparisons = "comparisons" if headlines > 1 else "comparison"
    lines = (
        "p: paired sign-flip test by cluster (a document's questions go together), then with each question on its own.",
        "p (Holm): corrected; below 0.05 B is better or worse. By kind it is corrected over all kinds.",
        f"{readable(headline)} is corrected over the {headlines} {comparisons}{of}, "
        f"the other metrics over their {others}.",
        "95% interval: of this difference alone. d_z: mean difference in standard deviations.",
        f"{DETECTABLE} ({TOO_FEW}).",
    )
    out.print()
    out.print(Text("\n".join(lines), style="dim"))
