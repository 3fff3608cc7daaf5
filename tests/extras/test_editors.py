"""Editors find what a name of `ragatta` means, through the links that `make setup` makes (make setup-editors)."""

from __future__ import annotations

import ast
import json
import random
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
EDITORS = ROOT / ".cache/editors/bin"
ROOMS = ("conf", "eval", "experiments", "extensions", "pipeline")
DRAWN = 100
LOOK = """
import json, sys
from pathlib import Path
import jedi

root = Path(sys.argv[1])
project = jedi.Project(root, environment_path=root / ".venv")
for path, line, column in json.load(sys.stdin):
    found = jedi.Script(path=path, project=project).goto(line, column, follow_imports=True)
    print(json.dumps([str(Path(one.module_path).resolve()) for one in found if one.module_path]))
"""

pytestmark = pytest.mark.skipif(not EDITORS.exists(), reason="needs make setup-editors")


def test_a_language_server_resolves_every_import_of_ragatta() -> None:
    done = subprocess.run(
        [EDITORS / "basedpyright", "--outputjson"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    told = json.loads(done.stdout)
    assert told["summary"]["filesAnalyzed"] > 1500
    messages = [one["message"] for one in told["generalDiagnostics"] if "could not be resolved" in one["message"]]
    assert not [message for message in messages if '"ragatta' in message]


@pytest.mark.parametrize("opened", ["ragatta", "."])
def test_go_to_definition_finds_names_drawn_at_random(opened: str) -> None:
    names = random.Random(7).sample(sorted(imported()), DRAWN)
    places = [[str(ROOT / opened / path), line, column] for path, line, column in names]
    done = subprocess.run(
        [EDITORS / "python", "-c", LOOK, ROOT], input=json.dumps(places), capture_output=True, text=True, check=True
    )
    found = [json.loads(line) for line in done.stdout.splitlines()]
    rooms = [ROOT / room for room in ROOMS]
    own = [paths for paths in found if any(Path(path).is_relative_to(room) for path in paths for room in rooms)]
    assert len(found) == DRAWN
    assert len(own) >= 0.95 * DRAWN


def imported() -> Iterator[tuple[str, int, int]]:
    """Where a file imports a name of another room: its path, line and column."""
    for file in (file for room in ROOMS for file in (ROOT / room).rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("ragatta."):
                for name in node.names:
                    yield file.relative_to(ROOT).as_posix(), name.lineno, name.col_offset
