"""What tables are called."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from ragatta.extensions.studio.drafting.captions import caption_of
from ragatta.extensions.studio.drafting.reading import Document
from ragatta.pipeline.tables.model import Table
from ragatta.pipeline.types import Page

FILE = "rates.pdf"


@pytest.mark.parametrize(
    ("title", "caption"),
    [
        (["ACME INC", "Consolidated Balance Sheets", "(in thousands)"], "Consolidated Balance Sheets"),
        (["Note 5 – Goodwill and Intangible Assets"], "Goodwill and Intangible Assets"),
        (["Note 7 - Inventory", "As of May 2019"], "Inventory"),
        (["ACME INC"], ""),
        (["Staff (FTE)"], "Staff"),
        (["The table below presents our deposits by type of client."], "deposits by type of client"),
        (["Parts and stocks consisted of the following:"], "Parts and stocks"),
        (["Flat Rates", "Legacy"], "Flat Rates"),
        (["Balance Sheets", "October 31, 2009 and November 1, 2008"], "Balance Sheets"),
        (
            ["Revenue by region for the three months ended June 30, 2024:"],
            "Revenue by region for the three months ended June 30, 2024",
        ),
        (["The amounts are those that were segregated from operations when the mill was closed by its owners."], ""),
        (["Tabelle 5: Preise der Seile"], "Preise der Seile"),
        (["Tableau 3 – Le réseau en 2023"], "Le réseau en 2023"),
        (["Tabla 2. Precios del año"], "Precios del año"),
        ([], ""),
    ],
)
def test_a_table_is_called_by_its_innermost_caption(title: Sequence[str], caption: str) -> None:
    pages = Document(FILE, [Page(FILE, number, "ACME INC\nIt goes on") for number in range(1, 5)], None)
    assert caption_of(Table("t", FILE, tuple(title), ("a",), ()), pages) == caption
