"""Collections are listed with the runs that were made on them, and only those that no run uses go unasked."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
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
    assert f"kept, used by recorded runs: {used}\n" in removed.stdout
    assert [path.name for path in (home / "collections").glob("pdf_*")] == [used]
    wrong = command("collections", "--remove", f"{used.upper()} unused")
    assert wrong.returncode == 1
    assert "no such collection" in wrong.stderr
    assert command("collections", "--remove", f"{used} {used}").returncode == 0
    assert not list((home / "collections").glob("pdf_*"))


def test_what_is_not_ragatta_s_stays(command: Command, documents: Path, home: Path) -> None:
    own = ["--pdfs", f"{documents}/pdfs", "--questions", f"{documents}/questions.csv", "--grid", "none"]
    assert command("index", *own).returncode == 0
    folder, behind = home / "collections", home / "on_another_disk"
    (unused,) = folder.glob("pdf_*")
    with closing(sqlite3.connect(home / "theirs.sqlite3")) as database, database:
        database.execute("CREATE TABLE mine (a)")
    for name in ("my_chroma", "pdf_notes", "back\nup", "pdf_page_1000_200_0123456789ab.old"):
        (folder / name).mkdir()
        shutil.copyfile(home / "theirs.sqlite3", folder / name / "chroma.sqlite3")
    (folder / "copied").mkdir()
    shutil.copytree(unused, folder / "copied" / unused.name)
    shutil.copytree(unused, folder / "my_copy")
    (folder / "readme.txt").write_text("mine")
    shutil.copytree(unused, behind)
    (folder / "pdf_page_1000_200_0123456789ab").symlink_to(behind)
    (folder / "nowhere").symlink_to(home / "nothing")
    before = contents(home) - contents(home, unused)

    listed = command("collections")
    assert "1 collection" in listed.stdout
    assert "damaged" not in listed.stdout
    removed = command("collections", "--remove", "unused")
    assert removed.returncode == 0, removed.stderr
    first, left = removed.stdout.splitlines()
    assert first == f"removed {unused.name}"
    assert set(left.removeprefix("left alone, not made by Ragatta: ").split(", ")) == {
        *("my_chroma", "pdf_notes", r"back\nup", "pdf_page_1000_200_0123456789ab.old", "copied", "my_copy"),
        *("readme.txt", "pdf_page_1000_200_0123456789ab", "nowhere"),
    }
    assert left in listed.stdout
    refused = command("collections", "--remove", "my_chroma nowhere pdf_page_1000_200_0123456789ab")
    assert refused.returncode == 1
    assert refused.stderr.count("not a collection of Ragatta's; remove it yourself") == 3
    assert contents(home) == before


def contents(folder: Path, below: Path | None = None) -> set[tuple[str, bytes]]:
    """All that lies there: paths, with the bytes of files and the targets of links."""
    found = set()
    for path in (below or folder).rglob("*"):
        link = str(path.readlink()).encode() if path.is_symlink() else b""
        found.add((str(path.relative_to(folder)), link or (path.read_bytes() if path.is_file() else b"")))
    return found | ({(str(below.relative_to(folder)), b"")} if below else set())
