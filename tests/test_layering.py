"""Data flows one way: each room imports only what lies to its left."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent

# Left to right; a room is a file or a folder of pipeline/. Rooms on one line do not see each other.
ROOMS = (
    ("types", "techniques", "files", "enumeration", "leaders"),
    ("settings", "identity", "tasks"),
    ("reading", "parsers"),
    ("pages",),
    ("chunking",),
    ("chunks",),
    ("quantization", "model_files", "model_choice", "minilm", "embedding", "vectors"),
    ("collection",),
    ("retrieval",),
    ("llm",),
    ("trace",),
    ("toolbox",),
    ("agents",),
    ("summaries", "architectures"),
)
LEVEL = {room: level for level, rooms in enumerate(ROOMS) for room in rooms}
FOREIGN = {"hydra", "omegaconf", "mlflow", "eval", "experiments", "conf", "torch"}


def sources(folder: str) -> list[Path]:
    return sorted((ROOT / folder).rglob("*.py"))


def imported(path: Path) -> set[str]:
    """Every dotted name that a file imports, also inside functions."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            names.add(node.module)
            names.update(f"{node.module}.{alias.name}" for alias in node.names)
    return names


def room(path: Path) -> str:
    return path.relative_to(ROOT / "pipeline").parts[0].removesuffix(".py")


@pytest.mark.parametrize("path", sources("pipeline"), ids=lambda p: str(p.relative_to(ROOT)))
def test_pipeline_imports_only_what_lies_to_its_left(path: Path) -> None:
    here = room(path)
    if here == "__init__":
        return
    assert here in LEVEL, f"say in this test where the room {here} lies"
    for name in imported(path):
        parts = name.split(".")
        assert parts[0] not in FOREIGN, f"{path.name} imports {name}"
        if parts[0] == "pipeline" and len(parts) > 1 and parts[1] in LEVEL and parts[1] != here:
            same_line = LEVEL[parts[1]] == LEVEL[here] and len(ROOMS[LEVEL[here]]) > 4
            assert LEVEL[parts[1]] < LEVEL[here] or same_line, f"{here} imports {parts[1]}, which lies to its right"


@pytest.mark.parametrize("path", sources("eval"), ids=lambda p: str(p.relative_to(ROOT)))
def test_scoring_knows_no_experiments(path: Path) -> None:
    assert not {name.split(".")[0] for name in imported(path)} & {
        "experiments",
        "conf",
        "hydra",
        "mlflow",
        "chromadb",
    }


@pytest.mark.parametrize(
    ("package", "home"), [("chromadb", "pipeline/collection"), ("mlflow", "experiments/tracking.py")]
)
def test_a_heavy_package_has_one_home(package: str, home: str) -> None:
    users = {
        path.relative_to(ROOT).as_posix()
        for folder in ("pipeline", "eval", "experiments")
        for path in sources(folder)
        if any(name.split(".")[0] == package for name in imported(path))
    }
    assert all(user.startswith(home) for user in users)


def test_datasets_is_no_package() -> None:
    assert not (ROOT / "datasets" / "__init__.py").exists(), "it would shadow a well-known package"
