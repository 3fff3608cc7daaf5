"""Nothing that the docs name goes stale: commands, overrides, grids, modules, files."""

from __future__ import annotations

import ast
import re
import shlex
import sys
from dataclasses import replace
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from benchmarks.stamps import PAGES as PAGES_WITH_STAMPS
from benchmarks.stamps import tables
from ragatta.conf.schema import Config
from ragatta.eval.metrics import Metric
from ragatta.eval.scorers import Given, declared, wrong_scorer
from ragatta.eval.scoring_settings import Scoring
from ragatta.experiments.command_line.commands import GROUP, Command
from ragatta.experiments.command_line.options import KEYS
from ragatta.experiments.composing.choices import files_of
from ragatta.experiments.composing.composer import OPEN, Composer
from ragatta.experiments.composing.config import flat
from ragatta.experiments.composing.kinds import keys as technique_keys
from ragatta.experiments.composing.overrides import compose_grid
from ragatta.experiments.faults import Fault
from ragatta.pipeline.documents.corpus import document_text
from ragatta.pipeline.index.chunker import Sizes
from ragatta.pipeline.index.cutting import wrong_pieces
from ragatta.pipeline.llm.call_options import KNOWN, agents_of
from ragatta.pipeline.llm.seam import Backend, Message, Request
from ragatta.pipeline.llm.templates import templates
from ragatta.pipeline.plugins.identity import digest
from ragatta.pipeline.plugins.protocols import lacking
from ragatta.pipeline.tasks.orders import FindOrders
from ragatta.pipeline.types import Answer, Options, Page, Question
from standins.sources import sources as product

pytestmark = pytest.mark.usefixtures("one_composer")
ROOT = Path(__file__).resolve().parent.parent
ROOMS = ("conf", "pipeline", "extensions", "eval", "experiments", "ragatta")  # of the product
PAGES = ("*.md", "docs/*.md", "datasets/*/README.md", "extensions/*/*.md")
DOCS = sorted(
    path for pattern in (*PAGES, "conf/**/*.yaml", "extensions/*/conf/**/*.yaml") for path in ROOT.glob(pattern)
)
# The docs are of the whole: what they say is checked where no extension is taken away.
WHOLE = pytest.mark.needs(*re.findall(r"\]\(\.\./extensions/(\w+)/", (ROOT / "docs/extensions.md").read_text("utf-8")))
MAKEFILES = [ROOT / "Makefile", *ROOT.glob("extensions/*/setup.mk")]
OF_MAKE = {name for file in MAKEFILES for name in re.findall(r"^([a-z][\w-]*):", file.read_text("utf-8"), re.MULTILINE)}
BOTH_SPELLINGS = ("README.md", "docs/design.md")  # the pages that show a command as make's too
EXPERIMENTS = {*files_of("experiment"), "none"}
MAKE = re.compile(r"^ *make ([a-z][\w-]*)((?: +[A-Z]+=(?:\"[^\"]*\"|'[^']*'|[^\s`\"]+))*)", re.MULTILINE)
# Behind "$ ", "command: " and variables too, up to a second column or a comment.
RAGATTA = re.compile(r"^(?:\$ |.*(?:: |=\S+ ))? *ragatta ([a-z][\w-]*)(?= |$)(.*?)(?= {2}| # |$)", re.MULTILINE)
MODULE = re.compile(r"python -m ((?:benchmarks|tests)\.\w+)(.*?)(?= {2}| # |$)", re.MULTILINE)
SETTING = re.compile(r"([a-z]\w*(?:\.\w+)*)(?:=(\S*))?")
A_FILE = re.compile(r".*\.(?:py|js|csv|tsv|jsonl?|yaml|md|html|sqlite|lock|log)")
OF_OTHERS = {"--serve-artifacts", "--no-serve-artifacts"}  # options of MLflow
READERS = re.compile(
    r"\b(?:deep_window|terse|ours|soups|mine|power|wanted|letters|deep|brevity)\b"
)  # what the reader is to write

FILE = re.compile(
    r"`((?:pipeline|eval|experiments|extensions|tests|conf|benchmarks|docs)/[\w/]+\.(?:py|yaml|md|json))`"
)


def text(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def commands(pattern: re.Pattern[str]) -> list[tuple[str, str, str]]:
    """(file, command, its words) of every command in a code span, a code block or a config's header."""
    return [
        (path.relative_to(ROOT).as_posix(), name, words.strip())
        for path in DOCS
        if path.name != "CHANGELOG.md"
        for block in code(path)
        for name, words in pattern.findall(block)
    ]


def code(path: Path) -> list[str]:
    if path.suffix == ".yaml":
        return [line.lstrip("# ") for line in text(path).splitlines() if line.startswith("#")]
    blocks = re.findall(r"```\w*\n(.*?)```", text(path), re.DOTALL)
    spans = re.findall(r"`([^`\n]+(?:\n[^`\n]+){0,2})`", re.sub(r"```.*?```", "", text(path), flags=re.DOTALL))
    whole = [re.sub(r" *\\\n *", " ", block) for block in blocks] + [re.sub(r"\s*\n\s*", " ", span) for span in spans]
    return [one.replace(" && ", "\n") for one in whole]


def anchors(path: Path) -> set[str]:
    """The headings of a Markdown file as GitHub links to them."""
    headings = re.findall(r"^#+ (.+)$", re.sub(r"```.*?```", "", text(path), flags=re.DOTALL), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@cache
def points(*overrides: str) -> int:
    """How many the overrides compose to, most commands have none; 0 where a package of an extra is not installed."""
    try:
        return len(compose_grid(list(overrides)))
    except Fault as fault:
        if all("needs a package: pip install 'ragatta[" in problem for problem in fault.problems):
            return 0
        raise


def command_of(name: str) -> Command:
    found = GROUP.command_of(name)
    assert found, f"ragatta {name}: no such command"
    return found


def test_there_are_commands_to_check() -> None:
    assert len(commands(RAGATTA)) > 200
    assert len(commands(MAKE)) > 20


@WHOLE
@pytest.mark.parametrize("written", sorted({(name, words) for _, name, words in commands(RAGATTA)}), ids=" ".join)
def test_a_command_of_the_docs_can_be_given(written: tuple[str, str]) -> None:
    name, words = written
    is_composed(name, [word for word in shlex.split(words) if word != "--help"])


def is_composed(name: str, words: list[str]) -> None:
    """The command is known, its options are its own, and its settings compose."""
    given = command_of(name).make_context(name, [*words]).params
    assert (given.get("grid") or "none") in EXPERIMENTS  # each is composed in tests/experiments/composing
    overrides = [f"{key}={given[option]}" for option, key in KEYS.items() if name != "data" and given.get(option)]
    overrides += [word for word in given.get("settings", ()) if "=" in word and "..." not in word]
    if not READERS.search(shlex.join(words)):
        assert points(*overrides) or any("e5" in word for word in overrides)


@pytest.mark.parametrize("written", sorted(set(commands(MAKE))), ids=" ".join)
def test_a_make_command_of_the_docs_can_be_given(
    written: tuple[str, str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    page, target, words = written
    given = dict(word.split("=", 1) for word in shlex.split(words))
    if target in OF_MAKE:
        assert {*given} <= {"ARGS", "PYTHON", "TESTS"}
    else:
        assert page in BOTH_SPELLINGS, "commands are ragatta's here"
        assert {*given} <= {*command_of(target).variables()}
        for name, value in given.items():
            monkeypatch.setenv(f"RAGATTA_{name}", value)
        is_composed(target, [])


PROGRAM = re.compile(r"^(?:\$ )?(python -m (\S+)|docker|pip|git|curl|ollama|vllm)\b(.*)$", re.MULTILINE)


@WHOLE
def test_a_file_that_a_command_names_is_here_or_its_line_says_what_writes_it() -> None:
    """Within folders of the repository; others, such as my_pdfs, are the reader's."""
    folders = tuple(f"{path.name}/" for path in ROOT.iterdir() if path.is_dir() and path.name != "outputs")
    lines = [line for path in DOCS if path.name != "CHANGELOG.md" for block in code(path) for line in block.split("\n")]
    named = [
        (word.rpartition("=")[2], line)
        for line in lines
        for _, words in RAGATTA.findall(line)
        for word in words.split()
        if word.rpartition("=")[2].startswith(folders)
    ]
    assert named
    said = " has written"
    assert not [
        line for file, line in named if not (ROOT / file).exists() and said not in line and not READERS.search(line)
    ]


@WHOLE
def test_other_programs_of_the_docs_are_modules_here_or_say_what_they_need() -> None:
    pages = [path for path in DOCS if path.suffix == ".md" and path.name != "CHANGELOG.md"]
    found = [one for path in pages for block in code(path) for one in PROGRAM.findall(block)]
    assert len(found) > 15
    unknown = [
        whole + rest
        for whole, module, rest in found
        if module and not READERS.search(module) and not find_spec(module) and "needs" not in rest
    ]
    assert not unknown


def spans() -> set[str]:
    """What the pages have in single code spans."""
    pages = [path for path in DOCS if path.suffix == ".md" and path.name != "CHANGELOG.md"]
    return {span for path in pages for span in code(path) if "\n" not in span and not READERS.search(span)}


@cache
def known_keys() -> set[str]:
    """Every key of a configuration and every part of one; those of agents also without the architecture's."""
    keys = {*flat(Config()), *technique_keys()}
    keys |= {key.removeprefix("architecture.") for key in keys}
    keys |= {f"agents.{agent}.{option}" for agent in agents_of(templates()) for option in KNOWN}
    return keys | {key.rsplit(".", number)[0] for key in keys for number in range(1, key.count(".") + 1)}


@WHOLE
def test_a_setting_of_the_docs_is_known() -> None:
    beginnings = {key.partition(".")[0] for key in known_keys()}
    written = [found for span in sorted(spans()) if not A_FILE.fullmatch(span) and (found := SETTING.fullmatch(span))]
    unknown = {
        found[0]
        for found in written
        if found[1].partition(".")[0] in beginnings
        and ("." in found[1] or found[2])
        and found[1] not in known_keys()
        and (found[1].startswith("agents.") or not OPEN.match(found[1]))
    }
    groups = Composer("").groups
    unknown |= {
        found[0]
        for found in written
        for name in (found[2] or "").split(",")
        if name and name not in groups.get(found[1], [name])
    }
    assert len(written) > 200
    assert not unknown


@WHOLE
@pytest.mark.parametrize("name", sorted({span.split()[0] for span in spans() if re.match("--[a-z]", span)}))
def test_an_option_of_the_docs_is_one(name: str) -> None:
    assert name in options() | OF_OTHERS or f'"{name}"' in sources("benchmarks")


@cache
def options() -> set[str]:
    """The options of all commands."""
    every = [command_of(name) for name in GROUP.list_commands()]
    return {word for command in every for each in command.params for word in each.opts} | {"--help", "--version"}


@cache
def sources(module: str) -> str:
    """The code of a file or a folder, by its dotted name."""
    place = ROOT.joinpath(*module.split("."))
    files = place.rglob("*.py") if place.is_dir() else [place.with_suffix(".py")]
    return "\n".join(text(path) for path in files)


@pytest.mark.parametrize("written", sorted({(name, words) for _, name, words in commands(MODULE)}), ids=" ".join)
def test_a_benchmark_of_the_docs_takes_its_options(written: tuple[str, str]) -> None:
    module, words = written
    taken = sources(module) + sources("benchmarks.results")  # which has --docs
    if "run_parts" in taken:
        taken += sources("benchmarks.statistics")
    assert all(f'"{word}"' in taken for word in re.findall(r"--[\w-]+", words))


@WHOLE
@pytest.mark.parametrize("path", [p for p in DOCS if p.suffix == ".md"], ids=lambda p: p.relative_to(ROOT).as_posix())
def test_modules_and_links_of_the_docs_exist(path: Path) -> None:
    for module in re.findall(r"python -m ((?:experiments|benchmarks|eval)\.\w+)", text(path)):
        assert path.name == "CHANGELOG.md" or find_spec(module), f"{path.name}: {module}"
    for link, anchor in re.findall(r"\]\((?!https?:)([^)#]*)(?:#([^)]+))?\)", text(path)):
        assert (path.parent / link).exists(), f"{path.name}: {link}"
        assert not anchor or anchor in anchors(path.parent / link if link else path), f"{path.name}: {link}#{anchor}"
    for name in FILE.findall(text(path)):
        assert (ROOT / name).exists(), f"{path.name}: {name}"


def test_pages_that_the_code_names_exist() -> None:
    named = {
        (path, page)
        for room in (*ROOMS, "benchmarks")
        for path in product(room)
        for page in re.findall(r"docs/[\w-]+\.md", text(path))
    }
    assert not [f"{path}: {page}" for path, page in named if not (ROOT / page).exists() and "api.md" not in page]


@pytest.mark.parametrize("page", PAGES_WITH_STAMPS, ids=lambda page: page.name)
def test_every_table_of_figures_says_what_made_it(page: Path) -> None:
    """Whether ragatta's commands can be given, the tests above say."""
    found = [*tables(text(page))]
    assert not [heading for heading, stamp in found if stamp is None]
    for command in {command for _, stamp in found if stamp for command in stamp.commands}:
        program, module, name = [*command.split(), "", ""][:3]
        assert command_of(module) if program == "ragatta" else (program, module) == ("python", "-m") and find_spec(name)
    assert len(found) > 4


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


@WHOLE
def test_every_page_is_reached_from_the_readme_and_is_in_the_index() -> None:
    assert {path for pattern in PAGES[1:] for path in ROOT.glob(pattern)} <= reachable(ROOT / "README.md")
    index = text(ROOT / "docs" / "README.md")
    assert not [
        page.name for page in ROOT.glob("docs/*.md") if f"({page.name}" not in index and page.name != "README.md"
    ]


@cache
def messages() -> str:
    """Every text in the product's code, one a line, "..." for what is filled in."""
    sources = product(*ROOMS)
    nodes = [node for path in sources for node in ast.walk(ast.parse(text(path)))]
    whole = [
        "".join(str(part.value) if isinstance(part, ast.Constant) else "..." for part in node.values)
        for node in nodes
        if isinstance(node, ast.JoinedStr)
    ]
    return "\n".join(
        [*whole, *(node.value for node in nodes if isinstance(node, ast.Constant) and type(node.value) is str)]
    )


TROUBLES = text(ROOT / "docs" / "installed.md").split("## Troubleshooting\n")[1]


@pytest.mark.parametrize("message", re.findall(r"^\| `([^`]+)` \|", TROUBLES, re.MULTILINE))
def test_a_message_of_troubleshooting_is_one_of_the_code(message: str) -> None:
    parts = [part for part in message.split("...") if len(part.strip()) > 2]
    pattern = ".*?".join(re.escape(part.strip()) for part in parts)
    assert re.search(pattern, messages())


BLOCKS = [
    block
    for path in DOCS
    if path.suffix == ".md"
    for block in re.findall(r"```python\n(.*?)```", text(path), re.DOTALL)
]
TECHNIQUES = {base: block for block in BLOCKS for base in re.findall(r"frozen=True\)\nclass \w+\((\w+)\)", block)}


def test_the_command_of_the_docs_is_one(capsys: pytest.CaptureFixture[str]) -> None:
    (source,) = (block for block in BLOCKS if "@command" in block)
    module = ModuleType("hello")
    exec(source, vars(module))
    with module.hello.make_context("hello", ["--name", "Ann"]) as context:
        assert module.hello.invoke(context) == 0
    assert capsys.readouterr().out == "hello Ann\n"


def technique(base: str, monkeypatch: pytest.MonkeyPatch) -> Any:
    module = ModuleType("mine")
    monkeypatch.setitem(sys.modules, "mine", module)
    exec(compile(TECHNIQUES[base], "mine.py", "exec", dont_inherit=True), vars(module))
    (found,) = (
        one for one in vars(module).values() if isinstance(one, type) and base in [b.__name__ for b in one.__bases__]
    )
    return found()


@pytest.mark.parametrize("base", TECHNIQUES)
def test_a_technique_of_the_docs_can_be_made(base: str, monkeypatch: pytest.MonkeyPatch) -> None:
    made = technique(base, monkeypatch)
    assert (made.problems(), made.name) == ([], "mine")
    assert digest(made.identity)


def test_the_backend_of_the_docs_answers_as_its_setting_says(monkeypatch: pytest.MonkeyPatch) -> None:
    backend = replace(technique("LLM", monkeypatch), words=2).connect()
    request = Request(FindOrders(()), (Message("user", "Say it once more."),), {}, Options())
    assert lacking(Backend, backend) == []
    assert (backend.complete(request).text, backend.identity().digest) == ("once more.", "2 words")


def test_the_chunker_of_the_docs_cuts_and_its_embedder_embeds(monkeypatch: pytest.MonkeyPatch) -> None:
    pages = [Page("a.txt", 1, "Some words."), Page("a.txt", 2, "More.")]
    whole = Sizes(lambda text: iter([(0, len(text))]), lambda _: True, 100, 0, len)
    cut = technique("Chunker", monkeypatch).pieces(pages, (), whole)
    assert wrong_pieces([*cut], document_text(pages), 2) == ""
    assert np.shape(technique("Embedder", monkeypatch).open(None).embed(["a", "b"])) == (2, 26)


@pytest.mark.parametrize("source", [block for block in BLOCKS if "(Scorer):" in block])
def test_a_scorer_of_the_docs_makes_what_it_declares(source: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(TECHNIQUES, "Scorer", source)
    scorer = technique("Scorer", monkeypatch)
    assert wrong_scorer(type(scorer)) == []
    made = scorer.score(Given(Question("q", "?", "number", "1"), Answer("answered", "One."), {}))
    assert {*made} == {metric.name for metric in scorer.metrics}
    assert all(0 <= value <= 1 for value in made.values())


@WHOLE
def test_the_table_of_metrics_is_what_scorers_declare() -> None:
    """But for a link at the end of a definition."""
    table = text(ROOT / "docs" / "scoring.md").split("## All metrics")[1].split("## ")[0]
    stated = re.findall(r"^\| `(\w+)` \| (.*?) \| (.*?)(?: \(\[[^]]*\]\([^)]*\)\))? \|$", table, re.MULTILINE)
    assert stated == [
        (name, metric.applies + ("" if on_by_default(metric) else "; off by default"), metric.described(Scoring.cutoff))
        for name, metric in declared().items()
    ]


def on_by_default(metric: Metric) -> bool:
    return not metric.on_request or bool(getattr(Scoring(), metric.on_request))
