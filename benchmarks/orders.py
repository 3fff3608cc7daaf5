"""How many orders to a model the rules find, and how many harmless sentences they take for one.

    python -m benchmarks.orders [--half seen | --half kept_apart] [--missed] [--cues]

The sentences of benchmarks/order_sentences/ are what one could write to a model in a document, and what forms,
manuals, letters and policies say to people, in six languages, drawn into two halves by lot. The rules of
pipeline/injection/ were written with the first half in view; the second was kept apart. Recall is the share of orders
that are found, precision the share of orders among what is found, false alarms the share of harmless sentences that
are, each with Wilson's 95% interval. Printed as Markdown, a row a half and language. `--missed` lists what is wrong in
the seen half, `--cues` how many of its orders each cue finds, and how many no other does.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from eval.statistics import share_interval
from experiments.faults import run_command
from pipeline.injection import order_spans
from pipeline.injection.cues import CUES
from pipeline.injection.detection import found, readable
from pipeline.injection.sentences import sentence_spans

SENTENCES = Path(__file__).parent / "order_sentences"
HALVES = ("seen", "kept_apart")


@dataclass(frozen=True)
class Sentence:
    is_order: bool
    language: str
    text: str


def main(arguments: list[str]) -> int:
    words = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    words.add_argument("--half", choices=HALVES, help="one half alone")
    words.add_argument("--missed", action="store_true", help="what is wrong in the seen half")
    words.add_argument("--cues", action="store_true", help="what each cue finds in the seen half")
    options = words.parse_args(arguments)
    if options.missed or options.cues:
        print("\n".join(missed(read("seen")) if options.missed else per_cue(read("seen"))))
        return 0
    print("| half | language | orders | harmless | recall | precision | false alarms |\n" + "| --- " * 7 + "|")
    for half in [options.half] if options.half else HALVES:
        print("\n".join(rows(half, read(half))))
    return 0


def read(half: str) -> list[Sentence]:
    lines = (SENTENCES / f"{half}.tsv").read_text(encoding="utf-8").splitlines()
    return [
        Sentence(label == "order", language, text) for label, language, text in (line.split("\t") for line in lines)
    ]


def rows(half: str, sentences: Sequence[Sentence]) -> Iterator[str]:
    """A row for all languages, and one for each."""
    languages = list(dict.fromkeys(sentence.language for sentence in sentences))
    for language in ["all", *languages]:
        own = [sentence for sentence in sentences if language in ("all", sentence.language)]
        orders = [bool(order_spans(one.text)) for one in own if one.is_order]
        harmless = [bool(order_spans(one.text)) for one in own if not one.is_order]
        taken = sum(orders) + sum(harmless)
        shares = (_share(sum(orders), len(orders)), _share(sum(orders), taken), _share(sum(harmless), len(harmless)))
        yield f"| {' | '.join((half.replace('_', ' '), language, str(len(orders)), str(len(harmless)), *shares))} |"


def missed(sentences: Sequence[Sentence]) -> list[str]:
    """The orders that are not found, and the harmless sentences that are taken for one."""
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


def _share(some: int, all_: int) -> str:
    if not all_:
        return "-"
    interval = share_interval(some, all_)
    return f"{interval.mean:.3f} ({interval.low:.3f} to {interval.high:.3f})"


if __name__ == "__main__":
    run_command(main)
