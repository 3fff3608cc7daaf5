"""The tests that are run for a mutant, and the lines that are drawn."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.mutants import drawn, near


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    monkeypatch.chdir(tmp_path)
    of = {
        "pipeline/index/cut.py": "LEAST = 3\nMOST = 5\n",
        "pipeline/index/use.py": "from ragatta.pipeline.index.cut import LEAST\nALL = 1\n",
        "pipeline/other.py": "OTHER = 1\n",
        "tests/pipeline/index/test_beside.py": "",
        "tests/pipeline/index/test_cut.py": "from ragatta.pipeline.index.cut import MOST\n",
        "tests/pipeline/test_above.py": "",
        "tests/eval/test_far.py": "import ragatta.pipeline.index.use\n",
        "tests/eval/test_direct.py": "from ragatta.pipeline.index import cut\n",
        "tests/eval/test_other.py": "",
    }
    for name, text in of.items():
        Path(name).parent.mkdir(parents=True, exist_ok=True)
        Path(name).write_text(text, encoding="utf-8")
    return list(of)


def test_the_nearest_tests_come_first(files: list[str]) -> None:
    assert near("pipeline/index/cut.py", files) == [
        ["tests/pipeline/index/test_cut.py"],
        ["tests/eval/test_direct.py", "tests/pipeline/index/test_beside.py"],
        ["tests/eval/test_far.py", "tests/pipeline/test_above.py"],
    ]


def test_lines_of_a_room_are_drawn_once_each(files: list[str]) -> None:
    room = ("pipeline/index", "pipeline/retrieval")
    all_lines = drawn(room, files, 40, seed=1)
    assert sorted((one.file, one.change.after) for one in all_lines) == [
        ("pipeline/index/cut.py", "LEAST = 4"),
        ("pipeline/index/cut.py", "MOST = 6"),
        ("pipeline/index/use.py", "ALL = 2"),
    ]
    assert drawn(room, files, 2, seed=1) == all_lines[:2]
    assert [one.file for one in drawn(("pipeline",), files, 40, seed=1)] == ["pipeline/other.py"]
