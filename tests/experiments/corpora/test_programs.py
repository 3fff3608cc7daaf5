"""A dataset's own program is run with what it needs of the environment."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from ragatta.experiments.corpora.programs import Program
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
