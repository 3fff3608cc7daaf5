"""How the processor time of Ragatta's own work grows: each row at two to four sizes, over generated inputs.

    python -m benchmarks.growth_of_cost [--rows best summaries ...]

`start` is what a command takes for one item, and is left out of the exponent: the slope of the logarithm of the seconds
over that of the size, 1 where a further item costs the same at any size. `a further one` is between the last two
sizes. A model's tokens are counted as `pipeline/llm/tokens.py` bounds them.

- best: the set of variations that may be the best, over 400 questions; every pair has to be looked at;
- summaries: those of documents of ten pages, by rules, with the file that keeps them;
- questions: `ragatta check-questions` over as many documents of ten pages, a question with evidence each;
- dry run: `ragatta sweep --dry-run` of a grid over three small documents;
- kept: the same grid, whose answers are all kept, to its tables;
- router: the choice of documents for a question by a model with a window of 32,768 tokens.
"""

from __future__ import annotations

import os
import random
import resource
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from pathlib import Path
from time import process_time
from typing import Any

import numpy as np

from benchmarks.results import arguments, keep
from benchmarks.routing import asked_of
from ragatta.conf.schema import Config
from ragatta.eval.gold.ambiguity import ambiguous
from ragatta.eval.gold.near_duplicates import near_duplicates
from ragatta.eval.gold.questions import repeated, unfounded
from ragatta.eval.statistics.best import ranking
from ragatta.eval.statistics.comparison import Terms
from ragatta.experiments.faults import Fault
from ragatta.experiments.paths import ROOT
from ragatta.experiments.resources.models import Models
from ragatta.pipeline.agents.routing.router import Router
from ragatta.pipeline.agents.routing.summaries import summaries_for
from ragatta.pipeline.agents.routing.summarizer import Summarizer
from ragatta.pipeline.documents.corpus import Corpus
from ragatta.pipeline.types import Evidence, Page, Question

QUESTIONS = 400  # of the set of the best
A_DOCUMENT, WORDS_A_PAGE, WORDS_A_LINE = 10, 330, 12
TOP_KS = 10  # values of one of the two settings of the grids
SMALL = {
    "pump.txt": "Pump care. The filter is cleaned once a month with cold water. The storage fee is $25 per season.",
    "prices.txt": "Price list. A big pump is $120. A small pump is $80. A garden hose is $19.",
    "letter.txt": "Dear members, the spring fair takes place in April on the village green.",
}
GOLD = """id,question,expected_output
fee,What is the storage fee per season?,$25
pump,What is the price of a small pump?,$80
"""
COLUMNS = {
    "work": "work", "sizes": "sizes", "processor s": "seconds", "start, s": "start",
    "a further one, ms": "further_ms", "exponent": "exponent",
}  # fmt: skip


@dataclass(frozen=True)
class Work:
    """`spend` does it at a size and returns the processor seconds; `start` the size whose seconds are the start."""

    name: str
    sizes: Sequence[int]
    spend: Callable[[int], float]
    start: int = 0


def row(work: Work) -> dict[str, Any]:
    start = work.spend(work.start) if work.start else 0.0
    seconds = [work.spend(size) for size in work.sizes]
    (*_, before, last), (*_, earlier, most) = seconds, work.sizes
    return {
        "work": work.name,
        "sizes": ", ".join(f"{size:,}" for size in work.sizes),
        "seconds": ", ".join(f"{spent:.2f}" for spent in seconds),
        "start": f"{start:.2f}" if work.start else "–",
        "further_ms": round(1000 * (last - before) / (most - earlier), 2),
        "exponent": round(exponent(work.sizes, [spent - start for spent in seconds]), 2),
    }


def exponent(sizes: Sequence[int], seconds: Sequence[float]) -> float:
    """The slope of log seconds over log size, by least squares."""
    return float(np.polyfit(np.log(sizes), np.log(np.maximum(seconds, 1e-4)), 1)[0])


def timed(work: Callable[[], object]) -> float:
    begun = process_time()
    work()
    return process_time() - begun


def best(variations: int) -> float:
    drawn = np.random.default_rng(0).random((variations, QUESTIONS)).round(1)
    names = [f"q{number}" for number in range(QUESTIONS)]
    scores = {
        str(at): {name: [float(one)] for name, one in zip(names, own, strict=True)} for at, own in enumerate(drawn)
    }
    terms = Terms({name: f"d{number % 60}" for number, name in enumerate(names)})
    return timed(lambda: ranking(scores, terms, {}))


def pages(documents: int) -> dict[str, tuple[Page, ...]]:
    """Documents of drawn words, frequent and rare ones as in Zipf's law."""
    drawn = random.Random(3)
    words = ["".join(drawn.choices("abcdefghijklmnopqrstuvwxyz", k=drawn.randrange(3, 10))) for _ in range(20_000)]
    weights = [*accumulate(1 / (rank + 3) for rank in range(len(words)))]

    def text() -> str:
        chosen = drawn.choices(words, cum_weights=weights, k=WORDS_A_PAGE)
        lines = (chosen[start : start + WORDS_A_LINE] for start in range(0, WORDS_A_PAGE, WORDS_A_LINE))
        return "\n".join(" ".join(line).capitalize() + "." for line in lines)

    names = (f"{number:05}.pdf" for number in range(documents))
    return {name: tuple(Page(name, number, text()) for number in range(1, A_DOCUMENT + 1)) for name in names}


def summaries(documents: int) -> float:
    texts = pages(documents)
    corpus, rules = Corpus("d", dict.fromkeys(texts, "f"), texts), Models().asker(Config().pipeline()).ask
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder) / "summaries.json"
        return timed(lambda: summaries_for(corpus, place, rules, Summarizer(), "m"))


def questions(documents: int) -> float:
    corpus, drawn = pages(documents), random.Random(4)
    asked = []
    for number, (name, own) in enumerate(corpus.items()):
        page = drawn.choice(own)
        start = drawn.randrange(WORDS_A_PAGE // WORDS_A_LINE - 2)
        quote = " ".join(page.text.split("\n")[start : start + 2])
        about = " ".join(drawn.choice(own).text.split()[:6])
        evidence = (Evidence(name, (page.number,), quote),)
        asked.append(Question(f"q{number}", f"What is {about}?", "text", quote.split()[0], evidence=evidence))

    def check() -> list[object]:
        near = near_duplicates(asked)
        return [near, *((unfounded(q, corpus), repeated(q, corpus), ambiguous(q, corpus)) for q in asked)]

    return timed(check)


def grid(points: int) -> list[str]:
    """The words of a grid of so many points."""
    others = max(1, points // TOP_KS)
    top_ks = ",".join(map(str, range(1, min(points, TOP_KS) + 1)))
    return [f"retrieval.top_k={top_ks}", f"context_tokens={','.join(str(1000 + 10 * one) for one in range(others))}"]


class Grids:
    """Sweeps in a home below `folder`."""

    def __init__(self, folder: Path) -> None:
        self._home, (documents, gold) = folder / "home", (folder / "pdfs", folder / "questions.csv")
        documents.mkdir()
        for name, text in SMALL.items():
            (documents / name).write_text(text, encoding="utf-8")
        gold.write_text(GOLD, encoding="utf-8")
        self._words = ["--grid", "none", "--pdfs", str(documents), "--questions", str(gold), "tracking=off"]

    def dry_run(self, points: int) -> float:
        return self._ragatta(*grid(points), "--dry-run")

    def kept(self, points: int) -> float:
        self._ragatta(*grid(points))
        return self._ragatta(*grid(points))

    def _ragatta(self, *words: str) -> float:
        """The processor seconds of a sweep. Raises Fault with its last words."""
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        done = subprocess.run(
            [sys.executable, "-m", "ragatta", "sweep", *self._words, *words],
            env={**os.environ, "RAGATTA_HOME": str(self._home)},
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode:
            raise Fault(done.stderr[-2000:])
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime


def router(documents: int) -> float:
    """Of twenty questions; the words of the summaries are kept after the first."""
    ask = asked_of(documents, 21)
    ask(Router(), 0)
    return timed(lambda: [ask(Router(), number) for number in range(1, 21)])


def works(folder: Path) -> Iterator[tuple[str, Work]]:
    grids = Grids(folder)
    yield "best", Work("the set of the best over variations", (60, 120, 240, 480), best)
    yield "summaries", Work("summaries by rules, documents", (300, 1000, 3000), summaries)
    yield "questions", Work("check-questions, questions and documents", (300, 1000, 3000), questions)
    yield "dry", Work("dry run of a grid, points", (100, 300, 1000), grids.dry_run, 1)
    yield "kept", Work("a grid of kept answers, points", (100, 300, 1000), grids.kept, 1)
    yield "router", Work("a model router, 20 questions, documents", (10, 100, 1000, 10_000), router)


def main() -> None:
    words = arguments(__doc__)
    words.add_argument("--rows", nargs="+", help="these alone: best, summaries, questions, dry, kept, router")
    given = words.parse_args()
    rows: list[Mapping[str, Any]] = []
    with tempfile.TemporaryDirectory() as folder:
        for name, work in works(Path(folder)):
            if not given.rows or name in given.rows:
                rows.append(row(work))
                print(rows[-1], file=sys.stderr, flush=True)
    keep("growth_of_cost", rows, COLUMNS, docs=given.docs)


if __name__ == "__main__":
    main()
