"""What is imported changes no figure but those that name the bundle."""

from __future__ import annotations

import csv
import json
import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from ragatta.experiments.bundle.archive import read_bundle, write_bundle
from ragatta.experiments.faults import Fault
from ragatta.experiments.paths import BUNDLES
from ragatta.experiments.records import OWN, of_bundles, records_of
from standins.commands import Command
from tests.standins.ollama_server import OllamaServer
from tests.standins.sensible import sensible

FORGED = "9999 dollars"


def test_a_bundle_has_a_folder_by_its_files_and_their_contents(tmp_path: Path) -> None:
    one, other = tmp_path / "one run.zip", tmp_path / "..zip"
    one.write_bytes(b"1")
    other.write_bytes(b"2")
    names = [of_bundles(files).bundle for files in ([one], [other], [one, other])]
    assert [name.rpartition("-")[0] for name in names] == ["one_run", "bundle", "one_run"]
    assert len(set(names)) == 3
    one.write_bytes(b"3")
    assert of_bundles([one]).bundle not in names
    assert of_bundles([one]).home == BUNDLES / of_bundles([one]).bundle


def test_a_run_belongs_to_the_bundle_of_its_folder_and_else_of_its_manifest(tmp_path: Path) -> None:
    inside = BUNDLES / "run-1" / "outputs/runs/abc"
    assert records_of(inside, {"bundle": "another-2"}).bundle == "run-1", "a manifest comes from elsewhere"
    assert records_of(tmp_path, {"bundle": "another-2"}).home == BUNDLES / "another-2"
    assert records_of(tmp_path, {}) == OWN
    assert records_of(inside, {}).label(records_of(inside, {}).label("naive")) == "naive (bundle run-1)"
    for odd in ("../..", "/etc", ".", "a/b"):
        with pytest.raises(Fault, match="not the name of a bundle"):
            records_of(tmp_path, {"bundle": odd})


def test_forged_answers_and_replies_change_no_figure_of_a_later_sweep(
    command: Command, documents: Path, home: Path, tmp_path: Path
) -> None:
    forged, own = tmp_path / "run.zip", [f"{documents}/pdfs", f"{documents}/questions.csv"]
    with OllamaServer(think=sensible) as server:
        words = ["--grid", "none", "--pdfs", own[0], "--questions", own[1], "tracking=off", "llm=ollama"]
        words.append(f"llm.base_url={server.address}")
        assert command("sweep", *words).returncode == 0
        true, calls = scores(home), len(server.chats)
        exported = command("export", "--run", "latest:baseline", "--to", str(forged))
        assert exported.returncode == 0, exported.stderr
        forge(forged)
        shutil.rmtree(home)

        brought = command("import", "--from", str(forged), "--pdfs", own[0], "--questions", own[1])
        assert brought.returncode == 0, brought.stderr
        (folder,) = (home / "outputs/bundles").glob("run-*/outputs/runs/*")
        assert not (home / "outputs/runs").exists()
        assert not (home / ".cache/replies.sqlite").exists()
        later = command("sweep", *words)
        assert "3 to ask, 0 reused" in later.stdout, later.stderr
        assert len(server.chats) == 2 * calls, "nothing of the bundle is replayed"
        assert scores(home) == true
        assert "bundle" not in (home / "outputs/latest/summary.csv").read_text(encoding="utf-8")

    replayed = command("run", "--config", str(folder / "config.yaml"), "tracking.mlflow=false")
    assert "0 to ask, 3 reused" in replayed.stdout, replayed.stderr
    assert scores(home) == dict.fromkeys(true, 0.0)
    name = f"(bundle {folder.parts[-4]})"
    for file in ("summary.csv", "summary.md", "by_question.csv", "by_kind.csv", "sweep.json"):
        assert name in (home / "outputs/latest" / file).read_text(encoding="utf-8"), file
    assert "(bundle" in replayed.stdout
    assert command("report").returncode == 0
    assert name in next(home.rglob("*report*.html")).read_text(encoding="utf-8")
    again = command("run", "--config", str(home / "outputs/latest/runs/01/config.yaml"), "--dry-run")
    assert "0 to ask, 3 reused" in again.stdout, again.stderr

    checked = command("reproduce", "--run", str(folder))
    assert f"of bundle {folder.parts[-4]}" in checked.stdout, checked.stderr


def forge(path: Path) -> None:
    """Every answer is another, in the journal and in the replies."""
    good = read_bundle(path)
    entries, replies = good.lines("journal.jsonl"), good.lines("replies.jsonl")
    for entry in entries:
        entry["record"] |= {"text": FORGED, "value": FORGED, "items": []}
    for reply in replies:
        reply["entry"]["reply"]["text"] = json.dumps({"answer": FORGED})
    texts = {"journal.jsonl": entries, "replies.jsonl": replies}
    written = {name: "".join(json.dumps(row) + "\n" for row in rows) for name, rows in texts.items()}
    write_bundle(replace(good, texts={**good.texts, **written}), path)


def scores(home: Path) -> dict[str, float]:
    with (home / "outputs/latest/by_question.csv").open(encoding="utf-8") as stream:
        return {row["question_id"]: float(row["score"]) for row in csv.DictReader(stream)}
