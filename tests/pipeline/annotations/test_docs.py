"""The examples in docs/documents.md hold."""

from __future__ import annotations

import ast
import re
from pathlib import Path

from ragatta.pipeline.annotations.filters import Condition, read_filters
from ragatta.pipeline.annotations.schema import read_buckets

DOC = (
    (Path(__file__).parents[3] / "docs" / "documents.md")
    .read_text(encoding="utf-8")
    .split("## Buckets and metadata\n")[1]
)


def test_the_buckets_are_read_and_the_four_filters_mean_the_same(tmp_path: Path) -> None:
    (written, spellings) = [block for _, block in re.findall(r"```(\w*)\n(.*?)```", DOC, re.DOTALL)]
    path = tmp_path / "buckets.yaml"
    path.write_text(written, encoding="utf-8")
    invoices, letters = read_buckets(path)
    assert (invoices.identifier, letters.fields) == ("invoice_number", ())
    read = [read_filters(ast.literal_eval(line), invoices) for line in spellings.splitlines()]
    assert len(read) == 4
    for supplier, amount in read:
        assert supplier.value in ("Acme", ("Acme",))
        assert amount == Condition("total_amount", ">", 1000.0)
    for span in re.findall(r"`(\{\"invoice_date.*?\})`", DOC):
        assert read_filters(ast.literal_eval(span), invoices)
