"""A recorded run is replayed without its model: here, from an imported bundle, and from replies alone."""

from __future__ import annotations

import csv
import json
import shutil
import zipfile
from pathlib import Path
from typing import Any

import pytest

from ragatta.experiments.bundle import import_bundle
from ragatta.experiments.faults import Fault
from ragatta.experiments.results.reading import open_run
from ragatta.extensions.bundles.commands.reproduce import repeated
from ragatta.pipeline.machine.checksums import DIGESTS, Note, write_with_digests
from standins.commands import Command
from tests.standins.judging import judges, judging
from tests.standins.loopback import Said
from tests.standins.ollama_server import OllamaServer
from tests.standins.sensible import sensible

REPRODUCIBLE = ("answers.jsonl", "scores.jsonl")


def own(documents: Path) -> list[str]:
    return ["--grid", "none", "--pdfs", f"{documents}/pdfs", "--questions", f"{documents}/questions.csv",
            "tracking=off", "architecture.router.top_k_docs=2"]  # fmt: skip


def thinking(body: Any) -> Said:
    """A sensible model, and a judge of its answers."""
    return judging(body) if judges(body) else sensible(body)


def results(home: Path) -> dict[str, bytes]:
    return {name: (home / "outputs/latest/runs/01" / name).read_bytes() for name in REPRODUCIBLE}


def row(home: Path) -> dict[str, str]:
    with (home / "outputs/latest/summary.csv").open(encoding="utf-8") as stream:
        (only,) = csv.DictReader(stream)
    return only


def test_a_recorded_run_is_replayed_here_and_elsewhere_without_its_server(
    command: Command, documents: Path, home: Path, tmp_path: Path
) -> None:
    with OllamaServer(think=thinking) as server:
        judge = ["scoring=judged", f"scoring.judge_llm.base_url={server.address}"]
        words = [*own(documents), "llm=ollama", f"llm.base_url={server.address}", *judge]
        live = command("sweep", *words)
        assert live.returncode == 0, live.stderr
    recorded, key = results(home), row(home)["run_key"]
    assert row(home)["live_calls"] != "0"
    judged = {json.loads(line)["scores"]["answer_relevancy"] for line in recorded["scores.jsonl"].splitlines()}
    assert judged == {1.0}

    shutil.rmtree(home / "outputs")  # the journal too: the replies alone are left
    replayed = command("sweep", *words, "llm.cache=only", "scoring.judge_llm.cache=only")
    assert replayed.returncode == 0, replayed.stderr
    assert results(home) == recorded
    assert (row(home)["run_key"], row(home)["live_calls"]) == (key, "0")
    assert row(home)["live_latency_p50_s"] == ""
    assert float(row(home)["replayed_latency_p50_s"]) > 1, "the seconds of the live calls, in their own column"

    bundle = tmp_path / "run.zip"
    exported = command("export", "--run", key, "--to", str(bundle))
    assert exported.returncode == 0, exported.stderr
    assert "no document, key or path" in exported.stdout
    assert str(tmp_path) not in _whole_text(bundle)

    elsewhere, moved = tmp_path / "elsewhere", tmp_path / "moved"
    with pytest.raises(Fault, match=r"give --pdfs folder\n.*give --questions file$"):
        import_bundle(bundle, {}, elsewhere)
    assert not elsewhere.exists()
    shutil.copytree(documents, moved)
    mine = {"dataset.pdfs": str(moved / "pdfs"), "dataset.questions": str(moved / "questions.csv")}
    brought = import_bundle(bundle, mine, elsewhere)
    answers, calls, grades, summaries, models = 3, 15, 3 * 3, 3, 2  # claims, context and nuggets each
    assert (brought.answers, brought.replies, brought.summaries) == (answers, calls + grades, summaries)
    assert brought.new == answers + calls + grades + summaries + models
    assert import_bundle(bundle, mine, elsewhere).new == 0
    there = sorted((elsewhere / "outputs").rglob("*"))
    reproduced = command("reproduce", "--run", key, RAGATTA_HOME=str(elsewhere))
    assert reproduced.returncode == 0, reproduced.stderr + reproduced.stdout
    assert "differs here: nothing that the manifest records" in reproduced.stdout
    assert "answers.jsonl: equal, byte for byte (3 rows)" in reproduced.stdout
    assert reproduced.stdout.splitlines()[-1] == "reproduced"
    assert sorted((elsewhere / "outputs").rglob("*")) == there, "it leaves nothing behind"


def _whole_text(bundle: Path) -> str:
    with zipfile.ZipFile(bundle) as archive:
        return "".join(archive.read(name).decode() for name in archive.namelist())


def test_where_a_run_is_not_reproduced_what_differs_is_named(command: Command, documents: Path, home: Path) -> None:
    assert command("sweep", *own(documents)).returncode == 0
    folder = (home / "outputs/latest/runs/01").resolve()
    manifest, scores = folder / "manifest.json", folder / "scores.jsonl"
    told = json.loads(manifest.read_text(encoding="utf-8"))
    named = {
        "run_key",
        "collection_key",
        "corpus_digest",
        "questions_digest",
        "models",
        "packages",
        "platform",
        "seeds",
    }
    assert named <= told.keys()
    python = told["python"]
    told |= {"python": "3.0.1", "corpus_digest": "of other documents"}
    told["code"]["files"]["pipeline/agents/answering/confidence.py"] = "000000000000"
    forged = {"manifest.json": json.dumps(told)}
    lines = [json.loads(line) for line in scores.read_text(encoding="utf-8").splitlines()]
    lines[1]["scores"]["score"] += 0.25
    forged["scores.jsonl"] = "".join(json.dumps(line, sort_keys=True) + "\n" for line in lines)
    write_with_digests(folder, forged)

    differs = command("reproduce", "--run", "latest:router.top_k_docs=2")
    assert differs.returncode == 1, differs.stderr
    before, after = differs.stdout.split("not reproduced; the likely cause is what differs here:")
    for said in (before, after):
        assert "pipeline/agents/answering/confidence.py: 000000000000 then, " in said
        assert f"python: 3.0.1 then, {python} here" in said
    assert "corpus_digest: of other documents then, " in after
    assert "answers.jsonl: equal, byte for byte (3 rows)" in before
    assert "scores.jsonl: 1 of 3 rows differ: fee (scores)" in before
    assert "largest difference: score of fee" in before

    (folder / DIGESTS).unlink()  # unchecked from here on
    manifest.write_text("{}", encoding="utf-8")
    with pytest.warns(Note, match="not checked"):
        bare = open_run(str(folder))
    with pytest.raises(Fault, match=r"manifest.json does not say where the run came from; .* ragatta sweep"):
        repeated(bare)
    manifest.write_text("{", encoding="utf-8")
    with pytest.warns(Note, match="not checked"), pytest.raises(Fault, match=r"manifest.json: not valid JSON"):
        open_run(str(folder))
    manifest.unlink()
    with pytest.raises(Fault, match=r"manifest.json is missing"):
        open_run(str(folder))
