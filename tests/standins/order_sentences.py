"""The sentences that the rules are measured on, and a price list that one of them stands in."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from ragatta.pipeline.index.collection import Collection
from ragatta.pipeline.types import Chunk

SENTENCES = Path(__file__).resolve().parents[2] / "benchmarks" / "order_sentences"


def sentences(label: str, half: str = "seen") -> list[str]:
    """The orders ("order") or the harmless sentences ("harmless") of a half."""
    lines = (SENTENCES / f"{half}.tsv").read_text(encoding="utf-8").splitlines()
    rows = [line.split("\t") for line in lines]
    return [sentence for kind, _, sentence in rows if kind == label]


def price_list(sentence: str) -> str:
    """The sentence on the very line that answers what the brass pump costs."""
    return f"Price List\nThe price of the brass pump is $120. {sentence}\nThe hose is blue and long."


def collected(text: str) -> Collection:
    """One page of one document."""
    chunk = Chunk("prices.pdf#0", "prices.pdf", 0, text, 1, 1, 0, len(text), 1)
    return Collection("pdf_s", "key", {}, (chunk,), np.eye(1, 256, dtype=np.float32))
