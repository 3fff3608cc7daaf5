"""A small store: two buckets with a schema, one that is a folder with an awkward name."""

from __future__ import annotations

from pathlib import Path

import pytest

from ragatta.pipeline.annotations.file import Annotated, open_annotations, write_annotations
from ragatta.pipeline.annotations.schema import Bucket, Field
from ragatta.pipeline.annotations.sqlite import Annotations

BILLS = Bucket(
    "bills",
    "bills of suppliers",
    ("bills/*",),
    (
        Field("number", "TEXT"),
        Field("supplier", "TEXT"),
        Field("billed_on", "DATE", labels=("Date of Bill", "Billed on")),
        Field("amount", "REAL", labels=("Total Amount",)),
        Field("pieces", "INTEGER"),
    ),
    "number",
)
LETTERS = Bucket("letters", "letters", (), (Field("sender", "TEXT"),))
ODD = 'o\'dd "folder"; DROP TABLE document_annotations --'
DOCUMENTS = {
    "bills/a.pdf": Annotated("bills", {
        "number": "B-1", "supplier": "Acme Corp", "billed_on": "2024-03-05", "amount": 1500.5, "pieces": 3,
    }),
    "bills/b.pdf": Annotated("bills", {
        "number": "B-2", "supplier": "ACME corp", "billed_on": "2024-12-31", "amount": 80.0, "pieces": 10,
    }),
    "bills/c [1] 50%.pdf": Annotated("bills", {"number": "B-3", "supplier": "50% Off_Ltd", "billed_on": "2025-01-01"}),
    "bills/d.pdf": Annotated("bills", {"number": "B-4", "supplier": "Fifty Off Ltd", "amount": 999.0}),
    "letters/x'y.pdf": Annotated("letters", {"sender": "Zoë"}),
    f"{ODD}/z.pdf": Annotated(ODD),
}  # fmt: skip


@pytest.fixture(scope="session")
def store_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("an odd #folder?") / "store %20.sqlite"
    write_annotations(path, "key", (BILLS, LETTERS, Bucket("unused")), DOCUMENTS)
    return path


@pytest.fixture(scope="session")
def store(store_file: Path) -> Annotations:
    return open_annotations(store_file, "key")
