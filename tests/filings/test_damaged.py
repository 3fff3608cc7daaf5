"""Damaged copies of a generated document end in an outcome, whoever reads them."""

from __future__ import annotations

from pathlib import Path

import pytest

from ragatta.pipeline.documents.outcomes import IN_PART, NO_TEXT, NO_TEXT_LAYER, READ
from ragatta.pipeline.documents.pages import read_pages
from ragatta.pipeline.documents.parser import PARSERS
from ragatta.pipeline.documents.parsers._reading import BROKEN, ENCRYPTED

# A flipped bit can turn a page blank, or the entry of another key into the one for encryption; nothing that short may
# take long or much.
ENDS = {READ, IN_PART, NO_TEXT, NO_TEXT_LAYER, BROKEN, ENCRYPTED}


@pytest.fixture(scope="module")
def damaged(dataset: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Copies of one document: cut short, with a bit flipped in every so many bytes, empty, and whole."""
    folder = tmp_path_factory.mktemp("damaged")
    pdfs = sorted((dataset / "pdfs").rglob("*.pdf"), key=lambda path: (path.stat().st_size, path.name))
    data = pdfs[len(pdfs) * 9 // 10].read_bytes()
    copies = {"whole": data, "empty": b"", "tail": data[len(data) // 3 :]}
    copies |= {f"cut {tenths}": data[: len(data) * tenths // 10] for tenths in range(1, 10)}
    for seed, every in enumerate((11, 101, 257, 997, 1999, 4001, 8009)):
        flipped = bytearray(data)
        for place in range(seed, len(flipped), every):
            flipped[place] ^= 1 << (place + seed) % 8
        copies[f"flipped {every}"] = bytes(flipped)
    for name, content in copies.items():
        (folder / f"{name}.pdf").write_bytes(content)
    return folder


@pytest.mark.parametrize("parser", ["pdfium", "pypdf"])
def test_every_damaged_copy_ends_in_an_outcome(damaged: Path, tmp_path: Path, parser: str) -> None:
    found = {each.source_file: each for each in read_pages(damaged, PARSERS.load(parser)(), tmp_path).outcomes}
    assert len(found) == 19
    assert {name: each.words for name, each in found.items() if each.kind not in ENDS} == {}
    assert found["whole.pdf"].words == "read"
    assert found["empty.pdf"].words == "broken: an empty file"
    assert found["flipped 11.pdf"].kind == BROKEN
