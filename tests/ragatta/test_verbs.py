"""What people write after make becomes words of the command, and neither make nor a shell runs it."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from hydra._internal.utils import get_args_parser

from ragatta.experiments.composing.overrides import compose_grid
from ragatta.experiments.faults import Fault
from ragatta.experiments.paths import ROOT
from ragatta.given import Given, option, spelled
from ragatta.help import HYDRA, OTHER_NAMES, WIDTH, help_of, unknown
from ragatta.verbs import NO_TARGETS, VERBS, unread

MAKEFILE = (ROOT / "Makefile").read_text(encoding="utf-8")
RECIPES = re.findall(r"^([a-z][\w-]*): .*##.*\n\t\$\(COMMAND\)$", MAKEFILE, re.MULTILINE)
WORDS = [name for line in re.findall(r"^WORDS := ((?:.*\\\n)*.*)", MAKEFILE, re.MULTILINE) for name in line.split()]
VARIABLES = [name for name in WORDS if name != "\\"]
ATTACKS = ["`touch x`", "$(touch x)", "$(shell touch x)", "${shell touch x}", "$$(touch x)", "; touch x", "a\ntouch x",
           "a' ; touch x ; '", 'a" ; touch x ; "', "\\", "| touch x", "> x", "it's"]  # fmt: skip
SHOW = "#!{python}\nimport json, os, sys\nprint(json.dumps([sys.argv[1:], dict(os.environ)]))\n"


def words(target: str, **given: str) -> list[str]:
    return VERBS[target].words(Given({f"RAGATTA_{name}": value for name, value in given.items()}))


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
    argv, environment = made(tmp_path, "sweep", *(f"{name}={attack}" for name in VARIABLES))
    assert argv == ["-m", "ragatta", "sweep"]
    assert {environment[f"RAGATTA_{name}"] for name in VARIABLES} == {attack}
    assert sorted(path.name for path in tmp_path.iterdir()) == ["show"]


@pytest.mark.parametrize("name", ["RAGATTA_HOME", "RAGATTA_DATA", "RAGATTA_PDF_PASSWORDS"])
def test_variables_of_the_environment_are_taken_as_they_are(tmp_path: Path, name: str) -> None:
    for attack in ATTACKS:
        assert made(tmp_path, "sweep", f"{name}={attack}")[1][name] == attack
    assert sorted(path.name for path in tmp_path.iterdir()) == ["show"]


def test_every_recipe_is_bare_and_every_target_has_its_words() -> None:
    assert {*RECIPES} == {*VERBS} - {*NO_TARGETS}
    outside = re.sub(r"^(WORDS := (.*\\\n)*.*|\t@echo .*)$", "", MAKEFILE, flags=re.MULTILINE)
    assert not [name for name in VARIABLES if re.search(rf"\$\((if )?{name}[),]", outside)]
    for target in VERBS:
        assert all(word for word in words(target)), target


@pytest.mark.parametrize("attack", [*ATTACKS, "a,b"])
def test_an_attack_is_one_word_or_a_fault(attack: str) -> None:
    assert words("tune", SPACE=attack, DATASET=attack) == [
        "experiments.tune",
        f"--space={attack}",
        f"dataset={attack}",
    ]
    try:
        found = words("score", ARGS=attack)
    except Fault as fault:
        assert str(fault).startswith("ARGS=")  # noqa: PT017 - a quote that is not closed
    else:
        assert found[0] == "experiments.score"


def test_words_are_what_make_always_made_of_them() -> None:
    assert words("sweep") == ["experiments.sweep"]
    assert words("sweep", SWEEP="depth", DRY_RUN="1", LIMIT="3", RETRY_FAILED="1", ARGS="a=1 'b=x y'") == [
        "experiments.sweep", "--dry-run", "--grid=depth", "dataset.limit=3", "retry_failed=true", "a=1", "b=x y",
    ]  # fmt: skip
    assert words("run", VARIATION="baseline") == ["experiments.sweep", "--grid", "none", "variation=baseline"]
    assert words("run", CONFIG="c.yaml", VARIATION="x", ARGS="a=1") == ["experiments.rerun", "a=1"]
    assert words("learn-alpha") == ["experiments.learn_alpha", "variation=hybrid_search"]
    assert words("regress", UPDATE="1", MAX_LATENCY_S="2") == [
        "experiments.regress",
        "--update",
        "--max-latency-s=2",
    ]
    assert words("collections", REMOVE="a b") == ["experiments.collections", "a", "b"]
    with pytest.raises(Fault, match="ARGS=a='b: no closing quotation"):
        words("sweep", ARGS="a='b")


@pytest.mark.parametrize("identity", ["EF_1", "it's", "a b", "x\\", "${x}", "[a]", "`a`"])
def test_an_id_is_taken_to_the_letter(identity: str) -> None:
    only = words("run", ONLY=f"{identity},second")[3]
    assert compose_grid([only])[0].config.dataset.only == [identity, "second"]


def refused(target: str, *written: str, goals: str = "") -> list[str]:
    environment = {"RAGATTA_WRITTEN": " ".join(written), "RAGATTA_GOALS": goals}
    environment |= {f"RAGATTA_{name}": "1" for name in written}
    given = Given(environment)
    VERBS[target].words(given)
    return unread(target, given.read, environment)


def test_what_a_target_does_not_read_is_refused_with_what_it_reads() -> None:
    assert refused("compare", "LIMIT") == ["LIMIT=: make compare takes no such variable; known: A, B"]
    assert refused("sweep", "LIMT") == ["LIMT=: make sweep takes no such variable; did you mean LIMIT or SPLIT?"]
    assert refused("report", "SWEEP")[0].endswith("did you mean SWEEP_ID?")
    assert refused("index", "DRY_RUN")
    assert refused("run", "CONFIG", "LLM", "PDFS")
    assert not refused("run", "LLM", "PDFS")
    assert refused("sweep", "RAGATTA_LIMIT")
    assert not refused("sweep", "PYTHON", "RAGATTA_HOME", "PDFS", "LIMIT", "ARGS")
    assert not refused("report", "LIMIT", "OUT", goals="sweep report check")


def test_make_tells_what_was_written_and_not_what_stands_in_the_environment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PORT", "1")
    attack = "$(shell touch y)"
    own = [f"RAGATTA_{name}={attack}" for name in ("OUT", "WRITTEN", "GOALS", "X")]
    environment = made(tmp_path, "report", "OUT=x", f"LIMT={attack}", f"HYDRA_FULL_ERROR={attack}", *own)[1]
    assert {"OUT", "LIMT", "RAGATTA_X"} < {*environment["RAGATTA_WRITTEN"].split()}
    assert (environment["RAGATTA_GOALS"], environment["RAGATTA_OUT"]) == ("report", "x")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["show"]


def test_options_of_a_command_line_are_the_variables() -> None:
    found, words = spelled(
        ["--limit", "3", "--llm=ollama", "--dry-run", "a=1", "--pdfs", "x"], ["LIMIT", "LLM", "DRY_RUN"], {}
    )
    assert found == {"RAGATTA_LIMIT": "3", "RAGATTA_LLM": "ollama", "RAGATTA_DRY_RUN": "1"}
    assert words == ["a=1", "--pdfs", "x"]
    asked = spelled(["--config-dir", "conf", "What is", "llm=x", "the fee?", "--q", "no"], ["Q"], {})
    assert asked == ({"RAGATTA_Q": "What is the fee?"}, ["--config-dir", "conf", "llm=x"])
    with pytest.raises(Fault, match="--limit needs a value"):
        spelled(["--limit"], ["LIMIT"], {})
    with pytest.raises(Fault, match="PDFS=x: variables are for make; write --pdfs instead"):
        spelled(["PDFS=x"], ["LIMIT"], {})


def ragatta(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "ragatta", *words], cwd=ROOT, capture_output=True, text=True, check=False
    )


def test_the_command_lists_its_verbs_and_refuses_others() -> None:
    lines = ragatta().stdout.splitlines()
    assert [line.split()[0] for line in lines if re.match(r"  \S", line)] == [*VERBS]
    assert max(map(len, lines)) <= WIDTH
    assert "did you mean sweep?" in ragatta("swep").stderr
    refused = ragatta("sweep", "--limt", "3")
    assert (refused.returncode, refused.stderr.count("\n")) == (1, 1)
    assert "--limt: no such option; did you mean --limit" in refused.stderr
    assert ragatta("regress", "--gate").returncode == 2, "1 is a regression"


@pytest.mark.parametrize("target", VERBS)
def test_every_verb_has_help_of_one_screen_with_every_option_once(target: str) -> None:
    given = Given({})
    command = VERBS[target].words(given)
    lines = help_of(target, VERBS[target].help, given.read).splitlines()
    assert lines[0].startswith(f"ragatta {target}: ")
    assert [line.split()[:2] for line in lines if line.startswith("  ragatta")] == [["ragatta", target]] * 2
    assert max(map(len, lines)) <= WIDTH
    options = re.findall(r"--[\w-]+(?=.*  )", "\n".join(lines[: lines.index("Examples:")]))
    assert len(options) == len({*options})
    shown = {*options} | {"--args"}
    assert {option(name) for name in given.read} <= shown
    source = (ROOT / command[0].replace(".", "/")).with_suffix(".py")
    if source.is_file() and "add_argument(" in (text := source.read_text(encoding="utf-8")) and target != "regress":
        own = re.findall(r'"(--[\w-]+)"', text)
        assert {*own} <= shown | {*OTHER_NAMES}
        assert unknown(target, ["--nothing", *own], given.read)[0].startswith(f"ragatta {target} --nothing: no such")


def test_the_help_s_words_are_hydra_s() -> None:
    options = {name for action in get_args_parser()._actions for name in action.option_strings if name[:2] == "--"}
    assert options - {"--help", "--config-dir"} == {*HYDRA}


def test_the_command_runs_a_verb_s_module() -> None:
    done = ragatta("score", "--from", "/nowhere.jsonl")
    assert done.returncode == 1
    assert "/nowhere.jsonl" in done.stderr
    assert "--dry-run" in ragatta("sweep", "-h").stdout


def test_the_makefile_and_the_command_say_the_same_of_a_verb() -> None:
    said = dict(re.findall(r"^([a-z][\w-]*): .*## (.*)$", MAKEFILE, re.MULTILINE))
    wanted = {name: verb.help for name, verb in VERBS.items() if name not in NO_TARGETS}
    assert {name: said[name] for name in wanted} == wanted
