"""What a corpus grows by."""

from __future__ import annotations

from pathlib import Path

import pytest

from ragatta.experiments.corpora.dataset import OpenDataset
from ragatta.extensions.diagnosis.growing import others
from ragatta.pipeline.types import Page

OWN = {Path("a.pdf"): Path("/own/a.pdf"), Path("b.pdf"): Path("/own/b.pdf")}
MORE = {Path(f"extra/{n}.pdf"): Path(f"/more/{n}.pdf") for n in range(5)}
PAGES = {name: (Page(name, 1, f"The fee of Marlow Hall is $1,250, as {name} says."),) for name in ("a.pdf", "b.pdf")}


@pytest.fixture(autouse=True)
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ragatta.extensions.diagnosis.changing.derived.CHANGED", tmp_path)


def test_each_size_holds_the_smaller_ones_and_copies_fill_up() -> None:
    one, two, five = others.sizes(OWN, MORE, PAGES, [5, 1, 2])
    assert one.documents == OWN
    assert one.documents.items() < two.documents.items() < five.documents.items()
    assert [(size.others, size.made, size.read, len(size.documents)) for size in (one, two, five)] == [
        (0, 0, 2, 2), (2, 0, 4, 4), (5, 3, 10, 10),
    ]  # fmt: skip
    made = [file for place, file in five.documents.items() if place.parts[0] == "made"]
    texts = {file.read_text() for file in made}
    assert len(texts) == 3, "no two copies are alike"
    assert not any("1,250" in text or "Marlow" in text for text in texts)


def test_documents_that_cannot_be_read_do_not_count() -> None:
    (two,) = others.sizes(OWN | {Path("locked.pdf"): Path("/own/locked.pdf")}, MORE, PAGES, [2])
    assert (two.own, two.others, two.made, two.read, len(two.documents)) == (2, 2, 0, 4, 5)


def test_others_are_mixed_below_folders_of_their_own(tmp_path: Path) -> None:
    for number in range(9):
        (tmp_path / f"{number}.pdf").write_bytes(b"%PDF")
    opened = OpenDataset("local", tmp_path, (), tmp_path, {})
    found = others.others_of([("older", opened), ("older", opened)])
    assert found == {
        Path(f"extra/{place} older/{number}.pdf"): tmp_path / f"{number}.pdf" for place in (1, 2) for number in range(9)
    }
    assert [*found] != sorted(found)
    assert [*found] == [*others.others_of([("older", opened), ("older", opened)])], "the same each time"
