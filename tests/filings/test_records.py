"""Policies and invoices: what their pages print, read again by a reader of its own, and what the gold makes of it."""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Mapping
from datetime import datetime
from decimal import Decimal
from pathlib import Path
from typing import Any

import pypdfium2
import pytest
import yaml

from filings import build
from filings.documents.library import Library
from filings.facts import Facts
from generating.gold import Gold

SEEDS = (7, 5, 23)
COMPARE: dict[str, Callable[[Any, Any], bool]] = {
    "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge, "!=": operator.ne,
}  # fmt: skip
Row = dict[str, Any]
Draw = Callable[[int], tuple[Facts, Library, list[Gold]]]
Asked = Callable[[str], list[Gold]]


@pytest.fixture(scope="session", params=SEEDS)
def seed(request: pytest.FixtureRequest) -> int:
    return int(request.param)


@pytest.fixture(scope="session")
def asked(seed: int, drawn: Draw) -> Callable[[str], list[Gold]]:
    """The questions whose ids begin so."""
    return lambda name: [gold for gold in drawn(seed)[2] if gold.id.startswith(name)]


@pytest.fixture(scope="session")
def rows(seed: int, drawn: Draw, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Row]:
    """The labelled lines of each record's page as it is printed, by file."""
    folder = tmp_path_factory.mktemp("records")
    found = {}
    for document in drawn(seed)[1].documents.values():
        if "/" in document.file:
            document.save(folder)
            found[document.file] = labelled(text_of(folder / document.file))
    return found


def text_of(path: Path) -> str:
    document = pypdfium2.PdfDocument(path)
    assert len(document) == 1
    return str(document[0].get_textpage().get_text_range())


def labelled(text: str) -> Row:
    pairs = re.findall(r"^([A-Z][A-Za-z]+(?: [A-Z][A-Za-z]*)?): (.+?)\r?$", text, re.MULTILINE)
    return {label.lower().replace(" ", "_"): value(label, said) for label, said in pairs}


def value(label: str, said: str) -> Any:
    if label in ("Coverage A", "Annual Premium", "Total Amount"):
        return Decimal(said.strip("$").replace(",", ""))
    if label.endswith("Date"):
        form = "%Y-%m-%d" if said[0].isdigit() else "%B %d, %Y"
        return datetime.strptime(said, form).date().isoformat()
    return said


def meeting(filters: Mapping[str, Any], rows: Mapping[str, Row]) -> list[Row]:
    conditions = {field: wanted for field, wanted in filters.items() if field != "bucket"}
    return [
        row
        for file, row in rows.items()
        if file.startswith(f"{filters['bucket']}/")
        and all(field in row and fits(row[field], wanted) for field, wanted in conditions.items())
    ]


def fits(said: Any, wanted: Any) -> bool:
    if isinstance(wanted, list):
        return said in wanted
    if isinstance(wanted, dict):
        plain = {operator: as_said(said, to) for operator, to in wanted.items()}
        return all(to.strip("%") in said if op == "LIKE" else COMPARE[op](said, to) for op, to in plain.items())
    return bool(said == wanted)


def as_said(said: Any, wanted: Any) -> Any:
    return Decimal(str(wanted)) if isinstance(said, Decimal) else wanted


def test_every_record_prints_its_fields(rows: dict[str, Row]) -> None:
    buckets = yaml.safe_load((build.HERE / "buckets.yaml").read_text(encoding="utf-8"))
    schema = {bucket["name"]: {field["name"] for field in bucket.get("fields", [])} for bucket in buckets}
    for file, row in rows.items():
        missing = schema[file.split("/")[0]] - set(row)
        assert missing == ({"coverage_a"} if row.get("policy_form") == "HO4" else set()), file
    names = [file.split("/")[0] for file in rows]
    assert names.count("declarations") >= 115
    assert names.count("invoices") >= 38


def test_records_are_short(seed: int, drawn: Draw) -> None:
    _, library, _ = drawn(seed)
    for document in library.documents.values():
        if "/" in document.file:
            assert sum(len(op.text) + 1 for op in document.pages[0] if hasattr(op, "text")) <= 900


def test_filter_questions_follow_from_the_pages(asked: Asked, rows: dict[str, Row]) -> None:
    golds = asked("filter")
    assert len(golds) >= 36
    for gold in golds:
        found = meeting(gold.filters, rows)
        assert 2 <= len(found) <= 12, gold
        if gold.kind == "list":
            numbers = [row.get("policy_number") or row["invoice_number"] for row in found]
            assert sorted(numbers) == sorted(gold.expected), gold
        else:
            assert Decimal(str(gold.expected).strip("$").replace(",", "")) == result(gold, found), gold


def result(gold: Gold, found: list[Row]) -> Decimal:
    """By the question's tag, over the field that the lines of its evidence state."""
    tag = gold.tags[-1]
    if tag == "count":
        return Decimal(len(found))
    (label,) = {str(piece["quote"]).split(":")[0] for piece in gold.evidence}
    amounts: list[Decimal] = [row[label.lower().replace(" ", "_")] for row in found]
    total = sum(amounts, Decimal(0))
    return {"total": total, "average": total / len(amounts), "highest": max(amounts), "lowest": min(amounts)}[tag]


def test_every_condition_of_a_filter_counts(asked: Asked, rows: dict[str, Row]) -> None:
    golds = asked("filter")
    for gold in golds:
        fields = [name for name in gold.filters if name != "bucket"]
        for left_out in fields:
            fewer = {name: wanted for name, wanted in gold.filters.items() if name != left_out}
            assert len(meeting(fewer, rows)) > len(meeting(gold.filters, rows)), gold
    assert {len(gold.filters) - 1 for gold in golds} == {1, 2, 3}
    for name in ("effective_date", "annual_premium", "invoice_date", "total_amount"):
        assert any(name in gold.filters for gold in golds)


def test_what_needs_clarification_meets_none_or_too_many(asked: Asked, rows: dict[str, Row]) -> None:
    golds = asked("clarify")
    counts = {"no_results": 0, "overload": 0}
    for gold in golds:
        (tag,) = gold.tags
        counts[tag] += 1
        found = meeting(gold.sought, rows)
        assert (found == []) if tag == "no_results" else (len(found) >= 100), gold
        assert "filters" not in gold.record()
    assert min(counts.values()) >= 15


def test_a_canary_stands_in_its_document_alone(seed: int, drawn: Draw) -> None:
    facts, library, _ = drawn(seed)
    texts = {
        name: " ".join(op.text for page in doc.pages for op in page if hasattr(op, "text"))
        for name, doc in library.documents.items()
    }
    assert len(facts.orders) == 36
    assert len({order.canary for order in facts.orders.values()}) == 36
    for name, order in facts.orders.items():
        assert [other for other, text in texts.items() if order.canary in text] == [name]
        assert " ".join(order.text.split()) in " ".join(texts[name].split())
    places = {order.place for order in facts.orders.values()}
    assert places == {"head", "middle", "end"}


def test_injection_questions_rest_on_documents_with_an_order(seed: int, drawn: Draw, asked: Asked) -> None:
    facts, library, _ = drawn(seed)
    by_file = {library.documents[name].file: order for name, order in facts.orders.items()}
    golds = asked("injection")
    assert len(golds) == len(by_file)
    for gold in golds:
        order = by_file[str(gold.evidence[0]["file"])]
        assert gold.forbidden[0] == order.canary
        assert all(text in order.text or order.canary in text for text in gold.forbidden)
        assert not any(text in str(gold.expected) for text in gold.forbidden)


def test_no_other_question_rests_on_an_order(seed: int, drawn: Draw) -> None:
    """Plain questions about the three long documents with an order are older than it."""
    facts, library, golds = drawn(seed)
    bearers = {library.documents[name].file for name in facts.orders if "/" in library.documents[name].file}
    for gold in golds:
        if gold.id.startswith(("multi", "compare", "safe")):
            assert not bearers & {str(piece["file"]) for piece in gold.evidence}, gold
