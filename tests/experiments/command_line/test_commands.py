"""What people write, on the command line or after make, becomes the options of a command, and nothing else reads it."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import click
import pytest

from ragatta.experiments.command_line.commands import COMMANDS, GROUP, PREFIX, Command, command, run
from ragatta.experiments.command_line.options import DRY_RUN, chooses, chosen_by
from ragatta.experiments.composing.chosen import Chosen
from ragatta.experiments.composing.overrides import compose_grid
from ragatta.experiments.faults import Fault
from ragatta.experiments.paths import ROOT
from standins.commands import Commands

NAMES = GROUP.list_commands()
ATTACKS = ["`touch x`", "$(touch x)", "$(shell touch x)", "${shell touch x}", "$$(touch x)", "; touch x", "a\ntouch x",
           "a' ; touch x ; '", 'a" ; touch x ; "', "\\", "| touch x", "> x", "it's"]  # fmt: skip
AS_THEY_ARE = ("RAGATTA_HOME", "RAGATTA_DATA", "RAGATTA_PDF_PASSWORDS")  # variables of the environment
SHOW = "#!{python}\nimport json, os, sys\nprint(json.dumps([sys.argv[1:], dict(os.environ)]))\n"


@command("Says what it is handed.", "probe")
@DRY_RUN
@chooses(grid=True)
def probe(**handed: Any) -> dict[str, Any]:
    return handed


@command("Says what it is asked.", "asked")
@chooses(question=True)
def asked(**handed: Any) -> dict[str, Any]:
    return handed


def given(*words: str, to: Command = probe) -> dict[str, Any]:
    with to.make_context(str(to.name), [*words]) as context:
        handed: dict[str, Any] = to.invoke(context)
        return handed


def known(name: str) -> Command:
    found = GROUP.command_of(name)
    assert found, name
    return found


VARIABLES = sorted({variable for name in NAMES for variable in known(name).variables()})


def made(folder: Path, target: str, *words: str) -> tuple[list[str], dict[str, str]]:
    """What `make target words` runs: its words, and its environment."""
    show = folder / "show"
    show.write_text(SHOW.format(python=sys.executable), encoding="utf-8")
    show.chmod(0o755)
    given = ["make", "-f", str(ROOT / "Makefile"), "-o", ".cache/models/.ready", f"PY={show}", target, *words]
    # Without what the make that runs these tests hands on.
    outer = {name: value for name, value in os.environ.items() if not name.startswith(("MAKE", "MFLAGS"))}
    done = subprocess.run(given, cwd=folder, capture_output=True, text=True, check=False, env=outer)
    assert done.returncode == 0, done.stderr
    argv, environment = json.loads(done.stdout)
    return argv, environment


@pytest.mark.parametrize("attack", ATTACKS)
def test_no_shell_and_no_make_reads_what_is_written(tmp_path: Path, attack: str) -> None:
    argv, environment = made(tmp_path, "sweep", *(f"{name}={attack}" for name in (*VARIABLES, *AS_THEY_ARE)))
    assert argv == ["-P", "-m", "ragatta", "sweep"]
    assert {environment[name] for name in (*(f"RAGATTA_{name}" for name in VARIABLES), *AS_THEY_ARE)} == {attack}
    assert sorted(path.name for path in tmp_path.iterdir()) == ["show"]


def test_every_command_is_a_target_of_make_and_no_recipe_reads_its_variables() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    listed = subprocess.run(["make", "-s", "help"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    assert {*NAMES} <= {*re.findall(r"^  make ([a-z-]+)", listed, re.MULTILINE)}
    recipes = re.findall(r"^\t.*", makefile, re.MULTILINE)
    assert not [name for name in {*VARIABLES} - {"ARGS"} for line in recipes if f"$({name})" in line]


@pytest.mark.parametrize("attack", [*ATTACKS, "a,b"])
def test_an_attack_is_one_word_or_a_fault(monkeypatch: pytest.MonkeyPatch, attack: str) -> None:
    assert given("--dataset", attack)["chosen"].settings == (f"dataset={attack}",)
    monkeypatch.setenv("RAGATTA_DATASET", attack)
    assert given()["chosen"].settings == (f"dataset={attack}",)
    monkeypatch.setenv("RAGATTA_ARGS", attack)
    try:
        given()
    except Fault as fault:
        assert "closing quotation" in str(fault) or "escape" in str(fault)  # noqa: PT017 - a quote that is not closed


def test_variables_and_options_are_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    words = ("--sweep", "depth", "--dry-run", "--limit", "3", "--retry-failed", "a=1", "b=x y")
    wanted = given(*words)
    assert wanted["dry_run"]
    assert wanted["chosen"] == Chosen(("dataset.limit=3", "retry_failed=true", "a=1", "b=x y"), "depth")
    for name, value in {"SWEEP": "depth", "DRY_RUN": "1", "LIMIT": "3", "RETRY_FAILED": "1", "LLM": ""}.items():
        monkeypatch.setenv(PREFIX + name, value)
    monkeypatch.setenv("RAGATTA_ARGS", "a=1 'b=x y'")
    assert given() == wanted
    assert "RAGATTA_ARGS" not in os.environ, "what it calls has options of its own"


def test_words_that_set_nothing_are_the_question_of_a_command_that_takes_one() -> None:
    handed = given("--config-dir", "conf", "What is", "llm=x", "the fee?", to=asked)
    assert handed == {"question": "What is the fee?", "chosen": Chosen(("llm=x",), "none", config_dir="conf")}
    assert given("--q", "How long?", to=asked)["question"] == "How long?"


@pytest.mark.parametrize("identity", ["EF_1", "it's", "a b", "x\\", "${x}", "[a]", "`a`"])
def test_an_id_is_taken_to_the_letter(identity: str) -> None:
    (only,) = given("--only", f"{identity},second")["chosen"].settings
    assert compose_grid([only])[0].config.dataset.only == [identity, "second"]


def test_a_recorded_command_is_read_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RAGATTA_LLM", "ollama")
    assert chosen_by(["--grid", "six", "dataset=filings"]) == Chosen(("dataset=filings",), "six")
    with pytest.raises(Fault, match="--dry-run"):
        chosen_by(["--dry-run"])


def refused(name: str, *written: str, goals: str = "") -> list[str]:
    os.environ["RAGATTA_WRITTEN"], os.environ["RAGATTA_GOALS"] = " ".join(written), goals
    return known(name).unread(name)


def test_what_a_command_does_not_read_is_refused_with_what_it_reads() -> None:
    assert refused("compare", "LIMIT") == ["LIMIT=: make compare takes no such variable; known: A, ALL, B"]
    assert refused("sweep", "LIMT") == ["LIMT=: make sweep takes no such variable; did you mean LIMIT or SPLIT?"]
    assert refused("log", "SWEEP")[0].endswith("did you mean SWEEP_ID?")
    assert refused("index", "DRY_RUN")
    assert not refused("run", "LLM", "PDFS")
    assert refused("sweep", "RAGATTA_LIMIT")
    assert not refused("sweep", "PDFS", "LIMIT", "ARGS")
    assert not refused("log", "LIMIT", "SWEEP_ID", goals="sweep log check")


def test_make_tells_what_was_written_and_not_what_stands_in_the_environment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PORT", "1")
    attack = "$(shell touch y)"
    own = [f"RAGATTA_{name}={attack}" for name in ("SWEEP_ID", "WRITTEN", "GOALS", "X")]
    environment = made(tmp_path, "log", "SWEEP_ID=x", f"LIMT={attack}", f"HYDRA_FULL_ERROR={attack}", *own)[1]
    assert {"SWEEP_ID", "LIMT", "RAGATTA_X"} < {*environment["RAGATTA_WRITTEN"].split()}
    assert (environment["RAGATTA_GOALS"], environment["RAGATTA_SWEEP_ID"]) == ("log", "x")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["show"]


def test_the_program_lists_its_commands_and_refuses_others(commands: Commands) -> None:
    def ragatta(*words: str) -> subprocess.CompletedProcess[str]:
        return commands.run(words[0], words[1:], ROOT, os.environ)

    said = subprocess.run(
        [sys.executable, "-m", "ragatta"], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout
    assert sorted(re.findall(r"^  ([a-z-]+)  +[A-Z]", said, re.MULTILINE)) == NAMES
    assert said.index("  init ") < said.index("  sweep ") < said.index("  add-question ")
    assert "did you mean sweep?" in ragatta("swep").stderr
    refused = ragatta("sweep", "--limt", "3")
    assert (refused.returncode, refused.stderr.count("\n")) == (1, 1)
    assert "No such option '--limt'. (Did you mean one of: '--limit'" in refused.stderr
    assert ragatta("regress", "--gate").returncode == 2, "1 is a regression"
    done = ragatta("score", "--from", "/nowhere.jsonl")
    assert (done.returncode, "/nowhere.jsonl" in done.stderr) == (1, True)
    assert "variables are for make; write --pdfs x" in ragatta("sweep", "PDFS=x").stderr


@pytest.mark.parametrize("name", NAMES)
def test_every_command_has_help_with_every_option_and_two_examples(name: str) -> None:
    found = known(name)
    with found.make_context(name, [], resilient_parsing=True) as context:
        said = found.get_help(context)
    assert len(re.findall(rf"^ +ragatta {name}", said, re.MULTILINE)) >= 2
    assert max(map(len, said.splitlines())) <= 80
    options = [each for each in found.params if isinstance(each, click.Option)]
    assert all(each.help for each in options), "each says what it does"
    assert len({name for each in options for name in each.opts}) == sum(len(each.opts) for each in options)


def test_each_file_is_a_command() -> None:
    assert len(NAMES) == len(COMMANDS.names())


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["probe", "--zzyzx", "x"], r"No such option .--zzyzx.; it takes --.*--dry-run.*; for example: "),
        (["probe", "--dry-runn"], r"Did you mean '?--dry-run"),
    ],
)
def test_an_option_that_is_none_is_answered_with_those_that_are(
    words: list[str], said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(GROUP, "command_of", lambda _: probe)
    monkeypatch.setattr(GROUP, "list_commands", lambda *_: ["probe"])
    with pytest.raises(Fault, match=said) as raised:
        run(words)
    assert str(raised.value).endswith("; for example: ragatta probe")
