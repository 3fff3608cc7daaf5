"""Whether what is forecast for a corpus that grows comes true: from the sizes up to half of the whole, for the whole.

    python -m benchmarks.growth_forecast [--dataset uda] [--abstracts 1000] [--sizes 6] [override ...]

The questions of the dataset that name what they are about, over its documents, to which those of the other real
datasets (uda, cuad) and abstracts of SciFact are added in random order. With `--dataset scifact` its judged claims are
asked, over the abstracts that any of them is judged by; they have no answers, so that only what is found counts. The
sizes are halves of halves of the whole. A row a variation and metric: what was forecast with its 95% interval, what was
measured, and whether the interval holds it; the last line is the share that does. Exit status 1 if it is below 90%.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from ragatta.conf.schema import Dataset
from ragatta.eval.metrics import SCORE
from ragatta.experiments.command_line.process import run_command
from ragatta.experiments.commands.data import places
from ragatta.experiments.composing.overrides import compose_grid
from ragatta.experiments.composing.words import quoted
from ragatta.experiments.corpora.beir import Judged, read_judged
from ragatta.experiments.corpora.dataset import open_dataset
from ragatta.experiments.faults import Fault
from ragatta.experiments.progress.bars import Bars
from ragatta.extensions.diagnosis.changing.derived import CHANGED, documents_of
from ragatta.extensions.diagnosis.commands.grow import grown_sweep
from ragatta.extensions.diagnosis.growing.curves import Curves
from ragatta.extensions.diagnosis.growing.growth import growth
from ragatta.extensions.diagnosis.growing.others import others_of
from ragatta.pipeline.machine.files import write_whole

OTHERS, SCIFACT, QRELS = ("uda", "cuad"), "scifact", "qrels/beir_test.tsv"
HELD = 0.9  # the least share of intervals that hold what was measured


def main(arguments: list[str]) -> int:
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("overrides", nargs="*", help="of the grid, such as variation=baseline,hybrid_search")
    words.add_argument("--dataset", default="uda")
    words.add_argument("--abstracts", type=int, default=1000, help="of SciFact, of 5,183")
    words.add_argument("--sizes", type=int, default=6)
    given = words.parse_args(arguments)
    judged = _judged()
    dataset = claims(judged) if given.dataset == SCIFACT else [f"dataset={given.dataset}"]
    points = compose_grid([*dataset, *(given.overrides or ["experiment=six"])])
    bars, first = Bars(), points[0].config
    with bars.shown():
        base = open_dataset(replace(first.dataset, scope="own"), bars, architecture=first.architecture)
        own = documents_of(base)
        new = [name for name in judged.texts if Path(f"{name}.txt") not in own]
        folder = _abstracts(judged, new[: given.abstracts], f"scifact-{given.abstracts}")
        named = [(SCIFACT, Dataset("local", pdfs=str(folder)))]
        for name in OTHERS:
            if name != given.dataset:
                named.append((name, compose_grid([f"dataset={name}", "variation=baseline"])[0].config.dataset))
        others = others_of((name, open_dataset(one, bars, with_questions=False)) for name, one in named)
        whole = (len(own) + len(others)) / len(own)
        multiples = [whole / 2**power for power in range(given.sizes) if whole / 2**power >= 1]
        grown = growth(first, base, others, multiples, bars)
    print(f"{given.dataset}: {len(grown.asked)} questions over {len(own)} to {grown.sizes[-1].read} documents")
    code, drawn = grown_sweep(points, grown)
    return code or table(drawn, [name for name in drawn.metrics if name != SCORE or given.dataset != SCIFACT])


def _judged() -> Judged:
    folder = next((place for place in places(SCIFACT) if (place / QRELS).exists()), None)
    if folder is None:
        raise Fault("the files of scifact are not here: ragatta data --dataset scifact")
    return read_judged(folder, QRELS)


def claims(judged: Judged) -> list[str]:
    """The judged claims as questions, as words of a Hydra program."""
    documents = sorted({name for each in judged.relevance.values() for name in each})
    folder = _abstracts(judged, documents, "scifact-judged")
    records = [
        {
            "id": f"claim_{name}",
            "question": judged.queries[name],
            "kind": "text",
            "expected": "judged",
            "evidence": [{"file": f"{file}.txt", "pages": [1], "quote": ""} for file in found],
        }
        for name, found in judged.relevance.items()
    ]
    questions = folder.with_name("scifact-judged.jsonl")
    write_whole(questions, "".join(f"{json.dumps(record)}\n" for record in records))
    return ["dataset=local", f"dataset.pdfs={quoted(folder)}", f"dataset.questions={quoted(questions)}"]


def _abstracts(judged: Judged, names: Iterable[str], folder: str) -> Path:
    for name in names:
        file = CHANGED / folder / f"{name}.txt"
        if not file.exists():
            write_whole(file, f"{judged.texts[name]}\n")
    return CHANGED / folder


def table(drawn: Curves, metrics: Iterable[str]) -> int:
    *_, whole = drawn.sizes
    half = replace(drawn, grown=[one for one in drawn.grown if one.size.times <= whole.times / 2 + 1e-9])
    held = []
    print("\n| variation | metric | forecast | 95% interval | measured | held |\n" + "| --- " * 6 + "|")
    for variation in drawn.variations:
        last = next(one for one in drawn.grown if (one.variation, one.size.times) == (variation, whole.times))
        for metric in metrics:
            ahead, found = half.at(variation, metric, whole.times), drawn.measured(last, metric).mean
            if ahead is None:
                continue
            held.append(ahead.low <= found <= ahead.high)
            cells = [variation, metric, f"{ahead.mean:.3g}", f"{ahead.low:.3g} to {ahead.high:.3g}", f"{found:.3g}"]
            print(f"| {' | '.join(cells)} | {'yes' if held[-1] else 'no'} |")
    if not held:
        raise Fault("fewer than three sizes up to half of the whole: --sizes 6")
    print(f"\n{sum(held)} of {len(held)} intervals ({sum(held) / len(held):.0%}) hold what was measured")
    return int(sum(held) < HELD * len(held))


if __name__ == "__main__":
    run_command(main)
