"""What is imported changes no figure but those that name the bundle."""

from __future__ import annotations

import csv
import json
import shutil
from dataclasses import replace
from pathlib import Path

from ragatta.experiments.bundle.archive import read_bundle, write_bundle
from standins.commands import Command
from tests.standins.ollama_server import OllamaServer
from tests.standins.sensible import sensible

FORGED = "9999 dollars"


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
