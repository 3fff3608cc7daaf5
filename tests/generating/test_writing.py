"""A generated dataset is written whole or not at all, and its program says what it wrote."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

from generating.writing import main, replaced


def write(folder: Path) -> None:
    (folder / "pdfs").mkdir()
    (folder / "pdfs" / "a.pdf").touch()


def test_only_a_dataset_is_replaced(tmp_path: Path) -> None:
    out = replaced(tmp_path / "out", ["pdfs"], write)
    (out / "old").touch()
    assert not (replaced(out, ["pdfs"], write) / "old").exists()
    with pytest.raises(FileExistsError, match="no generated dataset"):
        replaced(out, ["pdfs", "questions.yaml"], write)
    assert [path.name for path in tmp_path.iterdir()] == ["out"]


@pytest.mark.parametrize(
    ("folder", "code", "said"), [("new", 0, "1 PDFs in"), ("mine", 1, "soups: .*mine holds files")]
)
def test_the_program_of_a_dataset(
    folder: str,
    code: int,
    said: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "thesis.txt").touch()
    monkeypatch.setattr(sys, "argv", ["soups", "--seed", "3", "--out", str(tmp_path / folder)])
    seeds = []

    def generate(seed: int, out: Path) -> Path:
        seeds.append(seed)
        return replaced(out, ["pdfs"], write)

    assert main("soups", "Write soups.", generate) == code
    assert seeds == [3]
    written = capsys.readouterr()
    assert re.search(said, written.out + written.err)
