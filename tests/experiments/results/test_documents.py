"""The table of documents counts what was left out of them."""

from __future__ import annotations

from rich.table import Table

from ragatta.experiments.commands.index import table
from ragatta.pipeline.documents.outcomes import READ, Outcome
from ragatta.pipeline.documents.parsers.pdfium import Pdfium


def test_a_document_that_was_read_is_listed_for_what_was_left_out_of_it() -> None:
    whole = Outcome("a.pdf", READ, 1, usable=True, found={"fields and notes": 3})
    layered = Outcome("b.pdf", READ, 1, usable=True, found={"texts on hidden layers": 2}, attachments=("c.csv",))
    shown = table(Pdfium(), [whole, layered])
    assert isinstance(shown, Table)
    assert [str(cell) for cell in shown.columns[0].cells] == ["b.pdf"]
    assert str(shown.caption).endswith(
        "1 read whole, not listed; left out: texts on hidden layers (2); left out: attachments (1)"
    )
