"""What is home: one rule, whether Ragatta is a clone or installed."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from ragatta.experiments.paths import ROOT

TELLS = "from ragatta.experiments import paths; print(paths.HOME); print(paths.EXPECTED); print(paths.OUTPUTS)"


def told(folder: Path, **more: str) -> list[Path]:
    """HOME, the file of the gates and the folder of outputs, of a command of this clone in the folder."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("RAGATTA_")}
    program = [sys.executable, "-P", "-c", TELLS]
    done = subprocess.run(program, cwd=folder, env={**environment, **more}, check=True, capture_output=True, text=True)
    return [*map(Path, done.stdout.splitlines())]


@pytest.mark.parametrize("below", ["", "notes/of/2024"])
def test_a_folder_of_ragatta_init_is_home_for_a_clone_too(tmp_path: Path, below: str) -> None:
    (tmp_path / "ragatta.yaml").touch()
    (tmp_path / below).mkdir(parents=True, exist_ok=True)
    assert told(tmp_path / below) == [tmp_path, tmp_path / "expected.yaml", tmp_path / "outputs"]


def test_elsewhere_the_clone_is_home_and_its_gates_count(tmp_path: Path) -> None:
    gates = ROOT / "eval/expected.yaml"
    assert told(tmp_path) == told(ROOT) == [ROOT, gates, ROOT / "outputs"]
    assert told(tmp_path, RAGATTA_HOME=str(tmp_path)) == [tmp_path, gates, tmp_path / "outputs"]


def test_the_variable_names_home_before_the_folder(tmp_path: Path) -> None:
    (tmp_path / "ragatta.yaml").touch()
    home = tmp_path / "home"
    assert told(tmp_path, RAGATTA_HOME=str(home)) == [home, home / "expected.yaml", home / "outputs"]
