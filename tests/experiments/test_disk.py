"""Sweeps are listed with what they take; runs that no sweep needs go, and what is the user's stays."""

from __future__ import annotations

import json
from pathlib import Path

from ragatta.experiments.on_record.journal import Claim
from standins.commands import Command


def test_a_sweep_and_then_its_runs_are_removed_and_what_another_needs_stays(
    command: Command, documents: Path, home: Path
) -> None:
    own = ["--pdfs", f"{documents}/pdfs", "--questions", f"{documents}/questions.csv", "--grid", "none", "tracking=off"]
    assert command("sweep", *own, "retrieval.top_k=3,5").returncode == 0
    first = (home / "outputs/latest").resolve().name
    assert command("sweep", *own, "retrieval.top_k=5").returncode == 0
    latest = (home / "outputs/latest").resolve()
    shared = "/".join(["runs", "01", "answers.jsonl"])
    run_key = json.loads((latest / "runs/01/manifest.json").read_text())["run_key"][:12]
    assert (latest / shared).samefile(home / f"outputs/runs/{run_key}/answers.jsonl"), "a kept run takes no room again"
    runs = {path.name for path in (home / "outputs/runs").iterdir()}
    assert len(runs) == 2

    listed = command("disk")
    assert listed.returncode == 0, listed.stderr
    rows = [[cell.strip() for cell in line.split("│")[1:-1]] for line in listed.stdout.splitlines()]
    variations_and_finished = {row[0]: (row[3], row[4]) for row in rows if row}
    assert variations_and_finished == {first: ("2", "yes"), latest.name: ("1", "yes")}
    assert "0 runs (0.0 MB) that no sweep needs\n" in listed.stdout
    assert command("disk", "--remove", "unused").stdout == "removed 0 runs (0.0 MB)\n"
    refused = command("disk", "--remove", latest.name)
    assert refused.returncode != 0
    assert "the latest sweep" in refused.stderr
    assert "no such sweep" in command("disk", "--remove", "2020-01-01T00-00-00").stderr

    note = home / "outputs/sweeps" / first / "runs/01/notes.txt"
    note.write_text("mine")
    left = command("disk", "--remove", first)
    assert left.returncode == 1
    assert f"left alone: outputs/sweeps/{first}: Ragatta did not write runs/01/notes.txt\n" in left.stdout
    assert note.read_text() == "mine"
    note.unlink()
    assert command("disk", "--remove", first).stdout == f"removed {first}\n"
    assert [path.name for path in (home / "outputs/sweeps").iterdir()] == [latest.name]

    before = {path: path.read_bytes() for path in latest.rglob("*") if path.is_file()}
    (unneeded,) = runs - {run_key}
    place = home / "outputs/runs" / unneeded
    with Claim(place) as claim:
        assert claim.taken()
        busy = command("disk", "--remove", "unused")
        assert f"left alone: outputs/runs/{unneeded}: it is in use\n" in busy.stdout
    assert "1 run (0." in command("disk").stdout
    removed = command("disk", "--remove", "unused")
    assert removed.stdout.startswith("removed 1 run (0.")
    assert [path.name for path in (home / "outputs/runs").iterdir()] == [run_key]
    assert {path: path.read_bytes() for path in latest.rglob("*") if path.is_file()} == before


def test_links_other_folders_and_damaged_sweeps_are_left(command: Command, documents: Path, home: Path) -> None:
    own = ["--pdfs", f"{documents}/pdfs", "--questions", f"{documents}/questions.csv", "--grid", "none", "tracking=off"]
    assert command("sweep", *own).returncode == 0
    (run,) = (home / "outputs/runs").iterdir()
    elsewhere = home / "elsewhere"
    elsewhere.mkdir()
    (elsewhere / "journal.jsonl").write_text("mine")
    (home / "outputs/runs/0123456789ab").symlink_to(elsewhere)
    (home / "outputs/runs/mine").mkdir()
    assert command("disk", "--remove", "unused").stdout == "removed 0 runs (0.0 MB)\n"
    (manifest,) = home.glob("outputs/sweeps/*/runs/01/manifest.json")
    manifest.write_text("{}")
    refused = command("disk", "--remove", "unused")
    assert refused.returncode != 0
    assert "manifest.json" in refused.stderr
    assert run.is_dir()
    assert (elsewhere / "journal.jsonl").read_text() == "mine"
