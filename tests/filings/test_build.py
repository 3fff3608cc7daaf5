"""The dataset on the disk: its files, their bytes, what the manifest says of them."""

from __future__ import annotations

import json
from collections import Counter
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from filings.build import generate

SAME_SEED = 7


def digests(folder: Path) -> dict[str, str]:
    return {
        path.relative_to(folder).as_posix(): sha256(path.read_bytes()).hexdigest()
        for path in folder.rglob("*")
        if path.is_file()
    }


def test_same_seed_same_bytes(dataset: Path, tmp_path: Path) -> None:
    again = generate(SAME_SEED, tmp_path / "again")
    assert digests(again) == digests(dataset)


def test_there_are_21_long_files_and_160_records(dataset: Path, parsed: Any) -> None:
    manifest = json.loads((dataset / "manifest.json").read_text())
    assert len(manifest["files"]) == len(parsed.files()) == 181
    assert Counter(entry["file"].rpartition("/")[0] for entry in manifest["files"]) == {
        "": 21, "declarations": 120, "invoices": 40,
    }  # fmt: skip
    for entry in manifest["files"]:
        assert entry["pages"] == len(parsed.document(entry["file"]))
        assert entry["sha256"] == sha256((dataset / "pdfs" / entry["file"]).read_bytes()).hexdigest()
    assert sum(entry["pages"] for entry in manifest["files"]) >= 250
    pages = {entry["file"]: entry["pages"] for entry in manifest["files"]}
    assert next(count for file, count in pages.items() if "Homeowner Rules Manual" in file) > 60
    assert next(count for file, count in pages.items() if file.endswith("v3.pdf") and " Rate Pages " in file) > 100


def test_a_finished_dataset_is_replaced_and_a_foreign_folder_is_not(tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "thesis.txt").write_text("keep")
    with pytest.raises(FileExistsError, match="mine"):
        generate(SAME_SEED, tmp_path / "mine")
    assert (tmp_path / "mine" / "thesis.txt").read_text() == "keep"


def test_a_failed_build_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise OSError("disk full")

    monkeypatch.setattr("filings.build.write", fail)
    with pytest.raises(OSError, match="disk full"):
        generate(SAME_SEED, tmp_path / "out")
    assert list(tmp_path.iterdir()) == []
