"""What a type checker makes of a user's file, where the package is installed as the wheel has it (basedpyright: make
setup-editors)."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from sysconfig import get_paths

import pytest

ROOT = Path(__file__).resolve().parents[2]
PYRIGHT = ROOT / ".cache/editors/bin/basedpyright"
PROGRAM = """\
from ragatta import ask, compare, latest, sweep

found = sweep("variation=baseline,hybrid_search", pdfs="pdfs", questions="questions.yaml")
reveal_type(found)
reveal_type(found.frame)
reveal_type(ask("When?", pdfs="pdfs"))
reveal_type(compare("latest:baseline", "latest:hybrid_search"))
reveal_type(latest())
sweep(pdfs=3)
compare("one")
found.fram
"""
TYPES = ("SweepResults", "DataFrame", "Answer", "DataFrame", "SweepResults")  # in lines 4 to 8
FAULTS = {9: '"pdfs"', 10: '"b"', 11: '"fram"'}


@pytest.fixture(scope="module")
def python(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An environment whose packages are those of this one, with the package beside them in its own folder."""
    folder = tmp_path_factory.mktemp("typed")
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", folder / "venv"], check=True)
    (packages,) = folder.glob("venv/lib/python*/site-packages")
    (packages / "all.pth").write_text(f"{get_paths()['purelib']}\n", encoding="utf-8")
    (packages / "ragatta").symlink_to(ROOT / "ragatta")
    (folder / "user.py").write_text(PROGRAM, encoding="utf-8")
    return folder / "venv/bin/python"


def told(python: Path, checker: Sequence[str | Path]) -> list[str]:
    """The lines that a checker says of the user's file."""
    folder = python.parents[2]
    done = subprocess.run([*checker, "user.py"], cwd=folder, capture_output=True, text=True, check=False)
    return [line.strip() for line in done.stdout.splitlines() if "user.py:" in line]


def check(lines: Sequence[str], said: str) -> None:
    """`said`: how the checker tells a type."""
    found = {number: [line for line in lines if f"user.py:{number}:" in line] for number in range(1, 12)}
    for number, name in enumerate(TYPES, 4):
        assert any(said in line and name in line for line in found[number]), found[number]
    for number, words in FAULTS.items():
        assert any("error" in line and words in line for line in found[number]), found[number]
    assert not found[1], "the package is found, with its types"


def test_mypy_sees_the_types_of_the_interface(python: Path) -> None:
    cache = python.parents[2] / "cache"
    check(
        told(python, [sys.executable, "-m", "mypy", "--python-executable", python, "--cache-dir", cache]),
        "Revealed type",
    )


@pytest.mark.skipif(not PYRIGHT.exists(), reason="needs make setup-editors")
def test_pyright_sees_the_types_of_the_interface(python: Path) -> None:
    check(told(python, [PYRIGHT, "--pythonpath", python]), "Type of")
