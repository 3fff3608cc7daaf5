"""The identity of a callable: its own files, and no others."""

from __future__ import annotations

from pathlib import Path

import pytest

from ragatta.extensions.contestants.services.python import Python, code_of
from ragatta.pipeline.llm.seam import ModelUnavailable


def test_a_callable_is_what_its_own_files_are(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its own, those of its package and of folders beside it on the path; no others."""
    here, beside = tmp_path / "here", tmp_path / "beside"
    for folder in (here, beside):
        monkeypatch.syspath_prepend(str(folder))
    files = {
        here / "own_package/chain.py": "import parts_of_tests\nimport json, pydantic\n\n\ndef say(_): return 'so'\n",
        here / "own_package/__init__.py": "",
        here / "parts_of_tests.py": "from beside_of_tests import steps\n",
        beside / "beside_of_tests/steps.py": "def later(): import broken_of_tests\n",
        beside / "broken_of_tests.py": "print 'of Python 2'\n",
        here / "own_package/unused.py": "",
    }
    for file, text in files.items():
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    settings = Python(options={"target": "own_package.chain:say"})
    settings.connect()
    known = {code_of("own_package.chain")}
    for file in files:
        file.write_text(files[file] + "A = 2\n")
        known.add(code_of("own_package.chain"))
    assert len(known) == len(files), "all but the last"
    with pytest.raises(ModelUnavailable, match=r"own_package\.chain has changed since this process imported it"):
        settings.connect()
