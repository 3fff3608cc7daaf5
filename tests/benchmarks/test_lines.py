"""Lines are counted by room, on disk and in a revision."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from benchmarks.lines import of_revision, of_tree
from ragatta.experiments.faults import Fault


def test_lines_by_room_of_the_tree_and_of_a_revision(tmp_path: Path) -> None:
    def git(*arguments: str) -> None:
        named = ("-c", "user.name=a", "-c", "user.email=a@example.org")
        subprocess.run(["git", *named, *arguments], cwd=tmp_path, check=True, capture_output=True)

    def write(name: str, lines: int) -> None:
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("x\n" * lines, encoding="utf-8")

    git("init", "-q")
    write("pipeline/text/words.py", 3)
    write("eval/expected.yaml", 100)  # no code
    write("conf/config.yaml", 2)
    write("docs/design.md", 5)
    write("other/words.py", 7)
    write(".gitignore", 0)
    git("add", ".")
    git("commit", "-qm", "first")
    write("pipeline/text/words.py", 4)
    write("pipeline/types.py", 1)  # not tracked yet
    (tmp_path / "docs" / "design.md").unlink()
    (tmp_path / ".gitignore").write_text("ignored.py\n", encoding="utf-8")
    write("pipeline/ignored.py", 9)

    assert of_revision(tmp_path, "HEAD") == {"pipeline": 3, "conf": 2, "docs": 5}
    assert of_tree(tmp_path) == {"pipeline": 5, "conf": 2}
    with pytest.raises(Fault, match="nowhere"):
        of_revision(tmp_path, "nowhere")
