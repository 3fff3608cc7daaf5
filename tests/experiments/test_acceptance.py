"""What Ragatta promises of real documents."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pypdfium2
import pytest

from ragatta.experiments.paths import ROOT, VECTORS
from standins.commands import Command


@pytest.fixture(autouse=True)
def kept_vectors(home: Path) -> None:
    """Texts that an earlier run of the tests embedded, with the same code and weights, are not embedded again.

    That is most of the CPU of these tests; the cache is the product's own, and its key names both.
    """
    kept = ROOT / ".cache/tests"
    kept.mkdir(parents=True, exist_ok=True)
    (home / ".cache").mkdir(parents=True)
    (home / ".cache" / VECTORS.name).symlink_to(kept / VECTORS.name)


def rows(home: Path, name: str) -> dict[str, dict]:
    (file,) = home.glob(f"outputs/latest/runs/*/{name}.jsonl")
    return {row["question_id"]: row for row in map(json.loads, file.read_text(encoding="utf-8").splitlines())}


@pytest.fixture
def filing(tmp_path: Path) -> Path:
    """30 pages of the rules manual and 20 of the rate pages, each with its own number: both questions' evidence, and
    other rules and exhibits."""
    pdfs = Path(os.environ.get("RAGATTA_DATA") or "nowhere", "ct_maps/pdfs")
    if not pdfs.is_dir():
        pytest.skip("RAGATTA_DATA names no folder that holds ct_maps/")
    kept = {"MAPS Homeowner Rules Manual": range(30), "Homeowners MAPS Rate Pages": (*range(10), *range(70, 80))}
    for name, pages in kept.items():
        (file,) = pdfs.glob(f"*{name}*")
        with pypdfium2.PdfDocument(file) as whole, pypdfium2.PdfDocument.new() as part:
            for page in range(max(pages) + 1):
                if page in pages:
                    part.import_pages(whole, [page])
                else:
                    part.new_page(612, 792)
            part.save(tmp_path / file.name)
    return tmp_path


def test_a_real_filing(command: Command, home: Path, filing: Path) -> None:
    read = (f"dataset.pdfs={filing}", "dataset.only=[EF_1,EF_2]", "tracking=off", "--all")
    done = command(
        "sweep", "--grid", "none", "variation=table_aware", "dataset=ct_maps", *read, "tracking=off", "--all"
    )
    assert done.returncode == 0, done.stderr
    answers, scores = rows(home, "answers"), rows(home, "scores")
    assert scores["EF_1"]["scores"]["partial_match"] == 1.0
    assert scores["EF_1"]["scores"]["score"] >= 0.95
    assert scores["EF_2"]["scores"]["evidence_recall"] == 1.0
    assert scores["EF_2"]["scores"]["score"] == 1.0
    cited = {(citation["source_file"][1:10], citation["first_page"]) for citation in answers["EF_2"]["citations"]}
    assert cited >= {("215066178", 23), ("215004905", 4), ("215004905", 72)}
    assert "EF_2" in done.stdout, "the table says which facts were retrieved"
