"""The border between the core and the extensions: what the core needs is in the core."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from standins.sources import ROOMS, ROOT, sources

EXTENSIONS = sorted(path.name for path in (ROOT / "extensions").iterdir() if path.is_dir() and path.name[0] not in "._")
CORE = tuple(room for room in ROOMS if room != "extensions")
DOTTED = re.compile(r"\bextensions[./](\w+)")  # of a module or a path, also within a text
WORDS = re.compile(r"judge|oracle|studio|bundle|scripted|service", re.IGNORECASE)  # by which extensions are known
# Where the core has such a word in its names or texts, by why.
MEANT = {
    ("judge", "a person, a rule or a record judges"): """
        eval/by_rule.py eval/gate/decision.py eval/items.py eval/people.py eval/record/applied.py eval/record/making.py
        eval/record/own.py eval/scorers/exact_match.py eval/scorers/score.py eval/scorers/sub_answers.py
        eval/statistics/comparison.py eval/statistics/drawing.py eval/sub_answers.py
        experiments/commands/check_questions.py experiments/commands/regress.py experiments/commands/verdicts.py
        experiments/gate/headline.py
        experiments/gate/junit.py experiments/gate/markdown.py experiments/gate/replay.py experiments/gate/result.py
        experiments/gate/run.py experiments/running/race.py experiments/results/audit.py
        experiments/results/deciding.py experiments/results/drawing.py
        experiments/results/evidence.py experiments/results/open_answers.py experiments/results/reading.py
        experiments/results/undecided.py pipeline/machine/secrets.py""",
    ("judge", "a model that a scorer asks: its calls, costs and records are as those of any"): """
        eval/metrics.py eval/scoring.py experiments/forecast/announcing.py experiments/launching/finishing.py
        experiments/on_record/calibrations.py experiments/resources/judge.py
        experiments/resources/models.py experiments/running/scoring.py experiments/running/variation.py
        experiments/results/outputs.py experiments/results/summary.py pipeline/llm/calling.py""",
    ("judge", "what it left in a run or a bundle is read and shown where it is away too"): """
        experiments/bundle/archive.py experiments/bundle/called.py experiments/bundle/importing.py
        experiments/bundle/rescoring.py experiments/on_record/places.py experiments/results/cells.py
        experiments/results/console.py experiments/results/differences.py experiments/results/judged.py
        experiments/results/notes.py experiments/results/printed.py experiments/results/tables.py
        experiments/tracking/spans.py""",
    ("judge", "judgements of relevance that come with a collection of texts"): """
        experiments/commands/data.py experiments/corpora/beir.py experiments/resources/ranking.py
        experiments/running/ranked.py""",
    ("bundle", "reading one is the core's: the gate replays from it, and scores are made anew over it"): """
        experiments/bundle/__init__.py experiments/bundle/archive.py experiments/bundle/called.py
        experiments/bundle/importing.py experiments/bundle/own.py experiments/bundle/rescoring.py
        experiments/commands/regress.py experiments/gate/expected.py experiments/gate/replay.py
        experiments/gate/result.py experiments/gate/run.py experiments/paths.py experiments/on_record/places.py
        experiments/resources/index.py experiments/results/reading.py experiments/results/writing.py
        pipeline/llm/recorded.py""",
    ("bundle", "certificates of an environment"): """
        experiments/corpora/programs.py pipeline/documents/parsers/docling.py""",
    ("oracle", "a recorded run that was handed gold is a bound, where the diagnosis is away too"): """
        experiments/gate/measured.py experiments/results/cautions.py experiments/results/deciding.py
        experiments/results/notes.py experiments/results/reading.py pipeline/types.py""",
    ("scripted", "a recorded run without a model is no result, where the script is away too"): """
        experiments/commands/compare.py experiments/results/cautions.py experiments/results/comparison_screen.py
        experiments/results/notes.py""",
    ("scripted", "the kind of parts that reply to tasks"): "pipeline/llm/scripting.py",
    ("studio", "the next step that is said to a user, and the order of --help"): """
        eval/gold/importers.py experiments/command_line/commands.py experiments/commands/init.py
        experiments/composing/chosen.py
        experiments/faults.py experiments/results/decision_words.py experiments/tracking/descriptions.py""",
    ("studio", "the folder of kept pictures"): "pipeline/drawing/pages.py",
    ("service", "a setting of systems outside, in labels and addresses"): """
        experiments/composing/labels.py pipeline/machine/secrets.py""",
    ("service", "a word of OpenTelemetry"): "experiments/tracking/otlp.py",
}  # fmt: skip


@cache
def named(path: Path) -> frozenset[str]:
    """The extensions that a file names in an import or in a text that is no docstring."""
    return frozenset(
        name for text in _texts(ast.parse(path.read_text(encoding="utf-8"))) for name in DOTTED.findall(text)
    )


def words(path: Path) -> set[str]:
    """Those of WORDS that the names and texts of a file have, but for docstrings and comments."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    names = [name for node in ast.walk(tree) for name in _names(node)]
    return {found.lower() for text in (*names, *_texts(tree)) for found in WORDS.findall(text)}


def _names(node: ast.AST) -> list[str]:
    written = (getattr(node, part, None) for part in ("id", "attr", "name", "arg", "module"))
    return [name for name in written if isinstance(name, str)]


def _texts(tree: ast.Module) -> Iterator[str]:
    said = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from (f"{node.module or ''}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in said:
            yield node.value


def test_the_core_names_no_extension() -> None:
    assert not {(path, name) for path in sources(*CORE) for name in named(path)}


@pytest.mark.parametrize("extension", EXTENSIONS)
def test_an_extension_names_no_other(extension: str) -> None:
    assert not {name for path in sources(f"extensions/{extension}") for name in named(path)} - {extension}


def test_the_core_has_a_word_for_an_extension_only_for_a_reason() -> None:
    found = {(word, path.relative_to(ROOT).as_posix()) for path in sources(*CORE) for word in words(path)}
    assert found == {(word, file) for (word, _), files in MEANT.items() for file in files.split()}


COMPUTED = {
    "pipeline/plugins/registry.py": "a part, found by its kind",
    "pipeline/llm/templates.py": "files that modules reach, for the prompts in them",
    "ragatta/__init__.py": "its own interface",
}


def test_a_computed_name_is_imported_by_the_registry_alone() -> None:
    found = {
        path.relative_to(ROOT).as_posix()
        for path in sources(*CORE)
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call)
        and "import_module" in (getattr(node.func, "id", ""), getattr(node.func, "attr", ""))
    }
    assert found == {*COMPUTED}


def test_a_name_is_seen_however_it_is_written(tmp_path: Path) -> None:
    file = tmp_path / "file.py"
    file.write_text(
        '"""Of extensions/said."""\nfrom ragatta.extensions.one import x\nimport ragatta.extensions.two.y\n'
        "def late():\n    import_module('ragatta.extensions.three.z')\n    return ROOT / 'extensions/four'\n"
        "from ragatta.extensions import five\n"
    )
    assert named(file) == {"one", "two", "three", "four", "five"}
