"""The same questions over more and more documents: which variation is best at each size, and what is to be expected
beyond.

Other documents come from --extra and --extra-dataset; where they do not suffice, near copies of the corpus with other
names and figures are made. Questions are asked over all documents, and only those that name what they are about.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from rich.text import Text

from ragatta.conf.schema import Dataset
from ragatta.eval.statistics import Interval
from ragatta.experiments.command_line.commands import command
from ragatta.experiments.command_line.options import ALL, DRY_RUN, Whole, chooses, option
from ragatta.experiments.composing.chosen import Chosen
from ragatta.experiments.composing.config import Point
from ragatta.experiments.corpora.dataset import OpenDataset, open_dataset
from ragatta.experiments.counting import counted
from ragatta.experiments.faults import Fault
from ragatta.experiments.forecast.announcing import unreadable
from ragatta.experiments.paths import HOME
from ragatta.experiments.progress.bars import Bars
from ragatta.experiments.results import console
from ragatta.experiments.results.cells import NONE, interval, number, readable
from ragatta.experiments.results.outputs import write_sweep
from ragatta.experiments.results.reading import SweepResult
from ragatta.extensions.diagnosis.changing.derived import derived
from ragatta.extensions.diagnosis.growing.curves import COSTS, MEMORY, SECONDS, Curves, Grown
from ragatta.extensions.diagnosis.growing.growth import Growth, growth
from ragatta.extensions.diagnosis.growing.others import Size, others_of
from ragatta.extensions.diagnosis.growing.screen import growth_screen

TIMES = "1,2,5,10"
FILE = "growth.csv"
COST_WORDS = {SECONDS: "s", MEMORY: "MB held"}


@command(__doc__, "grow --llm ollama --extra older_reports", "grow --dataset uda --extra-dataset cuad --times 1,2,4")
@option("--times", default=TIMES, metavar="NUMBERS", help=f"multiples of the documents (default: {TIMES})")
@option("--extra", multiple=True, type=Whole(), metavar="FOLDER", help="a folder with other documents")
@option("--extra-dataset", multiple=True, metavar="NAME", help="a dataset whose documents are others, such as cuad")
@ALL
@DRY_RUN
@chooses(grid=True)
def grow(
    chosen: Chosen,
    times: str,
    extra: tuple[str, ...],
    extra_dataset: tuple[str, ...],
    dry_run: bool,
    show_all: bool,
) -> int:
    from ragatta.experiments.composing.overrides import compose_grid  # Hydra takes a second to import

    multiples, folders = _multiples(times), _folders(extra)
    points, bars = compose_grid(chosen.overrides()), Bars()
    first = points[0].config
    if why := next(filter(None, (point.config.handing() for point in points)), ""):
        raise Fault(why)
    with bars.shown():
        base = open_dataset(replace(first.dataset, scope="own"), bars, architecture=first.architecture)
        more = [(name, compose_grid([f"dataset={name}", "variation=baseline"])[0].config) for name in extra_dataset]
        named = [(folder.name, Dataset("local", pdfs=str(folder))) for folder in folders]
        named += [(name, config.dataset) for name, config in more]
        others = others_of((name, open_dataset(one, bars, with_questions=False)) for name, one in named)
        grown = growth(first, base, others, multiples, bars)
    _announce(base, grown)
    if dry_run:
        return _say_only(points, grown)
    return grown_sweep(points, grown, show_all)[0]


def _multiples(times: str) -> list[float]:
    try:
        found = sorted({float(each) for each in times.split(",")})
    except ValueError:
        found = []
    if not found or not 1 <= found[0] <= found[-1] <= 1000:
        raise Fault(f"--times {times}: expected numbers from 1 to 1000, such as {TIMES}")
    return found


def _folders(extra: Sequence[str]) -> list[Path]:
    found = {name: Path(name).expanduser().resolve() for name in extra}
    if wrong := [name for name, path in found.items() if not path.is_dir()]:
        fix = "name the folder that holds the other documents"
        kinds = {name: "not a" if found[name].exists() else "no such" for name in wrong}
        raise Fault([f"--extra {name}: {kind} folder; {fix}" for name, kind in kinds.items()])
    return [*found.values()]


def _announce(base: OpenDataset, grown: Growth) -> None:
    asked = grown.asked
    if not asked:
        raise Fault(
            f"{base.name}: none of its {counted(len(base.questions), 'question')} names what it is about, so that none "
            "has one answer among more documents"
        )
    left, of_all = len(base.questions) - len(asked), sum(not one.documents for one in asked)
    print(
        f"{counted(len(asked), 'question')} of {len(base.questions)} asked over all documents"
        + (f"; taken as asked of the whole collection, since their gold names no document: {of_all}" if of_all else "")
        + (f"; {left} left out: no name in them tells which document they are about" if left else "")
    )
    for line in unreadable(grown.skipped):
        print(line)
    if grown.copies:
        print(f"{counted(grown.copies, 'other document')} left out: exact copies of documents of the corpus")
    if made := grown.sizes[-1].made:
        print(f"{counted(made, 'document')} of the largest size are made: near copies with other names and figures")


def _say_only(points: Sequence[Point], grown: Growth) -> int:
    """Says of each size what would run, as if it were the only one."""
    from ragatta.experiments.launching.planning import dry_run
    from ragatta.extensions.diagnosis.changing.sweeping import points_over

    for _, name, dataset in _datasets(points, grown):
        dry_run([*points_over(dataset, points, name).values()])
    return 0


def _datasets(points: Sequence[Point], grown: Growth) -> Iterator[tuple[Size, str, Dataset]]:
    """Each size with its name and dataset."""
    everywhere = [replace(one, documents=()) for one in grown.asked]
    for size in grown.sizes:
        name = f"{size.times:g}x"
        yield size, name, derived(points[0].config.dataset, name, size.documents, everywhere)


def grown_sweep(points: Sequence[Point], grown: Growth, show_all: bool = False) -> tuple[int, Curves]:
    """Asks the questions at each size, and shows and writes what came of it: the exit code, and the curves. Raises the
    errors of a sweep."""
    from ragatta.extensions.diagnosis.changing.sweeping import ChangingSweep

    whole, found, drawn = ChangingSweep(), list[tuple[str, str, Size, int]](), list[Curves]()
    for size, name, dataset in _datasets(points, grown):
        labels, held = whole.run_over(dataset, points, name), whole.resources.index.held
        settings = {point.label: point.config.pipeline() for point in points}
        found += [(own, label, size, held(settings[own])) for own, label in labels.items()]
        if whole.results.stopped:
            break

    def show(sweep: SweepResult) -> None:
        chunks = {row["variation"]: int(row["chunks_indexed"]) for row in sweep.summary}
        made = [Grown(own, size, sweep.run(label), chunks[label], held) for own, label, size, held in found]
        drawn.append(Curves(made, str(sweep.info["metric"]), sweep.terms))
        beyond = 2 * made[-1].size.times
        write_sweep(sweep.folder, growth=drawn[0].rows(beyond))
        if show_all:
            _print(drawn[0], beyond)
        where = [f"{(sweep.folder / FILE).relative_to(HOME)}; see more: ragatta report, or --all for every figure here"]
        growth_screen(sweep.dataset, drawn[0], beyond, where).show()

    return whole.finish(show=show), drawn[0]


def _print(drawn: Curves, beyond: float) -> None:
    """Every figure."""
    out = console.plain_console()
    lost = any(one.run.lost.not_answered for one in drawn.grown)
    headings = ["variation", "size", "documents", "chunks", *(["answered"] if lost else [])]
    for name in drawn.metrics:
        headings += [COST_WORDS[name]] if name in COSTS else [readable(name), "95% interval"]
    rows = []
    for variation in drawn.variations:
        for one in (one for one in drawn.grown if one.variation == variation):
            extent = [f"{one.size.times:g}x", f"{one.size.read:,}", f"{one.chunks:,}"]
            extent += [str(len(drawn.scores(one, drawn.metric)))] if lost else []
            rows.append([variation, *extent, *_cells({name: drawn.measured(one, name) for name in drawn.metrics})])
        ahead = {name: drawn.at(variation, name, beyond) for name in drawn.metrics}
        if any(ahead.values()):
            rows.append([variation, f"{beyond:g}x ?", *[""] * (3 if lost else 2), *_cells(ahead, ahead=True)])
    title = f"{counted(len(drawn.sizes), 'size')} of the corpus"
    table = console.fitted(title, headings, rows, ["chunks", *(one for one in headings if "%" in one)], out.width, 2)
    forecast = (
        "?: forecast by a line over the logarithm of the size (MB: over the size), with the interval of a prediction "
        "for these questions. "
    )
    table.caption = Text(
        f"{forecast if any(row[1].endswith('?') for row in rows) else ''}s: the geometric mean of a question"
    )
    out.print(table)
    out.print()


def _cells(found: Mapping[str, Interval | None], ahead: bool = False) -> list[str]:
    """Means and intervals; of costs the mean, or of what is `ahead` the interval."""
    cells = []
    for name, one in found.items():
        if name not in COSTS:
            cells += [number(one.mean), interval(one.low, one.high)] if one else [NONE, NONE]
        elif one and ahead:
            cells.append(f"{number(one.low, '.2g')} to {number(one.high, '.2g')}")
        else:
            cells.append(number(one.mean, ".3g") if one else NONE)
    return cells
