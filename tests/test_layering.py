"""Data flows one way: each room imports only what lies to its left."""

from __future__ import annotations

import ast
import sys
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent

# Left to right; a room is a file or a folder of pipeline/. Rooms on one line do not see each other.
ROOMS = (
    ("types", "machine", "tasks"),
    ("plugins",),
    ("text",),
    ("documents", "llm", "injection"),
    ("tables", "annotations"),
    ("index", "drawing"),
    ("retrieval",),
    ("agents",),
    ("architecture",),
    ("architectures",),
    ("core_settings",),
    ("configuration",),
)
LEVEL = {room: level for level, rooms in enumerate(ROOMS) for room in rooms}
# The same within two folders, whose files that stand in no room see all rooms.
WITHIN = {
    "extensions/extractive": {"question": 0, "calculations": 1, "fields": 1, "prose": 2, "tables": 3},
    "experiments": {
        "progress": 0,
        "on_record": 0,
        "composing": 1,
        "corpora": 1,
        "command_line": 2,
        "starting": 2,
        "resources": 3,
        "results": 4,
        "running": 5,
        "forecast": 6,
        "tracking": 6,
    },
}
OWN = ("pipeline", "eval", "experiments", "extensions")
FOR_ALL = {
    "paths",
    "interrupts",
    "faults",
    "jsonl",
    "counting",
    "extras",
    "fetch_model",
    "stored_drafts",
}  # of experiments/
FOREIGN = {"hydra", "omegaconf", "mlflow", "eval", "experiments", "conf", "torch"}
# Who answers is a choice of the configuration: a Kind (pipeline/plugins/registry.py) finds it, and nobody names it.
BEHIND_THE_SEAM = ("pipeline.llm.backends", "extensions.extractive")
# What a backend from elsewhere may use too.
OPEN_TO_BACKENDS = {"plugins", "llm", "tables", "tasks", "text"}


def sources(folder: str) -> list[Path]:
    return [path for path in sorted((ROOT / folder).rglob("*.py")) if "tests" not in path.relative_to(ROOT).parts]


@cache
def imported(path: Path) -> set[str]:
    """Every dotted name that a file imports, also inside functions, also relatively, also by import_module."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            module = ".".join([*package(path, node.level), *([node.module] if node.module else [])])
            names.add(module)
            names.update(f"{module}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.Call) and getattr(node.func, "attr", getattr(node.func, "id", "")) == "import_module":
            names.update(a.value for a in node.args if isinstance(a, ast.Constant) and isinstance(a.value, str))
    return {name.removeprefix("ragatta.") for name in names}


def package(path: Path, level: int) -> tuple[str, ...]:
    """What `level` dots before an import stand for."""
    return path.relative_to(ROOT).with_suffix("").parts[:-level] if level else ()


def room(path: Path) -> str:
    return path.relative_to(ROOT / "pipeline").parts[0].removesuffix(".py")


def seen(path: Path) -> set[str]:
    """The other rooms of pipeline/ that a file imports."""
    parts = [name.split(".") for name in imported(path)]
    return {part[1] for part in parts if part[0] == "pipeline" and len(part) > 1} - {room(path)}


def test_every_room_has_one_place_and_every_place_a_room() -> None:
    rooms = {room(path) for path in sources("pipeline")} - {"__init__"}
    assert rooms == set(LEVEL)
    assert len(LEVEL) == sum(map(len, ROOMS))


def test_imports_are_found_however_they_are_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.modules[__name__], "ROOT", tmp_path)
    file = tmp_path / "pipeline" / "agents" / "planner.py"
    file.parent.mkdir(parents=True)
    file.write_text(
        "from .. import toolbox\nfrom ..llm import seam\nfrom .router import route\nfrom . import confidence\n"
        "def late():\n    import ragatta.pipeline.documents.pages\n    import_module('ragatta.pipeline.index.chunks')\n"
    )
    assert seen(file) == {"toolbox", "llm", "documents", "index"}
    assert {
        "pipeline.llm.seam",
        "pipeline.agents.router",
        "pipeline.agents.confidence",
    } <= imported(file)


def test_pipeline_imports_only_what_lies_to_its_left() -> None:
    for path in sources("pipeline"):
        assert not {name.split(".")[0] for name in imported(path)} & FOREIGN, path
        for other in seen(path):
            assert LEVEL[other] < LEVEL[room(path)], f"{path} imports {other}, which does not lie to its left"


@pytest.mark.parametrize(("home", "name"), [(home, name) for home, rooms in WITHIN.items() for name in rooms])
def test_a_room_within_a_folder_sees_only_those_to_its_left(home: str, name: str) -> None:
    levels, depth = WITHIN[home], home.count("/") + 1
    for path in sources(f"{home}/{name}"):
        parts = [dotted.split(".") for dotted in imported(path)]
        others = {part[depth] for part in parts if part[:depth] == home.split("/") and len(part) > depth}
        seen_here = others - {name} - FOR_ALL
        assert all(levels.get(other, len(levels)) < levels[name] for other in seen_here), f"{path}: {seen_here}"


def test_nobody_but_the_seam_names_who_answers() -> None:
    for path in sources("pipeline"):
        if room(path) != "llm":
            assert not [name for name in imported(path) if name.startswith(BEHIND_THE_SEAM)], path


def test_the_reader_is_a_backend_like_any_other() -> None:
    for path in sources("extensions/extractive"):
        names = [name.split(".") for name in imported(path)]
        assert {name[1] for name in names if name[0] == "pipeline" and len(name) > 1} <= OPEN_TO_BACKENDS, path
        assert not {name[0] for name in names} & {*FOREIGN, "datasets"}, path


def test_nobody_imports_the_reader() -> None:
    folders = ("pipeline", "eval", "experiments", "extensions", "conf", "benchmarks", "datasets")
    users = {
        path
        for folder in folders
        for path in sources(folder)
        for name in imported(path)
        if name.startswith("extensions.extractive")
    }
    assert not [path for path in users if not path.is_relative_to(ROOT / "extensions/extractive")]


def test_imports_go_in_no_circle() -> None:
    files = {path: imported(path) for folder in (*OWN, "conf") for path in sources(folder)}
    named = {".".join(path.relative_to(ROOT).with_suffix("").parts): path for path in files}
    TopologicalSorter(
        {path: {named[name] for name in names if name in named} for path, names in files.items()}
    ).prepare()


def test_scoring_knows_no_experiments() -> None:
    for path in sources("eval"):
        names = {name.split(".")[0] for name in imported(path)}
        assert not names & {"experiments", "conf", "hydra", "mlflow", "chromadb"}, path


@pytest.mark.parametrize(
    ("package_name", "home"), [("chromadb", "pipeline/index/collection"), ("mlflow", "experiments/tracking")]
)
def test_a_heavy_package_has_one_home(package_name: str, home: str) -> None:
    users = {
        path.relative_to(ROOT).as_posix()
        for folder in ("pipeline", "eval", "experiments")
        for path in sources(folder)
        if any(name.split(".")[0] == package_name for name in imported(path))
    }
    assert users, f"nothing imports {package_name}: this test watches nothing"
    assert not {user for user in users if user != home and not user.startswith(f"{home}/")}


def test_datasets_is_no_package() -> None:
    assert not (ROOT / "datasets" / "__init__.py").exists(), "it would shadow a well-known package"
