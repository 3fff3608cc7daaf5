"""No command ends in a traceback, whatever its arguments are.

Each command is given some of the values, its arguments in turn; over all commands each value comes many times.
"""

from __future__ import annotations

import json
import os
import shlex
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click
import pytest

from ragatta.experiments.command_line.commands import GROUP
from standins.commands import ROOT, Commands
from standins.hostile import values
from standins.pdfs import write_pdf
from tests.experiments.conftest import PAGES, QUESTIONS

MOST = 25  # lines of a command


@dataclass(frozen=True)
class Place:
    """A folder to run in, with the sweep of a few documents."""

    commands: Commands
    folder: Path
    environment: dict[str, str]
    documents: dict[str, str]
    values: Sequence[str]
    needed: dict[str, list[str]]  # the words of commands that write beside their home, or would take minutes

    def run(self, program: str, *words: str, module: str = "ragatta") -> str:
        environment = {**self.environment, "PYTHONPATH": str(ROOT)} if module != "ragatta" else self.environment
        done = self.commands.run(program, words, self.folder, environment, program=module)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout


@pytest.fixture(scope="module")
def place(commands: Commands, tmp_path_factory: pytest.TempPathFactory) -> Place:
    base = tmp_path_factory.mktemp("hostile")
    (base / "pdfs").mkdir()
    for name, pages in PAGES.items():
        write_pdf(base / "pdfs" / name, pages)
    (base / "questions.csv").write_text(QUESTIONS, encoding="utf-8")
    folder = base / "far/below/for/paths/upwards"
    folder.mkdir(parents=True)
    environment = {**os.environ, "RAGATTA_HOME": str(base / "far/below/home")}
    documents = {"pdfs": str(base / "pdfs"), "questions": str(base / "questions.csv")}
    gate = ["--expected", str(base / "expected.yaml")]
    needed = {"tune": ["--trials", "1"], "prompts": ["--config-dir", str(base / "conf")], "regress": gate}
    made = Place(commands, folder, environment, documents, values(base / "values"), needed)
    sweep = ["sweep", "--grid", "none", *options(documents), "tracking=off"]
    made.run(*sweep)
    made.run("regress", *gate, "--update", "--gate", "g", "--command", shlex.join(["ragatta", *sweep]))
    return made


def options(given: dict[str, str]) -> list[str]:
    return [word for name, value in given.items() for word in (f"--{name}", value)]


def lines(name: str, place: Place) -> Iterator[list[str]]:
    """The words of a command, an argument of it with one of the values, the others as they may be meant."""
    parameters = GROUP.command_of(name).params  # type: ignore[union-attr]
    names = {each.name for each in parameters}
    usual = [*(["--dry-run"] if "dry_run" in names else []), *place.needed.get(name, [])]
    documents = place.documents if {*place.documents} <= names else {}
    taken = [each for each in parameters if not getattr(each, "is_flag", False)]
    arguments = [each for each in taken if isinstance(each, click.Argument)]
    first = GROUP.list_commands().index(name) * MOST
    for at in range(MOST):
        chosen, value = taken[at % len(taken)], place.values[(first + at) % len(place.values)]
        others = options({key: path for key, path in documents.items() if key != chosen.name})
        if chosen in arguments:
            given = [value if each is chosen else "latest:baseline" for each in arguments]
        else:
            given = [chosen.opts[-1], value]
        yield [name, *usual, *others, *given]


@pytest.mark.parametrize("name", GROUP.list_commands())
def test_a_command_names_what_is_wrong_with_its_arguments(name: str, place: Place, tmp_path: Path) -> None:
    file = tmp_path / "lines.json"
    file.write_text(json.dumps([*lines(name, place)]), encoding="ascii")
    said = place.run(str(file), module="tests.standins.hostile")
    failed: list[dict[str, Any]] = [json.loads(each) for each in said.splitlines()]
    assert not failed, "\n".join("\n".join([repr(one["words"])[:400], *one["said"]]) for one in failed)
