"""Writes pdfs/ and questions.yaml."""

from __future__ import annotations

from pathlib import Path
from random import Random

from components.documents import documents
from components.facts import draw
from components.questions import Asker
from generating.writing import replaced, write_questions


def generate(seed: int, out: Path) -> Path:
    """Writes the dataset of `seed` to the folder `out` and returns it; an `out` that stands is replaced as a whole.

    Raises FileExistsError where `out` holds something else than a dataset.
    """
    return replaced(out, ("pdfs", "questions.yaml"), lambda folder: _write(seed, folder))


def _write(seed: int, folder: Path) -> None:
    facts = draw(seed)
    printed = documents(facts)
    for document in printed.values():
        document.save(folder / "pdfs")
    write_questions(folder, [gold.record() for gold in Asker(facts, printed, Random(f"{seed}:questions")).all()])
