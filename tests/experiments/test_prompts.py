"""Prompts as settings: a file of the user's, an axis of a sweep, and the start of one."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
import yaml

from ragatta.experiments.paths import ROOT
from ragatta.pipeline.agents.answering import orchestrator
from ragatta.pipeline.configuration import Pipeline
from ragatta.pipeline.llm.backends.ollama import Ollama
from ragatta.pipeline.llm.templates import templates
from standins.commands import Command
from tests.standins.ollama_server import OllamaServer
from tests.standins.sensible import sensible, task_of
from tests.standins.served import ollama

TERSE = """orchestrator:
  user: |
    {guide}TERSE
    {passages}
    Answer this question now: {question}
summarizer:
  system: TERSE. Say what the document is.
"""


def folder_of(documents: Path, **files: str) -> list[str]:
    """A folder of configuration with these files of prompts, as words of a command on the documents."""
    (documents / "conf/prompts").mkdir(parents=True)
    for name, text in files.items():
        (documents / f"conf/prompts/{name}.yaml").write_text(text, encoding="utf-8")
    return [
        "--config-dir", f"{documents}/conf", "--pdfs", f"{documents}/pdfs",
        "--questions", f"{documents}/questions.csv",
    ]  # fmt: skip


@pytest.mark.needs("bundles")
def test_two_prompts_are_two_points_and_a_copy_is_the_same_point(command: Command, documents: Path, home: Path) -> None:
    copy = f"orchestrator:\n  system: |\n    {orchestrator.SYSTEM}\n"
    with OllamaServer(think=sensible) as server:
        words = folder_of(documents, terse=TERSE, copy=copy)
        words += ["--grid", "none", "tracking=off", *ollama(server), "architecture.router.top_k_docs=2"]
        done = command("sweep", *words, "prompts=builtin,terse,copy", "--all")
        assert done.returncode == 0, done.stderr
        assert "prompts=copy is the same as prompts=builtin" in done.stdout
        asked = [json.dumps(body) for body in server.chats if task_of(body) in ("answer", "summarize")]
        assert (len(asked), sum("TERSE" in body for body in asked)) == (12, 6), "3 summaries and 3 answers each"
    runs = [home / f"outputs/latest/runs/0{number}" for number in (1, 2, 3)]
    keys = [json.loads((run / "manifest.json").read_text())["run_key"] for run in runs]
    assert keys[0] == keys[2] != keys[1]
    held = yaml.safe_load((runs[1] / "config.yaml").read_text(encoding="utf-8"))["prompts"]
    assert held == yaml.safe_load(TERSE), "the text, so that another machine needs no file"
    assert len([*home.glob("datasets/local/**/ollama-*.json")]) == 2, "the summaries of both prompts stay"
    shutil.rmtree(documents / "conf")
    again = command("reproduce", "--run", keys[1])
    assert (again.returncode, again.stdout.splitlines()[-1]) == (0, "reproduced"), again.stdout + again.stderr


def test_the_prompts_that_come_with_it_fit_their_agent_and_are_other_runs() -> None:
    files = sorted((ROOT / "conf/prompts").glob("*.yaml"))
    assert [file.stem for file in files] == ["builtin", "direct", "indirect"]
    for file in files:
        prompts = yaml.safe_load(file.read_text(encoding="utf-8"))
        settings = Pipeline(prompts=prompts, llm=Ollama())
        assert settings.problems() == []
        assert list(settings.replaced(*settings.modules())) == ([] if file.stem == "builtin" else ["orchestrator.user"])


def test_every_fault_of_a_file_is_said_before_any_call(command: Command, documents: Path) -> None:
    wrong = 'planer: {user: x}\nplanner: {user: "{qestion} {documents} {guidance} {max_steps}"}'
    with OllamaServer(think=sensible) as server:
        done = command("sweep", *folder_of(documents, terse=wrong), "--grid", "none", *ollama(server), "prompts=terse")
        assert not server.chats
    assert done.returncode == 1
    for said in (
        "prompts=terse: prompts.planer.user: no such prompt; did you mean planner.user",
        "prompts.planner.user: no input {qestion}; did you mean question?",
        "prompts.planner.user: the input {question} is missing; put it where it belongs",
    ):
        assert said in done.stderr


@pytest.mark.needs("agentic", "scripted")
def test_a_started_file_has_the_built_in_texts_and_is_never_overwritten(command: Command, documents: Path) -> None:
    words = [*folder_of(documents), "--write", "terse"]
    (documents / "conf/prompts").rmdir()
    done = command("prompts", *words, "architecture=agentic", "chunking=contextual")
    assert done.returncode == 0, done.stderr
    file = documents / "conf/prompts/terse.yaml"
    assert f"{file}: 18 prompts; edit them" in done.stdout
    held = yaml.safe_load(file.read_text(encoding="utf-8"))
    assert {f"{agent}.{part}": text for agent, parts in held.items() for part, text in parts.items()} == {
        name: str(text) for name, text in templates().items() if name.partition(".")[0] in held
    }
    assert {"annotator", "chunk_notes", "composer", "summarizer"} < held.keys()
    again = command("prompts", *words)
    assert (again.returncode, "there is such a file already" in again.stderr) == (1, True)
    for wrong, said in ((["--write", "../x"], "must be a name of letters"), (["llm=extractive"], "reads no prompt")):
        refused = command("prompts", *words[:-2], "--write", "other", *wrong)
        assert (refused.returncode, said in refused.stderr) == (1, True), refused.stderr
