"""Which documents meet which constraints."""

from __future__ import annotations

from pathlib import Path

import pytest

from ragatta.extensions.agentic.agents.selection import DocumentSelection, select_documents
from ragatta.pipeline.annotations.sqlite import Annotations
from ragatta.pipeline.tasks.agentic import Constraint
from standins.orders import annotated, document

HEAVY = Constraint(field="total_weight", operator=">", value=50)
RED = Constraint(field="colour", value="red")
EVERY = (*(document(f"AB-10{n}") for n in range(1, 6)), "handbook.pdf")


@pytest.fixture
def store(tmp_path: Path) -> Annotations:
    made: Annotations = annotated(tmp_path / "store.sqlite")
    return made


def test_buckets_that_cannot_meet_a_condition_are_left_out(store: Annotations) -> None:
    found = select_documents(("handbook", "orders"), (HEAVY,), EVERY, store)
    assert (found.buckets, found.documents) == (("orders",), (document("AB-103"), document("AB-105")))
    assert found.record() == [{"bucket": "orders", "field": "total_weight", "operator": ">", "value": 50}]
    assert [row["total_weight"] for row in found.rows(store)] == [80, 55]


def test_what_no_bucket_takes_is_refused_and_said(store: Annotations) -> None:
    found = select_documents(("orders",), (RED, HEAVY), EVERY, store)
    assert found.constraints == (HEAVY,)
    (why,) = found.refused
    assert "no field 'colour'" in why


def test_only_the_scope_is_selected(store: Annotations) -> None:
    assert select_documents(("orders",), (HEAVY,), EVERY[:3], store).documents == (document("AB-103"),)
    assert select_documents(("orders",), (), EVERY[:2], store).documents == EVERY[:2]


def test_without_buckets_all_of_the_scope_is_left(store: Annotations) -> None:
    assert select_documents((), (), EVERY, store) == DocumentSelection((), EVERY)
    assert select_documents((), (RED,), EVERY, store).refused == ("no bucket has a field colour",)
