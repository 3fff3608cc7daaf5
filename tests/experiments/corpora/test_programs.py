"""A dataset's own program is run with what it needs of the environment."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from ragatta.experiments.corpora.programs import Program
from ragatta.experiments.faults import Fault
from ragatta.experiments.paths import HOME

TELLING = "import json, os, ragatta\nprint(json.dumps(dict(os.environ)))\n"


def test_a_program_is_told_of_the_environment_only_what_it_needs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "soups").mkdir()
    (tmp_path / "soups" / "__main__.py").write_text(TELLING)
    given = {"RAGATTA_DATA": "/data", "LC_TIME": "C.UTF-8", "https_proxy": "http://proxy", "NO_PROXY": "localhost"}
    for name, value in {**given, "SOME_API_KEY": "never handed on", "DATABASE_URL": "sql://me:secret@host"}.items():
        monkeypatch.setenv(name, value)
    done = Program("dataset.importer", "soups", tmp_path).run()
    told = json.loads(done.stdout)
    assert given.items() <= told.items()
    assert told["RAGATTA_HOME"] == str(HOME)
    assert told["PATH"]
    assert not {"SOME_API_KEY", "DATABASE_URL"} & told.keys()


@pytest.mark.parametrize(
    ("package", "said"),
    [
        ("submitit.none", "failed: submitit.none is not installed: pip install 'ragatta[clusters]' (in a clone: make"),
        ("no_package_of_ours", "failed: ModuleNotFoundError: No module named 'no_package_of_ours'"),
    ],
)
def test_a_package_that_is_not_here_is_named_with_its_extra(package: str, said: str, tmp_path: Path) -> None:
    (tmp_path / "soups").mkdir()
    (tmp_path / "soups" / "__main__.py").write_text(f'raise ModuleNotFoundError("No module named {package!r}")\n')
    with pytest.raises(Fault) as fault:
        Program("dataset.generator", "soups", tmp_path).write(tmp_path / "out", "code", [])
    assert said in str(fault.value)


def test_the_code_of_a_program_is_that_of_the_packages_beside_it_too(tmp_path: Path) -> None:
    soups = "from pots.lids import one\nimport json, ladles.long\n"
    codes = {"soups": soups, "pots": "import spoons\n", "ladles": "", "spoons": "", "apart": "import soups\n"}
    for name, text in codes.items():
        (tmp_path / name).mkdir()
        (tmp_path / name / "code.py").write_text(text)
    program = Program("dataset.generator", "soups", tmp_path)
    assert program.packages() == ["soups", "ladles", "pots", "spoons"]
    before = program.code()
    (tmp_path / "apart" / "code.py").write_text("import soups  # no code of soups\n")
    assert program.code() == before
    (tmp_path / "spoons" / "code.py").write_text("SIZE = 3\n")
    assert program.code() != before
