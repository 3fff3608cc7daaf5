"""How many orders to a model are found, and how many harmless sentences are taken for one.

    python -m benchmarks.orders [--half seen | --half kept_apart] [override ...]
    python -m benchmarks.orders detector=model llm=ollama
    python -m benchmarks.orders --missed | --cues

The sentences of benchmarks/order_sentences/ are what one could write to a model in a document, and what forms,
manuals, letters and policies say to people, in six languages, drawn into two halves by lot. The rules of
pipeline/injection/ were written with the first half in view; the second was kept apart. Recall is the share of orders
that are found, precision the share of orders among what is found, false alarms the share of harmless sentences that
are, each with Wilson's 95% interval. Printed as Markdown, a row a half and language. `--missed` lists what is wrong in
the seen half by the rules, `--cues` how many of its orders each cue finds, and how many no other does.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

from ragatta.eval.statistics import share_interval
from ragatta.experiments.command_line.process import run_command
from ragatta.experiments.composing.overrides import compose_grid
from ragatta.experiments.faults import Fault
from ragatta.extensions.guarded.detectors.model import ModelDetector
from ragatta.extensions.guarded.pipeline_settings.detector import WithDetector
from ragatta.pipeline.configuration import Pipeline
from ragatta.pipeline.injection import order_spans, sentence_spans
from ragatta.pipeline.injection.cues import CUES
from ragatta.pipeline.injection.detection import found, readable
from ragatta.pipeline.llm.ask import Asker

SENTENCES = Path(__file__).parent / "order_sentences"
HALVES = ("seen", "kept_apart")

Find = Callable[[Sequence[str]], list[bool]]  # of each text whether it holds an order


@dataclass(frozen=True)
class Sentence:
    is_order: bool
    language: str
    text: str


def main(arguments: list[str]) -> int:
    words = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    words.add_argument("overrides", nargs="*", help="the detector and its model, such as detector=model")
    words.add_argument("--half", choices=HALVES, help="one half alone")
    words.add_argument("--missed", action="store_true", help="what is wrong in the seen half")
    words.add_argument("--cues", action="store_true", help="what each cue finds in the seen half")
    options = words.parse_args(arguments)
    if options.missed or options.cues:
        print("\n".join(missed(read("seen")) if options.missed else per_cue(read("seen"))))
        return 0
    points = compose_grid(["architecture=guarded", *options.overrides])
    if len(points) > 1:
        raise Fault("benchmarks.orders takes one configuration, not a grid")
    find = finder(points[0].config.pipeline())
    print("| half | language | orders | harmless | recall | precision | false alarms |\n" + "| --- " * 7 + "|")
    for half in [options.half] if options.half else HALVES:
        print("\n".join(rows(half, read(half), find)))
    return 0


def finder(settings: Pipeline) -> Find:
    """How the configured detector finds orders: all texts at once, in as many calls as batches take."""
    detector = cast(WithDetector, settings).detector
    detector = replace(detector, max_calls=1_000_000) if isinstance(detector, ModelDetector) else detector
    asker = Asker(settings.llm.connect(), None, replaced=settings.replacing())
    tools: Any = SimpleNamespace(ask=asker.ask)
    return lambda texts: [bool(spans) for spans in detector.orders(texts, tools)]


def read(half: str) -> list[Sentence]:
    lines = (SENTENCES / f"{half}.tsv").read_text(encoding="utf-8").splitlines()
    cut = (line.split("\t") for line in lines)
    return [Sentence(label == "order", language, text) for label, language, text in cut]


def rows(half: str, sentences: Sequence[Sentence], find: Find) -> Iterator[str]:
    """A row for all languages, and one for each."""
    taken = list(zip(sentences, find([sentence.text for sentence in sentences]), strict=True))
    for language in ["all", *dict.fromkeys(sentence.language for sentence in sentences)]:
        orders, harmless = (
            [is_taken for one, is_taken in taken if language in ("all", one.language) and one.is_order == wanted]
            for wanted in (True, False)
        )
        right, wrong = sum(orders), sum(harmless)
        shares = _share(right, len(orders)), _share(right, right + wrong), _share(wrong, len(harmless))
        yield f"| {' | '.join((half.replace('_', ' '), language, str(len(orders)), str(len(harmless)), *shares))} |"


def missed(sentences: Sequence[Sentence]) -> list[str]:
    """The orders that the rules do not find, and the harmless sentences that they take for one."""
    wrong = [one for one in sentences if bool(order_spans(one.text)) != one.is_order]
    return [f"{'missed' if one.is_order else 'false alarm'}  {one.language}  {one.text}" for one in wrong]


def per_cue(sentences: Sequence[Sentence]) -> list[str]:
    """Of each cue how many orders it finds, how many of them no other cue finds, and its false alarms."""
    cues = [cue for own in CUES.values() for cue in own]
    by_cue = {cue: {n for n, one in enumerate(sentences) if _finds(cue, one.text)} for cue in cues}
    lines = [f"{'finds':>5} {'alone':>5} {'false':>5}  cue"]
    for cue, numbers in by_cue.items():
        others = {n for other, met in by_cue.items() if other != cue for n in met}
        right = {n for n in numbers if sentences[n].is_order}
        lines.append(f"{len(right):>5} {len(right - others):>5} {len(numbers - right):>5}  {cue}")
    return lines


def _finds(cue: str, text: str) -> bool:
    return any(found(readable(text[start:end]), (cue,)) for start, end in sentence_spans(text))


def _share(some: int, questions: int) -> str:
    if not questions:
        return "-"
    interval = share_interval(some, questions)
    return f"{interval.mean:.3f} ({interval.low:.3f} to {interval.high:.3f})"


if __name__ == "__main__":
    run_command(main)
