"""What is stored is found again, typed and filtered; nothing else is, and the file never changes."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ragatta.pipeline.annotations.file import Annotated, Damaged, open_annotations, write_annotations
from ragatta.pipeline.annotations.filters import Condition, FilterError, read_filters
from ragatta.pipeline.annotations.schema import Bucket, Field
from ragatta.pipeline.annotations.sqlite import NO_ANNOTATIONS, Annotations, UnknownBucket, UnknownDocument

ODD = 'o\'dd "folder"; DROP TABLE document_annotations --'


def found(store: Annotations, **filters: object) -> str:
    """The letters of the bills that meet the filters."""
    names = store.documents("bills", read_filters(filters, store.bucket("bills")))
    return "".join(name.removeprefix("bills/")[0] for name in names)


@pytest.mark.parametrize(
    ("field", "said", "letters"),
    [
        ("amount", {">": 80}, "ad"),
        ("amount", {">=": 80, "<": 1000}, "bd"),
        ("amount", {"!=": 80}, "ad"),  # unknown is not "other"
        ("amount", 1500.5, "a"),
        ("pieces", {">": 2.5, "<=": 3}, "a"),
        ("pieces", [3, 10, 11], "ab"),
        ("billed_on", 2024, "ab"),
        ("billed_on", {">": "December 30, 2024"}, "bc"),
        ("billed_on", {"<=": "2024"}, "ab"),
        ("billed_on", "March 2024", "a"),
        ("billed_on", {"LIKE": "%-01-01"}, "c"),
        ("supplier", "acme CORP", "ab"),
        ("supplier", {"LIKE": "acme"}, "ab"),
        ("supplier", {"LIKE": "acme%"}, "ab"),
        ("supplier", {"LIKE": "50%"}, "c"),
        ("supplier", {"LIKE": "0% o"}, "c"),
        ("supplier", {"LIKE": "f_L"}, "c"),
        ("supplier", {"LIKE": "%Off_Ltd"}, "c"),
        ("supplier", {"!=": "Acme Corp"}, "cd"),
        ("number", ["B-1", "b-4"], "ad"),
        ("doc_id", "bills/a.pdf", "a"),
        ("doc_id", {"LIKE": "[1]"}, "c"),
        ("doc_id", "bills/A.pdf", ""),
    ],
)
def test_filters(store: Annotations, field: str, said: object, letters: str) -> None:
    assert found(store, **{field: said}) == letters


@pytest.mark.parametrize(
    ("said", "count"),
    [("ZOË", 1), ("Zoe\u0308", 1), (["zOË"], 1), ({"LIKE": "OË"}, 1), ({"!=": "ZOË"}, 0), ({"LIKE": "zoe"}, 0)],
)
def test_texts_have_no_case_in_any_alphabet(store: Annotations, said: object, count: int) -> None:
    conditions = read_filters({"sender": said}, store.bucket("letters"))
    assert len(store.documents("letters", conditions)) == count


def test_conditions_hold_together(store: Annotations) -> None:
    assert found(store, supplier="Acme Corp", amount={"<": 100}) == "b"
    assert found(store) == "abcd"


def test_rows_and_metadata(store: Annotations) -> None:
    row = store.rows("bills", [Condition("number", "=", "B-3")])
    assert row == [{
        "doc_id": "bills/c [1] 50%.pdf", "number": "B-3", "supplier": "50% Off_Ltd", "billed_on": "2025-01-01",
        "amount": None, "pieces": None,
    }]  # fmt: skip
    assert store.metadata("bills/c [1] 50%.pdf") == {"bucket": "bills", **row[0]}
    assert store.metadata("letters/x'y.pdf") == {"doc_id": "letters/x'y.pdf", "bucket": "letters", "sender": "Zoë"}
    assert isinstance(store.metadata("bills/a.pdf")["pieces"], int)


def test_buckets_are_those_that_have_a_document(store: Annotations) -> None:
    assert [bucket.name for bucket in store.buckets] == ["bills", "letters", ODD]
    assert store.documents(ODD) == (f"{ODD}/z.pdf",)
    assert store.rows(ODD) == [{"doc_id": f"{ODD}/z.pdf"}]
    assert store.documents(ODD, [Condition("doc_id", "LIKE", "a.pdf")]) == ()
    assert store.bucket_of("bills/a.pdf") == "bills"
    assert store.bucket("bills").identifier == "number"
    assert store.bucket("bills").fields[2].labels == ("Date of Bill", "Billed on")


def test_values(store: Annotations) -> None:
    assert store.values("bills", "number") == ("B-1", "B-2", "B-3", "B-4")
    assert store.values("bills", "number", most=3) == ()
    assert store.values("bills", "amount") == (80.0, 999.0, 1500.5)
    assert len(store.values("bills", "supplier")) == 3


def test_the_unknown_is_named_with_what_is_known(store: Annotations) -> None:
    with pytest.raises(UnknownBucket, match="known: bills, letters"):
        store.documents("bils")
    with pytest.raises(UnknownDocument, match=r"did you mean bills/a\.pdf"):
        store.metadata("bills/a.pd")
    for wrong in (lambda: store.values("bills", "price"), lambda: store.rows("bills", [Condition("price", "=", 1)])):
        with pytest.raises(FilterError, match="known: number, supplier, billed_on, amount, pieces, doc_id"):
            wrong()


def test_no_annotations_know_nothing() -> None:
    assert NO_ANNOTATIONS.buckets == ()
    with pytest.raises(UnknownBucket, match="known: none"):
        NO_ANNOTATIONS.documents("bills")
    with pytest.raises(UnknownDocument):
        NO_ANNOTATIONS.bucket_of("a.pdf")


def test_threads_may_share_it(store: Annotations) -> None:
    with ThreadPoolExecutor(8) as pool:
        results = list(pool.map(lambda _: store.rows("bills"), range(64)))
    assert all(rows == results[0] for rows in results)


def test_a_store_that_is_not_whole_is_not_opened(tmp_path: Path, store_file: Path) -> None:
    with pytest.raises(Damaged, match="not there"):
        open_annotations(tmp_path / "none.sqlite", "key")
    with pytest.raises(Damaged, match="do not belong"):
        open_annotations(store_file, "other key")
    whole = store_file.read_bytes()
    place = tmp_path / "store.sqlite"
    for broken in (b"", b"no database", whole[: len(whole) // 2], whole.replace(b"NOCASE", b"BINARY")):
        write_annotations(place, "key", (), {})
        place.write_bytes(broken)
        with pytest.raises(Damaged):
            open_annotations(place, "key")
    write_annotations(place, "key", (), {})
    assert open_annotations(place, "key").buckets == ()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["store.sqlite", "store.sqlite.check"]


VALUES = {
    "TEXT": st.text(st.characters(exclude_categories=["C"]), min_size=1).filter(str.strip),
    "INTEGER": st.integers(-(2**53), 2**53),
    "REAL": st.floats(-1e12, 1e12),
    "DATE": st.dates().map(str),
}


@settings(max_examples=50, deadline=None)  # a file is written each time
@given(st.data())
def test_every_value_is_kept_as_it_was(tmp_path_factory: pytest.TempPathFactory, data: st.DataObject) -> None:
    fields = tuple(Field(f"f{n}", kind) for n, kind in enumerate(data.draw(st.lists(st.sampled_from(list(VALUES))))))  # type: ignore[arg-type]
    values = {field.name: data.draw(VALUES[field.type]) for field in fields if data.draw(st.booleans())}
    path = tmp_path_factory.getbasetemp() / "kept.sqlite"
    write_annotations(path, "k", (Bucket("b", fields=fields),), {"b/x": Annotated("b", values)})
    store = open_annotations(path, "k")
    expected = {"doc_id": "b/x", **{field.name: values.get(field.name) for field in fields}}
    assert store.rows("b") == [expected]
    assert store.metadata("b/x") == {"bucket": "b", **expected}
    for name, value in values.items():
        assert store.documents("b", [Condition(name, "=", value)]) == ("b/x",)


def test_two_stores_of_the_same_are_the_same(tmp_path: Path) -> None:
    for name in ("a", "b"):
        write_annotations(tmp_path / name, "key", (), {"x.pdf": Annotated("generic"), "a.pdf": Annotated("generic")})
    assert open_annotations(tmp_path / "a", "key").digest == open_annotations(tmp_path / "b", "key").digest
