"""locks/lean.lock has all that Ragatta imports: in an environment of it every module is imported, but where an extra is
named, and a sweep, a report, a gate and an export run. It installs about 70 packages from the package index."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.installs import LOCKS, built, installed, ran, used

IMPORTED = """
import sys
from importlib import import_module
from pathlib import Path
import ragatta
from ragatta.experiments.extras import missing
root = Path(ragatta.__file__).parent
sys.path.append(str(root / "datasets"))  # as a generator is run
for path in sorted(root.rglob("*.py")):
    words = path.relative_to(root).with_suffix("").parts
    words = words[1:] if words[0] == "datasets" else ("ragatta", *words)
    name = ".".join(words).removesuffix(".__init__")
    try:
        import_module(name)
    except ModuleNotFoundError as fault:
        print(missing(fault.name) or f"{name} imports {fault.name}, which no extra brings")
    else:
        print(name)
"""


@pytest.fixture(scope="module")
def lean(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("lean")
    installed("lean", built(folder), folder / "environment")
    return folder / "environment"


def test_every_module_is_imported(lean: Path) -> None:
    lines = ran(lean, "venv/bin/python", "-P", "-W", "ignore", "-c", IMPORTED).splitlines()
    assert len([line for line in lines if " " not in line]) > 600, lines
    assert {line.partition(" is not")[0] for line in lines if " " in line} == {"reportlab"}


def test_a_sweep_a_report_a_gate_and_an_export_run(lean: Path) -> None:
    used(lean / "venv", lean / "work", lean / "cache")


def test_what_is_left_out_is_in_no_lock_and_all_else_is_there(lean: Path) -> None:
    unused = {line for line in (LOCKS / "unused.txt").read_text(encoding="utf-8").splitlines() if line[0] != "#"}
    for name in ("setup", "lean", "gate"):
        text = (LOCKS / f"{name}.lock").read_text(encoding="utf-8")
        assert not unused & {line.partition("==")[0] for line in text.splitlines()}
    lacking = ran(lean, "bash", "-c", "venv/bin/python -m pip check || true").splitlines()
    assert {line.split()[3].strip(",") for line in lacking} <= unused, "docs/installed.md says how pip check reads"
