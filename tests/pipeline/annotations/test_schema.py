"""Buckets are read whole or refused with everything that is wrong; every document has one."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from ragatta.pipeline.annotations.schema import Bucket, Field, bucket_of, read_buckets
from tests.standins.mangled import damaged, quick, refusal, spoiled

WRITTEN = """
- name: bills
  description: bills of suppliers
  documents: ["bills/*", "*-bill.pdf"]
  identifier: number
  fields:
    - {name: number, type: TEXT, labels: [Bill No., Bill Number]}
    - {name: billed_on, type: DATE, description: the day of the bill}
- name: letters
"""


def read(tmp_path: Path, text: str) -> tuple[Bucket, ...]:
    path = tmp_path / "buckets.yaml"
    path.write_text(text, encoding="utf-8")
    return read_buckets(path)


def test_a_file_is_read(tmp_path: Path) -> None:
    bills, letters = read(tmp_path, WRITTEN)
    assert bills == Bucket(
        "bills",
        "bills of suppliers",
        ("bills/*", "*-bill.pdf"),
        (
            Field("number", "TEXT", labels=("Bill No.", "Bill Number")),
            Field("billed_on", "DATE", "the day of the bill"),
        ),
        "number",
    )
    assert letters == Bucket("letters")
    assert bills.fields[1].printed() == ("billed on",)


def test_every_fault_is_said_at_once(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"buckets\.yaml") as fault:
        read(tmp_path, "- {description: 3, colour: red}\n- {name: b, fields: [{name: f, type: MONEY}]}")
    said = str(fault.value)
    assert "bucket 1 name" in said
    assert "bucket 1 description" in said
    assert "bucket 1 colour" in said
    assert "bucket 2 fields 1 type" in said
    assert str(tmp_path) not in said


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("- {name: 'a\"; DROP TABLE x'}", "a name is letters"),
        ("- {name: a, fields: [{name: 'f\"; --', type: TEXT}]}", "a name is a letter"),
        ("- {name: a, fields: [{name: doc_id, type: TEXT}]}", "reserved"),
        ("- {name: a, fields: [{name: F, type: TEXT}, {name: f, type: TEXT}]}", "there twice"),
        ("- {name: a, fields: [{name: f, type: TEXT, labels: [' ']}]}", "a label is empty"),
        ("- {name: A}\n- {name: a}", "there twice"),
        ("- {name: a, identifier: f}", "not one of its fields"),
        ("a: [", "not YAML"),
        ("name: a", "list"),
        ("", "list"),
    ],
)
def test_what_cannot_be_a_bucket_is_refused(tmp_path: Path, text: str, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        read(tmp_path, text)


@pytest.mark.parametrize(
    ("name", "bucket"),
    [
        ("bills/2024/a.pdf", "bills"),
        ("mail/a-bill.pdf", "bills"),
        ("letters/a.pdf", "letters"),
        ("other/bills/a.pdf", "other"),
        ("a.pdf", "generic"),
    ],
)
def test_a_rule_comes_before_the_folder(tmp_path: Path, name: str, bucket: str) -> None:
    assert bucket_of(name, read(tmp_path, WRITTEN)) == bucket


@given(st.text(min_size=1), st.lists(st.text(max_size=8), max_size=3))
def test_every_document_has_exactly_one_bucket(name: str, patterns: list[str]) -> None:
    assert bucket_of(name, ()) == (name.split("/")[0] if "/" in name else "generic")
    assert bucket_of(name, [Bucket("b", documents=(*patterns, "*"))]) == "b"


def test_a_field_is_found_however_it_is_spelled() -> None:
    bucket = Bucket("b", fields=(Field("total_amount", "REAL"),))
    assert {bucket.field(name) for name in ("total_amount", "Total Amount", " TOTAL-AMOUNT ")} == set(bucket.fields)
    assert bucket.field("Doc_ID") is not None
    assert bucket.field("total") is None


@quick
@given(data=damaged(WRITTEN.encode()) | spoiled(yaml.safe_load(WRITTEN)).map(lambda value: json.dumps(value).encode()))
def test_any_file_is_buckets_or_faults_that_name_it(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "buckets.yaml"
    path.write_bytes(data)
    said = refusal(lambda: read_buckets(path), ValueError)
    assert all(fault.startswith("buckets.yaml: ") for fault in said.splitlines())
