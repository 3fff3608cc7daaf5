"""BM25 over the pages of the datasets harbours_de and harbours_ja, with the analyser of the language and others.

    python -m benchmarks.languages --seed 7

A page with gold evidence is relevant to its question. nDCG@10 is trec_eval's; first is the share of questions whose
best page is relevant. A question and a page of a marina share its name.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path

import numpy as np

from benchmarks.beir import NDCG, figures
from ragatta.eval.gold.questions import load_questions
from ragatta.experiments.paths import DATASETS
from ragatta.pipeline.documents.pages import read_pages
from ragatta.pipeline.documents.parsers.pdfium import Pdfium
from ragatta.pipeline.retrieval import analyser
from ragatta.pipeline.retrieval.bm25 import Bm25
from ragatta.pipeline.text.languages import language
from ragatta.pipeline.types import Question

ANALYSERS = {"de": ("plain", "en", "de"), "ja": ("plain", "ja")}


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="benchmarks.languages")
    parser.add_argument("--seed", type=int, default=7)
    seed = parser.parse_args(arguments).seed
    sys.path.insert(0, str(DATASETS))
    from harbours.build import generate

    print("language  analyser                nDCG@10   first")
    with tempfile.TemporaryDirectory() as folder:
        written = generate(seed, Path(folder) / "harbours")
        for code, names in ANALYSERS.items():
            texts, questions = _dataset(written / code, code)
            for name in names:
                ndcg, first = _measured(texts, questions, name)
                print(f"{code:<9} {_shown(name):<22} {ndcg:8.3f} {first:7.3f}")
    return 0


def _dataset(folder: Path, code: str) -> tuple[dict[str, str], list[Question]]:
    """The text of each page by file and number, and the questions with evidence."""
    read = read_pages(folder / "pdfs", Pdfium(), folder / "cache")
    texts = {f"{file} {page.number}": page.text for file, pages in sorted(read.pages.items()) for page in pages}
    return texts, [q for q in load_questions(folder / "questions.yaml", language=code) if q.evidence]


def _measured(texts: dict[str, str], questions: list[Question], name: str) -> tuple[float, float]:
    index, pages = Bm25([*texts.values()], analyser.load(name)), [*texts]
    ranked = {q.id: [pages[at] for at in np.argsort(-index.scores(q.question)[0], kind="stable")] for q in questions}
    relevance = {q.id: {f"{e.file} {page}": 1 for e in q.evidence for page in e.pages} for q in questions}
    first = sum(ranked[q.id][0] in relevance[q.id] for q in questions) / len(questions)
    return figures(ranked, relevance)[NDCG], first


def _shown(name: str) -> str:
    known = name not in ("plain", "en") and not language(name).spaced
    if not known:
        return name
    own = language(name)
    return f"{name} ({own.package if analyser.segmented(own) else 'pairs of characters'})"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
