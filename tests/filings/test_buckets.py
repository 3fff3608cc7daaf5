"""The buckets of the dataset: every document has one, and its fields and filters are those that the harness reads."""

from __future__ import annotations

from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

import pytest

from filings.build import HERE
from filings.facts import draw_facts
from ragatta.pipeline.annotations.extraction import labelled
from ragatta.pipeline.annotations.file import Annotated, open_annotations, write_annotations
from ragatta.pipeline.annotations.filters import read_filters
from ragatta.pipeline.annotations.schema import Bucket, bucket_of, read_buckets
from ragatta.pipeline.annotations.sqlite import Annotations
from ragatta.pipeline.documents.parsers.pdfium import Pdfium
from ragatta.pipeline.documents.parsers.pypdf import Pypdf
from ragatta.pipeline.types import Page

BUCKETS = read_buckets(HERE / "buckets.yaml")


def bucket(name: str) -> Bucket:
    return next(bucket for bucket in BUCKETS if bucket.name == name)


@pytest.fixture(scope="module", params=[Pdfium, Pypdf], ids=["pdfium", "pypdf"])
def annotated(request: pytest.FixtureRequest, dataset: Path, parsed: Any) -> dict[str, Annotated]:
    """What the labelled lines say, of documents whose bucket has fields."""
    found = {}
    for file in parsed.files():
        name = bucket_of(file, BUCKETS)
        fields = bucket(name).fields
        pdf = request.param().open(dataset / "pdfs" / file)
        pages = [Page(file, index + 1, pdf.text(index)) for index in range(pdf.pages if fields else 0)]
        found[file] = Annotated(name, labelled(pages, fields))
    return found


@pytest.fixture(scope="module")
def store(annotated: dict[str, Annotated], tmp_path_factory: pytest.TempPathFactory) -> Annotations:
    path = tmp_path_factory.mktemp("store") / "annotations.sqlite"
    write_annotations(path, "key", BUCKETS, annotated)
    return open_annotations(path, "key")


def test_every_bucket_has_documents_and_every_document_one(annotated: dict[str, Annotated]) -> None:
    counts = {bucket.name: 0 for bucket in BUCKETS}
    for known in annotated.values():
        counts[known.bucket] += 1
    assert counts["declarations"] == 120
    assert counts["invoices"] == 40
    assert all(1 <= counts[name] <= 15 for name in ("manuals", "rates", "correspondence", "support")), counts
    patterns = [pattern for bucket in BUCKETS for pattern in bucket.documents]
    assert [pattern for pattern in patterns if not any(fnmatchcase(file, pattern) for file in annotated)] == []


def test_labelled_lines_give_every_field(annotated: dict[str, Annotated]) -> None:
    for entry in draw_facts(7).entries:
        stated = {name: value for name, value in entry.fields.items() if value is not None}
        assert dict(annotated[entry.file].values) == stated


def test_gold_filters_select_the_gold_documents(store: Annotations, questions: list[dict[str, Any]]) -> None:
    for record in questions:
        if "filters" in record:
            filters = dict(record["filters"])
            name = filters.pop("bucket")
            documents = store.documents(name, read_filters(filters, bucket(name)))
            assert set(documents) == {evidence["file"] for evidence in record["evidence"]}, record["id"]


def test_identifiers_name_the_items_of_lists(store: Annotations, questions: list[dict[str, Any]]) -> None:
    for record in questions:
        if record["kind"] == "list" and "filters" in record:
            known = bucket(record["filters"]["bucket"])
            names = [store.metadata(evidence["file"])[known.identifier] for evidence in record["evidence"]]
            assert sorted(names) == sorted(record["expected"]), record["id"]
