"""Collections are listed with the runs that were made on them, and only those that no run uses go unasked."""

from __future__ import annotations

from pathlib import Path

from standins.commands import Command


def test_unused_ones_are_removed_and_used_ones_stay(command: Command, documents: Path, home: Path) -> None:
    own = ["--pdfs", f"{documents}/pdfs", "--questions", f"{documents}/questions.csv", "--grid", "none"]
    assert command("sweep", *own, "tracking=off", "dataset.limit=1").returncode == 0
    (used,) = (path.name for path in (home / "collections").iterdir() if path.is_dir())
    assert command("index", *own, "chunking.chunk_size=300,400").returncode == 0
    assert len(list((home / "collections").glob("pdf_*"))) == 3
    listed = command("collections").stdout.splitlines()
    assert {row.split("│")[1].strip(): row.split("│")[-2].strip() for row in listed if "pdf_" in row}[used] == "1"

    (manifest,) = home.glob("outputs/runs/*/manifest.json")
    written = manifest.read_bytes()
    manifest.write_bytes(written.replace(b"collection_key", b"collection_kex"))
    refused = command("collections", "--remove", "unused")
    assert refused.returncode == 1
    assert "manifest.json: it has changed" in refused.stderr
    assert len(list((home / "collections").glob("pdf_*"))) == 3
    manifest.write_bytes(written)

    removed = command("collections", "--remove", "unused")
    assert removed.returncode == 0, removed.stderr
    assert [path.name for path in (home / "collections").glob("pdf_*")] == [used]
    wrong = command("collections", "--remove", f"{used.upper()} unused")
    assert wrong.returncode == 1
    assert "no such collection" in wrong.stderr
    assert command("collections", "--remove", f"{used} {used}").returncode == 0
    assert not list((home / "collections").glob("pdf_*"))
