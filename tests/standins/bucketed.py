"""A small corpus in buckets, with its metadata, behind a real Retriever and a whole toolbox without a model."""

from __future__ import annotations

import zlib
from pathlib import Path

import numpy as np

from ragatta.extensions.extractive.backends.extractive import Extractive
from ragatta.pipeline.agents.toolbox import Toolbox
from ragatta.pipeline.agents.trace import Trace
from ragatta.pipeline.annotations.file import Annotated, open_annotations, write_annotations
from ragatta.pipeline.annotations.schema import Bucket, Field
from ragatta.pipeline.index.collection import Collection
from ragatta.pipeline.llm.ask import Asker
from ragatta.pipeline.text.words import terms
from ragatta.pipeline.types import Chunk
from tests.standins.retrieving import retriever_over

DIMENSIONS = 64
BILLS = Bucket("bills", "bills of suppliers", ("bills/*",), (
    Field("number", "TEXT"), Field("supplier", "TEXT"), Field("billed_on", "DATE"), Field("amount", "REAL"),
    Field("pieces", "INTEGER"),
), "number")  # fmt: skip
ODD = 'o\'dd "folder"; DROP TABLE document_annotations --'  # a folder, and so a bucket
TEXTS = {
    "bills/a.pdf": "Bill B-1 of Acme Corp. Twelve brass pumps were delivered in spring.",
    "bills/b.pdf": "Bill B-2 of Acme Corp. A garden hose, and a brass pump for the village green.",
    "bills/c [1] 50%.pdf": "Bill B-3 of 50% Off_Ltd. Seals for a pump.",
    "bills/d'; --.pdf": "Bill B-4 of Fifty Off Ltd. Reels for hoses.",
    "letters/x.pdf": "Dear members, the secret of the brass pump is kept in the workshop.",
    f"{ODD}/z.pdf": "A pump in an odd folder.",
}
KNOWN = {
    "bills/a.pdf": {
        "number": "B-1", "supplier": "Acme Corp", "billed_on": "2024-03-05", "amount": 1500.5, "pieces": 12,
    },
    "bills/b.pdf": {
        "number": "B-2", "supplier": "Acme Corp", "billed_on": "2024-12-31", "amount": 80.0, "pieces": 2,
    },
    "bills/c [1] 50%.pdf": {"number": "B-3", "supplier": "50% Off_Ltd", "billed_on": "2025-01-01"},
    "bills/d'; --.pdf": {"number": "B-4", "supplier": "Fifty Off Ltd", "amount": 999.0},
}  # fmt: skip


class WordEncoder:
    """A vector of the words of a text: texts that share words are near."""

    def embed_query(self, text: str) -> np.ndarray:
        vector = np.full(DIMENSIONS, 1e-3, np.float32)
        for term in terms("_ " + text):
            vector[zlib.crc32(term.encode(errors="replace")) % DIMENSIONS] += 1
        return vector / np.linalg.norm(vector)

    def embed(self, texts: list[str]) -> np.ndarray:
        return np.array([self.embed_query(text) for text in texts])


def store_file(folder: Path) -> Path:
    """The metadata of the corpus, written below the folder."""
    path = folder / "store.sqlite"
    documents = {name: Annotated(name.split("/")[0], KNOWN.get(name, {})) for name in TEXTS}
    write_annotations(path, "key", (BILLS,), documents)
    return path


def toolbox(store: Path) -> Toolbox:
    chunks = tuple(
        Chunk(f"{name}#0", name, 0, text, 1, 1, 0, len(text), 1, name.split("/")[0]) for name, text in TEXTS.items()
    )
    encoder = WordEncoder()
    collection = Collection("pdf_x", "key", {}, chunks, encoder.embed([chunk.text for chunk in chunks]))
    retriever, asker = retriever_over(collection, encoder), Asker(Extractive().connect(), None)
    return Toolbox(
        documents=retriever.documents,
        summaries={},
        search=retriever.search,
        expand=retriever.expand,
        embed=encoder.embed_query,
        embed_documents=encoder.embed,
        count_tokens=lambda text: len(text.split()),
        context_tokens=500,
        ask=asker.ask,
        stage=Trace(asker.calls).stage,
        annotations=open_annotations(store, "key"),
    )
