"""What becomes of each construct in each format is what docs/documents.md promises."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from ragatta.pipeline.documents.ocr._recognising import Recognised
from ragatta.pipeline.documents.outcomes import outcome
from ragatta.pipeline.documents.parsers._reading import Job, Reading, read_all
from ragatta.pipeline.documents.parsers.pdfium import Pdfium
from standins.constructs import CASES

FORMATS = (".pdf", ".docx", ".pptx", ".html", ".xlsx")
OTHER = pytest.mark.needs("office")  # but for PDF
NONE = "–"  # the format has no such thing
DOCS = Path(__file__).resolve().parents[3] / "docs" / "documents.md"
ALL = [(construct, suffix) for construct, cases in CASES.items() for suffix in cases]


def promised() -> dict[str, list[str]]:
    """The rows of the table: construct → the promise for each format."""
    table = DOCS.read_text(encoding="utf-8").split("| construct |")[1].split("\n\n")[0]
    rows = ([cell.strip() for cell in line.strip("|").split("|")] for line in table.splitlines()[2:])
    return {row[0]: row[1 : 1 + len(FORMATS)] for row in rows}


@pytest.fixture(scope="module")
def readings(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Reading]:
    """Of a document for each case, which a few processes read."""
    folder = tmp_path_factory.mktemp("constructs")
    jobs = [Job(name := f"{at}{suffix}", folder / name) for at, (_, suffix) in enumerate(ALL)]
    for (construct, suffix), job in zip(ALL, jobs, strict=True):
        CASES[construct][suffix].write(job.path)
    return {job.name: reading for job, reading in read_all(jobs, Pdfium())}


@pytest.mark.parametrize(
    ("construct", "suffix"),
    [
        pytest.param(construct, suffix, id=f"{construct}, {suffix}", marks=() if suffix == ".pdf" else OTHER)
        for construct, suffix in ALL
    ],
)
def test_a_construct_is_read_or_left_out_and_counted(
    readings: Mapping[str, Reading], construct: str, suffix: str
) -> None:
    case, name = CASES[construct][suffix], f"{ALL.index((construct, suffix))}{suffix}"
    reading = readings[name]
    left_out = outcome(name, reading, Recognised()).left_out
    assert ("\n\n".join(reading.texts), left_out) == (case.text, case.left_out)


def test_the_table_promises_what_is_tested() -> None:
    assert promised() == {
        construct: [cases[suffix].promise if suffix in cases else NONE for suffix in FORMATS]
        for construct, cases in CASES.items()
    }
