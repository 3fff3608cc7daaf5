"""Whether the generated dataset is true to itself: the gold of many seeds, checked on their own pages.

    python -m benchmarks.filings_gold [--seeds 50] [--first 1]

Prints for each seed what is wrong, and a last line with the totals. Exit code 1 if anything is. A seed takes about ten
seconds.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path

from ragatta.eval.gold.contradictions import contradictions
from ragatta.eval.gold.questions import load_questions, unfounded
from ragatta.experiments.paths import DATASETS
from ragatta.pipeline.documents.pages import read_pages
from ragatta.pipeline.documents.parsers.pdfium import Pdfium

sys.path.insert(0, str(DATASETS))  # the generator is a package below datasets/

from filings.build import generate


def main() -> int:
    arguments = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    arguments.add_argument("--seeds", type=int, default=50, help="how many")
    arguments.add_argument("--first", type=int, default=1)
    given = arguments.parse_args()
    questions, faulty = 0, 0
    for seed in range(given.first, given.first + given.seeds):
        asked, faults = checked(seed)
        questions += asked
        faulty += bool(faults)
        print(f"seed {seed}: {asked} questions, {len(faults)} faults", *faults, sep="\n  ", flush=True)
    print(f"{given.seeds} seeds, {questions} questions: {faulty} seeds with faults")
    return int(faulty > 0)


def checked(seed: int) -> tuple[int, list[str]]:
    """How many questions the seed has, and what is wrong with them."""
    with tempfile.TemporaryDirectory() as scratch:
        folder = generate(seed, Path(scratch) / "filings")
        questions = load_questions(folder / "questions.yaml")
        pages = read_pages(folder / "pdfs", Pdfium(), Path(scratch) / "cache").pages
    found = [*contradictions(questions), *(fault for question in questions for fault in unfounded(question, pages))]
    return len(questions), [str(fault) for fault in found]


if __name__ == "__main__":
    sys.exit(main())
