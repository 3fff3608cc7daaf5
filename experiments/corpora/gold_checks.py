"""What of the gold does not stand in the documents: looked up once for the same gold, texts and code."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from pathlib import Path

from eval import gold
from eval.evidence import Corpus
from eval.score import scorer_digest
from experiments.jsonl import line, parsed
from experiments.paths import CACHE
from pipeline.identity import file_digest
from pipeline.storage.checksums import keep
from pipeline.storage.checksums import kept as read_kept
from pipeline.types import Question

KEPT = 20  # checks of the latest combinations
FILE = CACHE / "gold_checks.json"


def checked_evidence(questions: Sequence[Question], corpus: Corpus) -> list[str]:
    """As `eval.gold.check_evidence`. What is kept is under a digest of all that decides it, page texts included; a file
    that is damaged is made anew. Raises OSError where it cannot be written."""
    key, kept = _key(questions, corpus), _kept()
    if key not in kept:
        kept[key] = gold.check_evidence(questions, corpus)
        keep(FILE, line({"checks": [*kept.items()][-KEPT:]}))
    return kept[key]


def _key(questions: Sequence[Question], corpus: Corpus) -> str:
    found = hashlib.sha256(line(list(questions)).encode())
    for name, pages in sorted(corpus.items()):
        found.update(line([name, [[page.number, page.text] for page in pages]]).encode())
    found.update(f"{scorer_digest()} {file_digest(Path(str(gold.__file__)))}".encode())
    return found.hexdigest()


def _kept() -> dict[str, list[str]]:
    data = read_kept(FILE)
    return dict(parsed(data)["checks"]) if data else {}
