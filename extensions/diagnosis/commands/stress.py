"""What variations lose if questions have other words, or documents are scanned, doubled, contradicted or give orders.

Each stress is a row: the same questions with it and without, paired. --stress chooses some of typos, keywords, order,
synonyms, model, language, scanned, doubled, contradicted and orders; what does not apply here is said with its reason.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence

from rich.text import Text

from ragatta.eval.metrics import RETRIEVAL, SCORE
from ragatta.experiments.command_line.commands import command
from ragatta.experiments.command_line.options import ALL, chooses, option
from ragatta.experiments.composing.chosen import Chosen
from ragatta.experiments.composing.config import Point
from ragatta.experiments.corpora.dataset import OpenDataset, open_dataset
from ragatta.experiments.faults import Fault
from ragatta.experiments.paths import HOME
from ragatta.experiments.progress.bars import Bars
from ragatta.experiments.results import console
from ragatta.experiments.results.cells import number, p_value, readable, signed
from ragatta.experiments.results.claims import bounds
from ragatta.experiments.results.outputs import write_sweep
from ragatta.experiments.results.reading import SweepResult
from ragatta.experiments.running.server_failures import UntilSilent
from ragatta.experiments.running.system import STOPPING
from ragatta.extensions.diagnosis.changing.derived import derived, documents_of
from ragatta.extensions.diagnosis.stressing.losses import Loss, Pair, losses, orders
from ragatta.extensions.diagnosis.stressing.screen import stress_screen
from ragatta.extensions.diagnosis.stressing.stresses import STRESSES, Base, Skipped, Stressed
from ragatta.pipeline.plugins.registry import suggestion
from ragatta.pipeline.text.languages import LANGUAGES

FILE = "stress.csv"
CLEAN = "as it is"


@command(__doc__, "stress --llm ollama", "stress --dataset uda --stress typos,doubled,orders", "stress --translate de")
@option("--stress", default="", metavar="NAMES", help="only these, separated by commas (default: all)")
@option("--translate", default="", metavar="CODE", help="of the stress language: the language to ask in, such as de")
@ALL
@chooses(grid=True)
def stress(chosen: Chosen, stress: str, translate: str, show_all: bool) -> int:
    from ragatta.experiments.composing.overrides import compose_grid  # Hydra takes a second to import

    names = [name.strip() for name in stress.split(",")] if stress else [*STRESSES]
    if unknown := [name for name in names if name not in STRESSES]:
        raise Fault([f"--stress: no {name!r}; {suggestion(name, [*STRESSES])}" for name in unknown])
    if translate and not LANGUAGES.knows(translate):
        raise Fault(f"--translate: no language {translate!r}; {suggestion(translate, LANGUAGES.names())}")
    points, bars = compose_grid(chosen.overrides()), Bars()
    if why := next(filter(None, (point.config.handing() for point in points)), ""):
        raise Fault(why)
    with bars.shown():
        base = open_dataset(points[0].config.dataset, bars, architecture=points[0].config.architecture)
    return _asked(points, base, names, translate, bars, show_all)


def _asked(
    points: Sequence[Point], base: OpenDataset, names: Sequence[str], translate: str, bars: Bars, show_all: bool
) -> int:
    from ragatta.extensions.diagnosis.changing.sweeping import ChangingSweep

    whole, first, skipped, documents = ChangingSweep(), points[0].config, dict[str, str](), documents_of(base)
    labels: dict[str, dict[str, str]] = {}  # of the stressed variations, by stress and by their own

    def run(name: str, stressed: Stressed) -> None:
        changed = name.replace(" ", "_")
        dataset = derived(first.dataset, changed, stressed.documents, stressed.questions, stressed.replaces)
        labels[name] = whole.run_over(dataset, points, f"({name})")

    run(CLEAN, Stressed(base.questions, documents))
    llm, resources = first.llm, whole.resources
    resources.shown_by(bars)
    asker = UntilSilent(resources.models.asker(first.pipeline()).ask) if llm.ASKS_A_MODEL else None
    given = Base(
        base.questions,
        documents,
        resources.documents.corpus(first.parser).pages,
        frozenset(base.passwords),
        first.parser,
        first.dataset.language,
        bars,
        asker,
        translate,
    )
    for name in names:
        if whole.results.stopped:
            skipped[name] = "the sweep was stopped before"
            continue
        try:
            with bars.shown():
                stressed = STRESSES[name](given)
        except Skipped as why:
            skipped[name] = str(why)
            continue
        except STOPPING as fault:  # of the model that words questions; what was asked before is shown
            whole.results.stopped, skipped[name] = fault, str(fault)
            continue
        if stressed.note:
            print(f"{name}: {stressed.note}")
        run(name, stressed)

    def show(sweep: SweepResult) -> None:
        clean = {own: sweep.run(label) for own, label in labels.pop(CLEAN).items()}
        pairs = [
            Pair(own, name, clean[own], sweep.run(label))
            for name, stressed in labels.items()
            for own, label in stressed.items()
            if own in clean
        ]
        metric = str(sweep.info["metric"])
        found = losses(pairs, [*dict.fromkeys((metric, SCORE, RETRIEVAL))], sweep.terms)
        write_sweep(sweep.folder, stress=[one.row for one in found])
        if show_all:
            _print(found, pairs, skipped)
        where = [f"{(sweep.folder / FILE).relative_to(HOME)}; see more: ragatta report, or --all for every table here"]
        stress_screen(found, metric, pairs, skipped, sweep.terms, where).show()

    code = whole.finish(show=show)
    if asker and asker.fault:
        print(f"error: {asker.fault}", file=sys.stderr)
        return 1
    return code


def _print(found: Sequence[Loss], pairs: Sequence[Pair], skipped: Mapping[str, str]) -> None:
    """A table a metric; what became of orders; what was not run."""
    out = console.plain_console()
    headings = [
        "variation", "stress", "questions", "before", "after", "difference", "95% interval", "p", "p (Holm)", "verdict",
    ]  # fmt: skip
    for name in dict.fromkeys(one.metric for one in found):
        cells = [
            [
                one.pair.variation, one.pair.stress, str(one.found.questions), number(one.before), number(one.after),
                signed(one.found.difference), bounds(one.found), p_value(one.found.p), p_value(one.found.p_corrected),
                one.found.words,
            ]
            for one in found
            if one.metric == name
        ]  # fmt: skip
        title = f"{readable(name)} under stress, paired with the same questions without it"
        printed = console.fitted(title, headings, cells, ("before", "after", "p"), out.width, names=2)
        for column in printed.columns:
            column.justify = "left" if column.header in ("variation", "stress", "verdict") else "right"
        out.print(printed)
    for pair in pairs:
        if told := orders(pair):
            out.print(Text(f"{pair.variation}: {', '.join(f'{times} {what}' for what, times in told.items())} orders"))
    for name, why in skipped.items():
        out.print(Text(f"not run: {name}: {why}"))
    out.print()
