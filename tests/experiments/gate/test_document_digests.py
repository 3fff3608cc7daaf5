"""What of the documents a gate records, and when they are called others."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from ragatta.conf.schema import Dataset
from ragatta.experiments.corpora.dataset import OpenDataset, generator_digest
from ragatta.experiments.gate.document_digests import BYTES, GENERATOR, changed_documents, documents_of

SETTINGS = Dataset(name="local", generator="", pdfs="pdfs")


def opened(pdfs: Path) -> OpenDataset:
    return OpenDataset("local", pdfs, (), pdfs / "summaries", {})


def test_a_changed_byte_is_another_document_and_a_file_of_another_kind_is_none(tmp_path: Path) -> None:
    for name in ("a.pdf", "b.pdf"):
        (tmp_path / name).write_bytes(b"%PDF " + name.encode())
    (tmp_path / "notes.xyz").write_bytes(b"no document")
    then = documents_of(opened(tmp_path), SETTINGS)
    assert [*then] == ["a.pdf", "b.pdf"]
    assert changed_documents(then, documents_of(opened(tmp_path), SETTINGS)) == ""
    (tmp_path / "a.pdf").write_bytes(b"%PDF a.pdf\n")
    (tmp_path / "b.pdf").rename(tmp_path / "c.pdf")
    now = documents_of(opened(tmp_path), SETTINGS)
    assert changed_documents(then, now) == "a.pdf; new: c.pdf; gone: b.pdf"


def test_few_of_many_documents_are_named() -> None:
    then = {f"{n}.pdf": "a" for n in range(9)}
    assert changed_documents(then, dict.fromkeys(then, "b")) == "0.pdf, 1.pdf, 2.pdf, 3.pdf, 4.pdf and 4 more"


@pytest.mark.parametrize(
    ("now", "changed"),
    [
        ({GENERATOR: "g", BYTES: "other"}, False),  # another version of a compressor
        ({GENERATOR: "other", BYTES: "b"}, False),  # a comment in the generator
        ({GENERATOR: "other", BYTES: "other"}, True),
        ({"a.pdf": "d"}, True),
    ],
)
def test_generated_documents_changed_where_generator_and_bytes_did(now: dict[str, str], changed: bool) -> None:
    assert bool(changed_documents({GENERATOR: "g", BYTES: "b"}, now)) is changed


def test_a_record_without_documents_says_of_none_that_it_changed() -> None:
    assert changed_documents({}, {"a.pdf": "d"}) == ""


def test_of_a_generated_dataset_the_generator_and_its_seed_count(tmp_path: Path) -> None:
    (tmp_path / "a.pdf").write_bytes(b"%PDF a")
    filings = replace(SETTINGS, name="filings", generator="filings", seed=7)
    assert documents_of(opened(tmp_path), filings).keys() == {GENERATOR, BYTES}
    assert generator_digest(filings) == generator_digest(filings)
    assert generator_digest(filings) != generator_digest(replace(filings, seed=8))
