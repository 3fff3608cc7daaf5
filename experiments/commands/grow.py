"""The same questions over more and more documents: which variation is best at each size, and what is to be expected
beyond.

Other documents come from --extra and --extra-dataset; where they do not suffice, near copies of the corpus with other
names and figures are made. Questions are asked over all documents, and only those that name what they are about.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from rich.text import Text

from ragatta.conf.schema import Config
from ragatta.experiments.changing.derived import derived, documents_of
from ragatta.experiments.command_line.commands import command
from ragatta.experiments.command_line.options import Whole, chooses, option
from ragatta.experiments.composing.chosen import Chosen
from ragatta.experiments.composing.config import Point
from ragatta.experiments.corpora.dataset import OpenDataset, open_dataset
from ragatta.experiments.counting import counted
from ragatta.experiments.faults import Fault
from ragatta.experiments.growing.curves import MEMORY, SECONDS, Curves, Grown, curves
from ragatta.experiments.growing.named import naming
from ragatta.experiments.growing.others import Documents as Files
from ragatta.experiments.growing.others import Size, of_dataset, of_folder, sizes
from ragatta.experiments.paths import HOME
from ragatta.experiments.progress import Bars
from ragatta.experiments.resources.documents import Documents
from ragatta.experiments.resources.stage_costs import Measured
from ragatta.experiments.showing import console
from ragatta.experiments.showing.cells import NONE, interval, listed, number, readable
from ragatta.experiments.showing.results import SweepResult
from ragatta.experiments.writing.outputs import write_sweep
from ragatta.pipeline.types import Question

TIMES = "1,2,5,10"
FILE = "growth.csv"


@command(__doc__, "grow --llm ollama --extra older_reports", "grow --dataset uda --extra-dataset cuad --times 1,2,4")
@option("--times", default=TIMES, metavar="NUMBERS", help=f"multiples of the documents (default: {TIMES})")
@option("--extra", multiple=True, type=Whole(), metavar="FOLDER", help="a folder with other documents")
@option("--extra-dataset", multiple=True, metavar="NAME", help="a dataset whose documents are others, such as cuad")
@chooses(grid=True)
def grow(chosen: Chosen, times: str, extra: tuple[str, ...], extra_dataset: tuple[str, ...]) -> int:
    from ragatta.experiments.composing.overrides import compose_grid  # Hydra takes a second to import

    multiples = _multiples(times)
    points = compose_grid(chosen.overrides())
    if points[0].config.budget.race:
        raise Fault("budget.race=true leaves questions out, which sizes are compared on; leave it out")
    bars = Bars()
    with bars.shown():
        base = open_dataset(
            replace(points[0].config.dataset, scope="own"), bars, architecture=points[0].config.architecture
        )
        pages = Documents(base, bars, Measured()).corpus(points[0].config.parser).pages
        asked = naming(base.questions, pages)
        others: Files = {}
        for name in extra:
            others |= of_folder(Path(name))
        for name in extra_dataset:
            config = compose_grid([f"dataset={name}", "variation=baseline"])[0].config
            others |= of_dataset(open_dataset(config.dataset, bars, with_questions=False))
        grown = sizes(documents_of(base), others, pages, multiples)
    _announce(base, asked, grown)
    return grown_sweep(points, asked, grown)[0]


def _multiples(times: str) -> list[float]:
    try:
        found = sorted({float(each) for each in times.split(",")})
    except ValueError:
        found = []
    if not found or not 1 <= found[0] <= found[-1] <= 1000:
        raise Fault(f"--times {times}: expected numbers from 1 to 1000, such as {TIMES}")
    return found


def _announce(base: OpenDataset, asked: Sequence[Question], grown: Sequence[Size]) -> None:
    if not asked:
        raise Fault(
            f"{base.name}: none of its {counted(len(base.questions), 'question')} names what it is about, so that none "
            "has one answer among more documents"
        )
    left = len(base.questions) - len(asked)
    print(
        f"{counted(len(asked), 'question')} of {len(base.questions)} asked over all documents"
        + (f"; {left} name no document that they are about, and would be ambiguous" if left else "")
    )
    if made := grown[-1].made:
        print(f"{counted(made, 'document')} of the largest size are made: near copies with other names and figures")


def grown_sweep(points: Sequence[Point], asked: Sequence[Question], grown: Sequence[Size]) -> tuple[int, Curves | None]:
    """Asks the questions at each size, and shows and writes what came of it. The exit code, and the curves; None where
    nothing could be compared. Raises the errors of a sweep."""
    from ragatta.experiments.launching.sweep import Sweep

    whole, found, drawn = Sweep(), list[tuple[str, str, Size, int]](), list[Curves]()
    for size in grown:
        name = f"{size.times:g}x"
        everywhere = [replace(one, documents=()) for one in asked]
        dataset = derived(points[0].config.dataset, name, size.documents, everywhere)
        batch = [_at(point, name, replace(point.config, dataset=dataset)) for point in points]
        whole.change_to(dataset)
        whole.run(batch)
        done = {run.point.label for run in whole.results.runs}
        pairs = zip(points, batch, strict=True)
        held = whole.resources.index.held
        found += [(own.label, one.label, size, held(one.config.pipeline())) for own, one in pairs if one.label in done]
        if whole.results.stopped:
            break

    def show(sweep: SweepResult) -> None:
        chunks = {row["variation"]: int(row["chunks_indexed"]) for row in sweep.summary}
        made = [Grown(own, size, sweep.run(label), chunks[label], held) for own, label, size, held in found]
        drawn.append(curves(sweep, made))
        beyond = [2 * size.times for size in drawn[0].sizes[-1:]]
        write_sweep(sweep.folder, growth=drawn[0].rows(beyond))
        _print(drawn[0], beyond)
        print(f"{(sweep.folder / FILE).relative_to(HOME)}; see more: ragatta report")

    code = whole.finish(show=show)
    return code, drawn[0] if drawn else None


def _at(point: Point, size: str, config: Config) -> Point:
    config = replace(config, comparison=replace(config.comparison, baseline=""))
    return Point(f"{point.label} {size}", point.overrides, config)


def _print(drawn: Curves, beyond: Sequence[float]) -> None:
    metrics = drawn.metrics()
    qualities = [name for name in metrics if name not in (SECONDS, MEMORY)]
    costs = {SECONDS: "s", MEMORY: "MB held"}
    headings = ["variation", "size", "documents", "chunks"]
    headings += [word for name in qualities for word in (readable(name), "95% interval")]
    headings += [words for name, words in costs.items() if name in metrics]
    rows = []
    for variation in drawn.variations:
        for one in drawn.of(variation):
            cells = [variation, f"{one.size.times:g}x", f"{len(one.size.documents):,}", f"{one.chunks:,}"]
            for name in metrics:
                value = drawn.measured(one, name)
                if name in qualities:
                    cells += [number(value.mean), interval(value.low, value.high)]
                else:
                    cells.append(number(value.mean, ".3g"))
            rows.append(cells)
        for times in beyond:
            cells = [variation, f"{times:g}x ?", "", ""]
            for name in metrics:
                ahead = drawn.at(variation, name, times)
                if name in qualities:
                    cells += [number(ahead.mean), interval(ahead.low, ahead.high)] if ahead else [NONE, NONE]
                else:
                    cells.append(f"{number(ahead.low, '.2g')} to {number(ahead.high, '.2g')}" if ahead else NONE)
            rows.append(cells)
    out = console.plain_console()
    for line in sentences(drawn):
        out.print(Text(line))
    out.print()
    table = console.grid(f"{counted(len(drawn.sizes), 'size')} of the corpus", headings, rows)
    table.caption = Text(
        "?: foretold by a line over the logarithm of the size (MB: over the size), with the interval of a prediction "
        "for these questions. s: the geometric mean of a question"
    )
    out.print(table)


def sentences(drawn: Curves) -> list[str]:
    """Which variation is best at each size."""
    found = []
    for size in drawn.sizes:
        first, alike = drawn.best(size)
        value = drawn.measured(next(one for one in drawn.of(first) if one.size.times == size.times), drawn.metric)
        not_worse = f"; not shown to be worse: {listed(alike)}" if alike else ""
        found.append(f"{size.times:g}x: {first}, {readable(drawn.metric)} {number(value.mean)}{not_worse}")
    return found
