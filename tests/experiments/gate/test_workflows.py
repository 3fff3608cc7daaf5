"""The steps of workflows that run the gate: the scripts as GitHub runs them, with a stand-in for the command."""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
import yaml

from ragatta.experiments.commands.init import FILES
from ragatta.experiments.paths import ROOT

WORKFLOWS = {
    "action.yml": ROOT / "action.yml",
    "of the clone": ROOT / ".github/workflows/ragatta.yml",
    "of ragatta init": FILES / "workflow.yml",
}


def gate_step(file: Path) -> Mapping[str, Any]:
    written = yaml.safe_load(file.read_text(encoding="utf-8").replace("@VERSION@", "1.0"))
    steps = written["runs"]["steps"] if "runs" in written else written["jobs"]["gate"]["steps"]
    (step,) = [one for one in steps if "regress" in one.get("run", "").replace("outputs/regress", "")]
    return dict(step)


def run_gate(step: Mapping[str, Any], folder: Path, code: int, fail: str = "false") -> tuple[int, str]:
    """The exit code and the output of the step where the gate ends with `code`."""
    for command in (folder / "ragatta", folder / ".venv/bin/ragatta"):
        command.parent.mkdir(parents=True, exist_ok=True)
        command.write_text(f"#!/bin/sh\nexit {code}\n", encoding="utf-8")
        command.chmod(0o755)
    environment = {**os.environ, "PATH": f"{folder}{os.pathsep}{os.environ['PATH']}", "ARGUMENTS": "", "FAIL": fail}
    shell = ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", step["run"]]
    done = subprocess.run(shell, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout


@pytest.mark.parametrize("name", WORKFLOWS)
def test_only_an_inconclusive_gate_warns(name: str, tmp_path: Path) -> None:
    step = gate_step(WORKFLOWS[name])
    for code in (0, 1, 2):
        assert run_gate(step, tmp_path, code) == (code, "")
    assert run_gate(step, tmp_path, 3) == (
        0,
        "::warning title=Regression gate::inconclusive, see the job's summary\n",
    )


def test_an_inconclusive_gate_fails_the_action_if_it_is_told_to(tmp_path: Path) -> None:
    step = gate_step(WORKFLOWS["action.yml"])
    assert run_gate(step, tmp_path, 3, fail="true") == (3, "")
    assert step["env"]["FAIL"] == "${{ inputs.fail-if-inconclusive }}"


@pytest.mark.parametrize("name", WORKFLOWS)
def test_every_action_is_pinned_and_every_package_is_of_a_lock(name: str) -> None:
    text = WORKFLOWS[name].read_text(encoding="utf-8")
    used = re.findall(r"uses: (\S+)", text)
    assert used
    assert all(re.fullmatch(r"[\w/-]+@[0-9a-f]{40}", one) for one in used)
    installs = re.findall(r"pip install (.+)", text)
    assert all(one.startswith(("--require-hashes ", "--no-deps ")) for one in installs)
