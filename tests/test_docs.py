"""Nothing that the docs name goes stale: commands, overrides, grids, modules, files."""

from __future__ import annotations

import ast
import re
import shlex
import sys
from collections.abc import Mapping
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType, SimpleNamespace

import numpy as np
import pytest

from ragatta.eval.scorers import SCORERS
from ragatta.experiments.composing.overrides import compose_grid
from ragatta.given import Given
from ragatta.pipeline.architectures import ARCHITECTURES
from ragatta.pipeline.documents.corpus import document_text
from ragatta.pipeline.documents.parsers import PARSERS
from ragatta.pipeline.index.chunker import CHUNKERS, Sizes
from ragatta.pipeline.index.cutting import wrong_pieces
from ragatta.pipeline.index.embedder import EMBEDDERS
from ragatta.pipeline.protocols import lacking, unlike
from ragatta.pipeline.types import Answer, Page
from ragatta.verbs import VERBS, unread

pytestmark = pytest.mark.usefixtures("one_composer")
ROOT = Path(__file__).resolve().parent.parent
ROOMS = ("conf", "pipeline", "reader", "eval", "experiments", "ragatta")  # of the product
DOCS = sorted(
    [*ROOT.glob("*.md"), *ROOT.glob("docs/*.md"), *ROOT.glob("datasets/*/README.md"), *ROOT.glob("conf/*/*.yaml")]
)
TARGETS = set(re.findall(r"^([a-z][\w-]*):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
EXPERIMENTS = {path.stem for path in ROOT.glob("conf/experiment/*.yaml")}
FREE = re.compile(r"^WORDS := ((?:.*\\\n)*.*)", re.MULTILINE)
WORDS = " ".join(FREE.findall((ROOT / "Makefile").read_text(encoding="utf-8"))).split()
MAKE = re.compile(r"^[ ]*make ([a-z][\w-]*)((?:[ ]+[A-Z]+=(?:\"[^\"]*\"|'[^']*'|[^\s`\"]+))*)", re.MULTILINE)

FILE = re.compile(r"`((?:pipeline|eval|experiments|tests|conf|benchmarks|docs)/[\w/]+\.(?:py|yaml|md|json))`")


def text(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def commands() -> list[tuple[str, str, str]]:
    """(file, target, variables) of every make command in a code span, a code block or a config's header."""
    return [
        (path.relative_to(ROOT).as_posix(), target, variables.strip())
        for path in DOCS
        for target, variables in MAKE.findall("\n".join(code(path)))
    ]


def code(path: Path) -> list[str]:
    if path.suffix == ".yaml":
        return [line.lstrip("# ") for line in text(path).splitlines() if line.startswith("#")]
    blocks = re.findall(r"```\w*\n(.*?)```", text(path), re.DOTALL)
    return [*blocks, *re.findall(r"`([^`\n]+(?:\n[^`\n]+)?)`", re.sub(r"```.*?```", "", text(path), flags=re.DOTALL))]


def anchors(path: Path) -> set[str]:
    """The headings of a Markdown file as GitHub links to them."""
    headings = re.findall(r"^#+ (.+)$", re.sub(r"```.*?```", "", text(path), flags=re.DOTALL), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@cache
def points(*overrides: str) -> int:
    """How many the overrides compose to; most commands have none."""
    return len(compose_grid(list(overrides)))


def refused(target: str, given: Mapping[str, str]) -> list[str]:
    """The variables that the target does not read."""
    if target not in VERBS:
        return []
    environment = {f"RAGATTA_{name}": value for name, value in given.items()} | {"RAGATTA_WRITTEN": " ".join(given)}
    handed = Given(environment)
    VERBS[target].words(handed)
    return unread(target, handed.read, environment)


def test_there_are_commands_to_check() -> None:
    assert len(commands()) > 20


@pytest.mark.parametrize("command", sorted({(target, variables) for _, target, variables in commands()}), ids=" ".join)
def test_a_make_command_of_the_docs_can_be_run(command: tuple[str, str]) -> None:
    target, variables = command
    assert target in TARGETS
    given = dict(word.split("=", 1) for word in shlex.split(variables))
    assert given.keys() <= {*WORDS, "PYTHON"}
    assert not refused(target, given)
    if "SWEEP" in given:
        assert given["SWEEP"] in EXPERIMENTS  # each is composed in tests/experiments/composing
    groups = {"DATASET": "dataset", "LLM": "llm", "ARCHITECTURE": "architecture", "VARIATION": "variation"}
    overrides = [f"{groups[name]}={value}" for name, value in given.items() if name in groups]
    overrides += [word for word in given.get("ARGS", "").split() if "..." not in word]
    if given.get("VARIATION") != "deep_window" and "prompts=builtin,terse" not in overrides:  # the reader's own files
        assert points(*overrides)


@pytest.mark.parametrize("path", [p for p in DOCS if p.suffix == ".md"], ids=lambda p: p.relative_to(ROOT).as_posix())
def test_modules_and_links_of_the_docs_exist(path: Path) -> None:
    for module in re.findall(r"python -m ((?:experiments|benchmarks|eval)\.\w+)", text(path)):
        assert find_spec(module), f"{path.name}: {module}"
    for link, anchor in re.findall(r"\]\((?!https?:)([^)#]*)(?:#([^)]+))?\)", text(path)):
        assert (path.parent / link).exists(), f"{path.name}: {link}"
        assert not anchor or anchor in anchors(path.parent / link if link else path), f"{path.name}: {link}#{anchor}"
    for name in FILE.findall(text(path)):
        assert (ROOT / name).exists(), f"{path.name}: {name}"


def test_pages_that_the_code_names_exist() -> None:
    named = {
        (path, page)
        for room in (*ROOMS, "benchmarks")
        for path in (ROOT / room).rglob("*.py")
        for page in re.findall(r"docs/[\w-]+\.md", text(path))
    }
    assert not [f"{path}: {page}" for path, page in named if not (ROOT / page).exists() and "api.md" not in page]


def reachable(start: Path) -> set[Path]:
    """The Markdown pages that links lead to, directly or over other pages."""
    found, waiting = {start}, [start]
    while waiting:
        path = waiting.pop()
        links = re.findall(r"\]\((?!https?:)([^)#]+\.md)", text(path))
        new = {(path.parent / link).resolve() for link in links} - found
        found |= new
        waiting += new
    return found


def test_every_page_is_reached_from_the_readme_and_is_in_the_index() -> None:
    assert {*ROOT.glob("docs/*.md"), *ROOT.glob("datasets/*/README.md")} <= reachable(ROOT / "README.md")
    index = text(ROOT / "docs" / "README.md")
    assert not [
        page.name for page in ROOT.glob("docs/*.md") if f"({page.name}" not in index and page.name != "README.md"
    ]


@cache
def messages() -> str:
    """Every text in the product's code, one a line, "..." for what is filled in."""
    sources = [path for room in ROOMS for path in (ROOT / room).rglob("*.py")]
    nodes = [node for path in sources for node in ast.walk(ast.parse(text(path)))]
    whole = [
        "".join(str(part.value) if isinstance(part, ast.Constant) else "..." for part in node.values)
        for node in nodes
        if isinstance(node, ast.JoinedStr)
    ]
    return "\n".join(
        [*whole, *(node.value for node in nodes if isinstance(node, ast.Constant) and type(node.value) is str)]
    )


@pytest.mark.parametrize(
    "message", re.findall(r"^\| `([^`]+)` \|", text(ROOT / "docs" / "troubleshooting.md"), re.MULTILINE)
)
def test_a_message_of_troubleshooting_is_one_of_the_code(message: str) -> None:
    parts = [part for part in message.split("...") if len(part.strip()) > 2]
    pattern = ".*?".join(re.escape(part.strip()) for part in parts)
    assert re.search(pattern, messages())


MODULES = [
    block
    for path in DOCS
    if path.suffix == ".md"
    for block in re.findall(r"```python\n(.*?)```", text(path), re.DOTALL)
    if re.search("^def ", block, re.MULTILINE)
]
KINDS = {
    "open_pdf": PARSERS,
    "open_embedder": EMBEDDERS,
    "pieces": CHUNKERS,
    "answer": ARCHITECTURES,
    "metrics": SCORERS,
}


def test_each_part_of_the_docs_is_a_module_to_check() -> None:
    assert len(MODULES) == len(KINDS)


@pytest.mark.parametrize("name", KINDS)
def test_a_part_of_the_docs_can_be_imported_and_follows_its_protocol(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("importlib.metadata.version", lambda _: "2.0")
    for absent in ("pymupdf", "pymupdf4llm"):
        monkeypatch.setitem(sys.modules, absent, ModuleType(absent))
    (source,) = (block for block in MODULES if f"\ndef {name}(" in f"\n{block}")
    part, protocol = ModuleType(name), KINDS[name].protocol
    exec(source, vars(part))
    assert lacking(protocol, part) == [*unlike(protocol, part)] == []
    if name == "pieces":
        pages = [Page("a.txt", 1, "Some words."), Page("a.txt", 2, "More.")]
        whole = Sizes(lambda text: iter([(0, len(text))]), lambda _: True, 100, 0, len)
        assert wrong_pieces([*part.pieces(pages, (), whole)], document_text(pages), 2) == ""
    if name == "open_embedder":
        assert np.shape(part.open_embedder(None, None).embed(["a", "b"])) == (2, 26)
    if name == "metrics":
        assert part.metrics(SimpleNamespace(answer=Answer("answered", ""))) == {"answered": 1.0}
