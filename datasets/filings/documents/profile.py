"""The rate profile: what a home of each value costs in every town, before and after, by distance to the shore."""

from __future__ import annotations

from filings.facts import Facts, Town
from generating.layout import LANDSCAPE, Document, Style
from generating.tables import Grid, draw_rows

VALUES = (100, 200, 300, 400, 500, 600, 700)  # thousands of dollars
BANDS = ("Band 1 (Less than 1000 feet from the shore)", "Band 2 (1000 to 2600 feet from the shore)",
         "Band 3 (More than 2600 feet from the shore)")  # fmt: skip
BOLD = Style("Helvetica-Bold", 9)
CELL = Style("Helvetica", 8)


def premium(facts: Facts, town: Town, band: int, value: int) -> int:
    """Whole dollars for a home of `value` thousand dollars."""
    basis = sum(facts.rates.base) * town.factor * (130 - 15 * band)
    return basis * (30 + value * 9 // 10) // (100 * 1000 * 330) + int(town.zip) % 7


def towns_of(facts: Facts, band: int) -> list[Town]:
    """The towns of a band: the bands near the shore hold the coastal ones only."""
    return [town for town in facts.towns if band == 2 or town.coastal]


def rate_profile(facts: Facts, file: str) -> Document:
    """The row of a town in band b is marked `b/county/town/zip`."""
    doc = Document(file, LANDSCAPE)
    columns = ["County", "Town", "Zip Code"]
    for value in VALUES:
        columns += [f"${value},000\nCurrent", "Proposed"]
    for band, title in enumerate(BANDS):
        rows = []
        for town in towns_of(facts, band):
            figures = [cell for value in VALUES for cell in ("-", f"{premium(facts, town, band, value):,}")]
            rows.append((town.county, town.name, town.zip, *figures))

        def titles(title: str = title) -> None:
            doc.put(doc.left, doc.y, f"NAIC # {facts.names.naic}", CELL)
            doc.put(doc.paper.width / 2, doc.y, title, BOLD, "centre")
            doc.skip(16)

        draw_rows(doc, Grid(columns, rows, str(band), 3), "", titles, lambda: None, CELL, True)
    return doc
