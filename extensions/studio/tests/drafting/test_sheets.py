"""Tables of spreadsheets: header and rows from their sections, within a sheet, and drafts of their cells."""

from __future__ import annotations

from pathlib import Path

import pytest

from ragatta.extensions.studio.drafting.cells import printed
from ragatta.extensions.studio.drafting.corpus import Corpus
from ragatta.extensions.studio.drafting.drafting import Drafting
from ragatta.extensions.studio.drafting.forms import candidates
from ragatta.extensions.studio.drafting.reading import Document
from ragatta.extensions.studio.drafting.sheets import is_sheet, sheet_tables
from ragatta.pipeline.documents.pages import read_pages
from ragatta.pipeline.documents.parsers.pypdf import Pypdf
from ragatta.pipeline.types import Page


def pages(*texts: str) -> tuple[Page, ...]:
    return tuple(Page("fees.xlsx", number, text) for number, text in enumerate(texts, 1))


HEAD = "Berth\tSummer fee\tWinter fee"


def test_a_table_goes_on_in_the_next_section_of_its_sheet() -> None:
    of = pages(f"Fees!A1:C3\n{HEAD}\nNorth quay\t120\t45\nSouth quay\t130", f"Fees!A4:C4\n{HEAD}\nEast quay\t150\t65",
               f"Old!A1:C2\n{HEAD}\nNorth quay\t90\t35")  # fmt: skip
    fees, old = sheet_tables("fees.xlsx", of)
    assert (fees.title, old.title) == (("Fees",), ("Old",))
    assert fees.columns == ("Berth", "Summer fee", "Winter fee")
    assert [(row.cells, row.page) for row in fees.rows] == [
        (("North quay", "120", "45"), 1), (("South quay", "130", ""), 1), (("East quay", "150", "65"), 2),
    ]  # fmt: skip
    document = Document("fees.xlsx", of, None)
    assert [printed(row, document) for row in fees.rows] == ["North quay 120 45", "South quay 130", "East quay 150 65"]


@pytest.mark.parametrize("text", ["A title alone", f"{HEAD}\nNorth quay\t120\t45\tand more", ""])
def test_what_has_no_header_for_its_cells_is_no_table(text: str) -> None:
    assert not [row for table in sheet_tables("fees.csv", pages(text)) for row in table.rows]


@pytest.mark.parametrize("ending", ["xlsx", "csv"])
def test_cells_of_a_spreadsheet_are_drafted(tmp_path: Path, ending: str) -> None:
    rows = [line.split("\t") for line in (HEAD, "North quay\t120\t45", "South quay\t130\t55", "East quay\t150\t65")]
    file = tmp_path / f"Fenwick.{ending}"
    if ending == "csv":
        file.write_text("".join(",".join(row) + "\n" for row in rows))
    else:
        book = pytest.importorskip("openpyxl").Workbook()
        for row in rows:
            book.active.append([int(cell) if cell.isdigit() else cell for cell in row])
        book.save(file)
    read = read_pages(tmp_path, Pypdf(), tmp_path / "cache").pages
    assert is_sheet(file.name)
    documents = {name: Document(name, own, None) for name, own in read.items()}
    corpus = Corpus(documents, {file.name: sheet_tables(file.name, read[file.name])}, {file.name: "Fenwick"})
    drafts = [*Drafting(read, [], [], per_page=50).chosen([*candidates(corpus)], 50)]
    values = {one.record["expected"]: one.record for one in drafts if one.origin.startswith("look-up")}
    assert {*values} <= {"120", "45", "130", "55", "150", "65"}
    assert len(values) == 6
    for value, record in values.items():
        (evidence,) = record["evidence"]
        row = next(row for row in rows if value in row)
        assert evidence["quote"] == " ".join(row)
        assert row[0] in record["question"]
        assert rows[0][row.index(value)].lower() in record["question"].lower()
