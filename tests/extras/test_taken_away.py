"""Every extension can be taken away: what remains has its commands, answers questions, and can be imported whole."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from standins.clone import ROOMS, copied, python_path
from standins.sources import ROOT
from tests.test_extensions import EXTENSIONS

LEAST = "extractive"  # answers without a model
TESTS = ["-n", "3", "--dist", "loadfile", "--no-loadscope-reorder", "--ignore=tests/extras"]  # as `make test`
ALL_MODULES = """
import sys
from importlib import import_module
from pathlib import Path
for room in ("conf", "eval", "experiments", "extensions", "pipeline"):
    for file in sorted(Path(sys.argv[1], room).rglob("*.py")):
        name = ".".join(("ragatta", *file.relative_to(sys.argv[1]).with_suffix("").parts)).removesuffix(".__init__")
        if "._" not in name and ".tests" not in name and not name.endswith("smollm2"):
            import_module(name)
"""


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return copied(tmp_path_factory.mktemp("whole") / "clone", ROOT / ".cache/models")


def without(whole: Path, folder: Path, *extensions: str) -> Path:
    """The clone without these extensions, as an installation lays it out."""
    shutil.copytree(whole, folder, symlinks=True)
    for name in extensions:
        shutil.rmtree(folder / "extensions" / name)
    return folder


def run(clone: Path, home: Path, *words: str) -> str:
    environment = {**os.environ, "PYTHONPATH": python_path(clone), "RAGATTA_HOME": str(home)}
    done = subprocess.run(
        [sys.executable, "-P", *words], cwd=clone, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]
    return done.stdout


@pytest.mark.parametrize("extension", [name for name in EXTENSIONS if name != LEAST])
def test_without_one_the_others_work(whole: Path, tmp_path: Path, documents: Path, extension: str) -> None:
    clone = without(whole, tmp_path / "clone", extension)
    commands = run(clone, tmp_path, "-m", "ragatta", "--help")
    assert "sweep" in commands
    files = ["--pdfs", str(documents / "pdfs"), "--questions", str(documents / "questions.csv")]
    swept = run(clone, tmp_path, "-m", "ragatta", "sweep", "--limit", "6", *files)
    assert "hybrid_search" in swept
    run(clone, tmp_path, "-c", ALL_MODULES, str(clone))


def test_earlier_runs_stay_readable(whole: Path, tmp_path: Path, documents: Path) -> None:
    files = ["--pdfs", str(documents / "pdfs"), "--questions", str(documents / "questions.csv")]
    run(whole, tmp_path, "-m", "ragatta", "sweep", "--grid", "none", "tracking=off", *files)
    (saved,) = tmp_path.glob("outputs/runs/*/config.yaml")
    less = without(whole, tmp_path / "less", "judges", "diagnosis", "guarded")
    again = ["-m", "ragatta", "run", "--config", str(saved), "tracking.mlflow=false"]
    run(less, tmp_path, *again)
    (other,) = {*tmp_path.glob("outputs/runs/*/config.yaml")} - {saved} or {saved}
    assert "judge" not in other.read_text(encoding="utf-8")
    run(whole, tmp_path, "-m", "ragatta", "run", "--config", str(other), "tracking.mlflow=false")


def test_with_the_rules_alone_the_core_works(whole: Path, tmp_path: Path, documents: Path) -> None:
    clone = without(whole, tmp_path / "clone", *(name for name in EXTENSIONS if name != LEAST))
    assert "sweep" in run(clone, tmp_path, "-m", "ragatta", "--help")
    files = ["--pdfs", str(documents / "pdfs"), "--questions", str(documents / "questions.csv")]
    assert "hybrid_search" in run(clone, tmp_path, "-m", "ragatta", "sweep", *files)
    run(clone, tmp_path, "-c", ALL_MODULES, str(clone))


def test_with_the_rules_alone_the_tests_pass(tmp_path: Path) -> None:
    clone = tmp_path / "clone"
    tracked = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    for name in tracked.rstrip("\0").split("\0"):
        if not name.startswith("extensions/") or name.startswith(f"extensions/{LEAST}/"):
            (clone / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, clone / name)
    for room in (*ROOMS, "datasets", "locks"):
        (clone / "ragatta" / room).symlink_to(f"../{room}")
    (clone / ".cache").mkdir()
    (clone / ".cache/models").symlink_to(ROOT / ".cache/models")
    named = ["-c", "user.name=a", "-c", "user.email=a@example.org"]
    for words in (["init", "-q"], ["add", "."], [*named, "commit", "-qm", "core"]):  # some tests read the last commit
        subprocess.run(["git", *words], cwd=clone, check=True)
    own = {name: value for name, value in os.environ.items() if not name.startswith(("PYTEST_", "RAGATTA_"))}

    def tested(*words: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-m", "pytest", *words, "--tb=short"],
            cwd=clone, env={**own, "PYTHONPATH": str(clone)}, capture_output=True, text=True, check=False,
        )  # fmt: skip

    if tested(*TESTS).returncode:  # beside three processes some wait longer than they may
        alone = tested("--last-failed", "--last-failed-no-failures=none", "--ignore=tests/extras")
        assert alone.returncode == 0, alone.stdout[-5000:] + alone.stderr[-2000:]
