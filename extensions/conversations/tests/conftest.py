"""Two documents, conversations about them, and what these tests share with those of the commands."""

from __future__ import annotations

from pathlib import Path

import pytest

from standins.pdfs import write_pdf
from tests.experiments.conftest import command, composed_once, documents, home, own_split, serve
from tests.experiments.test_what_runs_is_in_the_key import keyed

__all__ = ["command", "composed_once", "documents", "home", "keyed", "own_split", "serve"]

MONTHS = ("January", "February", "March", "April", "June", "July", "August", "September")
PAGES = {
    "shed.pdf": [
        "The boat shed is owned by the Larch Rowing Club. The storage fee was $25 per season in 2021.",
        "The storage fee is $28 per season in 2022. It is set by the harbour board every May.",
    ],
    "pier.pdf": [
        "The pier is owned by the town of Larch since 1954. The mooring fee was $40 per night in 2021.",
        "The mooring fee is $44 per night in 2022.",
    ],
    "minutes.pdf": [f"Minutes of the {month} meeting. Members spoke of oars, ropes and paint." for month in MONTHS],
}
TALKS = """
- {id: fee_1, question: What was the storage fee per season in 2021?, kind: number, expected: $25,
   evidence: [{file: shed.pdf, pages: [1], quote: The storage fee was $25 per season in 2021}]}
- {id: fee_2, after: fee_1, question: And in 2022?, dependence: ellipsis, kind: number, expected: $28,
   standalone: What is the storage fee per season in 2022?,
   evidence: [{file: shed.pdf, pages: [2], quote: The storage fee is $28 per season in 2022}]}
- {id: fee_3, after: fee_2, question: Who sets it?, dependence: pronoun, kind: text, expected: the harbour board,
   standalone: Who sets the storage fee?,
   evidence: [{file: shed.pdf, pages: [2], quote: It is set by the harbour board every May}]}
- {id: moor_1, question: What was the mooring fee per night in 2021?, kind: number, expected: $40,
   evidence: [{file: pier.pdf, pages: [1], quote: The mooring fee was $40 per night in 2021}]}
- {id: moor_2, after: moor_1, question: And in 2022?, dependence: ellipsis, kind: number, expected: $44,
   standalone: What is the mooring fee per night in 2022?,
   evidence: [{file: pier.pdf, pages: [2], quote: The mooring fee is $44 per night in 2022}]}
- {id: moor_3, after: moor_2, question: Who owns the boat shed?, dependence: subject, kind: text,
   expected: the Larch Rowing Club, standalone: Who owns the boat shed?,
   evidence: [{file: shed.pdf, pages: [1], quote: The boat shed is owned by the Larch Rowing Club}]}
"""


@pytest.fixture
def talks(tmp_path: Path) -> list[str]:
    """The words that name these documents and questions."""
    folder = tmp_path / "talks"
    (folder / "pdfs").mkdir(parents=True)
    for name, pages in PAGES.items():
        write_pdf(folder / "pdfs" / name, pages)
    (folder / "talks.yaml").write_text(TALKS, encoding="utf-8")
    return ["--pdfs", str(folder / "pdfs"), "--questions", str(folder / "talks.yaml")]
