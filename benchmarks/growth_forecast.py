"""Whether what is foretold for a corpus that grows comes true: from the sizes up to half of the whole, for the whole.

    python -m benchmarks.growth_forecast [--dataset uda] [--abstracts 1000] [--sizes 6] [override ...]

The questions of the dataset that name what they are about, over its documents, to which those of the other real
datasets (uda, cuad) and abstracts of SciFact are added in random order. The sizes are halves of halves of the whole.
A row a variation and metric: what was foretold with its 95% interval, what was measured, and whether the interval
holds it; the last line is the share that does. Exit status 1 if it is below 90%.
"""

from __future__ import annotations

import argparse
import json
from dataclasses import replace
from pathlib import Path

from ragatta.experiments.changing.derived import CHANGED, documents_of
from ragatta.experiments.command_line.process import run_command
from ragatta.experiments.commands.data import places
from ragatta.experiments.commands.grow import grown_sweep
from ragatta.experiments.composing.overrides import compose_grid
from ragatta.experiments.corpora.dataset import open_dataset
from ragatta.experiments.faults import Fault
from ragatta.experiments.growing.curves import Curves
from ragatta.experiments.growing.named import naming
from ragatta.experiments.growing.others import Documents as Files
from ragatta.experiments.growing.others import of_dataset, of_folder, sizes
from ragatta.experiments.progress import Bars
from ragatta.experiments.resources.documents import Documents
from ragatta.experiments.resources.stage_costs import Measured
from ragatta.pipeline.machine.files import write_whole

OTHERS = ("uda", "cuad")
HELD = 0.9  # the least share of intervals that hold what was measured


def main(arguments: list[str]) -> int:
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("overrides", nargs="*", help="of the grid, such as variation=baseline,hybrid_search")
    words.add_argument("--dataset", default="uda")
    words.add_argument("--abstracts", type=int, default=1000, help="of SciFact, of 5,183")
    words.add_argument("--sizes", type=int, default=6)
    given = words.parse_args(arguments)
    points = compose_grid([f"dataset={given.dataset}", *(given.overrides or ["experiment=six"])])
    bars, first = Bars(), points[0].config
    with bars.shown():
        base = open_dataset(replace(first.dataset, scope="own"), bars, architecture=first.architecture)
        pages = Documents(base, bars, Measured()).corpus(first.parser).pages
        asked, own = naming(base.questions, pages), documents_of(base)
        others: Files = of_folder(abstracts(given.abstracts))
        for name in OTHERS:
            if name != given.dataset:
                config = compose_grid([f"dataset={name}", "variation=baseline"])[0].config
                others |= of_dataset(open_dataset(config.dataset, bars, with_questions=False))
        whole = (len(own) + len(others)) / len(own)
        multiples = [whole / 2**power for power in range(given.sizes) if whole / 2**power >= 1]
        grown = sizes(own, others, pages, multiples)
    print(f"{given.dataset}: {len(asked)} questions over {len(own)} to {len(own) + len(others)} documents")
    code, drawn = grown_sweep(points, asked, grown)
    if code or drawn is None:
        return 1
    return table(drawn)


def abstracts(number: int) -> Path:
    """A folder of the first abstracts of SciFact, a text file each."""
    folder = CHANGED / f"scifact-{number}"
    corpus = next((place / "corpus.jsonl" for place in places("scifact") if (place / "corpus.jsonl").exists()), None)
    if corpus is None:
        raise Fault("the files of scifact are not here: ragatta data --dataset scifact")
    for line in corpus.read_text(encoding="utf-8").splitlines()[:number]:
        one = json.loads(line)
        file = folder / f"{one['_id']}.txt"
        if not file.exists():
            write_whole(file, f"{one['title']}\n{one['text']}\n")
    return folder


def table(drawn: Curves) -> int:
    whole, *_ = reversed(drawn.sizes)
    within = [size.times for size in drawn.sizes if size.times <= whole.times / 2 + 1e-9]
    held = []
    print("\n| variation | metric | foretold | 95% interval | measured | held |\n" + "| --- " * 6 + "|")
    for variation in drawn.variations:
        last = next(one for one in drawn.of(variation) if one.size.times == whole.times)
        for metric in drawn.metrics():
            ahead, found = drawn.at(variation, metric, whole.times, within), drawn.measured(last, metric).mean
            if ahead is None:
                continue
            held.append(ahead.low <= found <= ahead.high)
            cells = [variation, metric, f"{ahead.mean:.3g}", f"{ahead.low:.3g} to {ahead.high:.3g}", f"{found:.3g}"]
            print(f"| {' | '.join(cells)} | {'yes' if held[-1] else 'no'} |")
    print(f"\n{sum(held)} of {len(held)} intervals ({sum(held) / len(held):.0%}) hold what was measured")
    return int(sum(held) < HELD * len(held))


if __name__ == "__main__":
    run_command(main)
