"""What ragatta.yaml gives a command, and what of it a command's own words replace."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from ragatta.experiments import paths
from ragatta.experiments.command_line import folder_options
from ragatta.experiments.command_line.commands import command
from ragatta.experiments.command_line.hydra_options import Flags, hydra_options
from ragatta.experiments.command_line.options import CONFIG_DIR, chooses, option
from ragatta.experiments.composing.chosen import Chosen
from ragatta.experiments.faults import Fault

FILE = "pdfs: pdfs\nquestions: q.yaml\nconfig_dir: conf\nsweep: mine\n"
ALL = Chosen((), "mine", "pdfs", "q.yaml", "conf")
OWN = ("pdfs", "q.yaml", "conf")


@command("Says what it is handed.", "probe")
@chooses(grid=True)
def probe(chosen: Chosen) -> Chosen:
    return chosen


@command("Is a Hydra program.", "hydra")
@chooses(grid=True)
@hydra_options
def program(chosen: Chosen, flags: Flags) -> Chosen:
    assert flags.given
    return chosen


@command("Takes no documents.", "parts")
@CONFIG_DIR
def parts(**handed: Any) -> dict[str, Any]:
    return handed


@command("Takes nothing of a folder.", "gate")
@option("--gate", default="")
def gate(**handed: Any) -> dict[str, Any]:
    return handed


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The ragatta.yaml of the current folder."""
    monkeypatch.chdir(tmp_path)
    Path("ragatta.yaml").write_text(FILE, encoding="utf-8")
    monkeypatch.setattr(folder_options, "FOLDER_FILE", Path("ragatta.yaml"))
    return Path("ragatta.yaml")


def given(*words: str) -> Chosen:
    with probe.make_context("probe", [*words]) as context:
        found: Chosen = probe.invoke(context)
        return found


@pytest.mark.usefixtures("file")
def test_a_command_takes_what_it_reads_and_was_not_given() -> None:
    assert given() == ALL
    with parts.make_context("parts", []) as context:
        assert parts.invoke(context) == {"config_dir": "conf"}
    assert given("--config-dir", "mine") == Chosen((), "mine", "pdfs", "q.yaml", "mine")


@pytest.mark.usefixtures("file")
@pytest.mark.parametrize(
    "words",
    [
        ["chunking=page,document"],
        ["retrieval.top_k=3,5,10", "tracking=off"],
        ["+retrieval.top_k=range(1,5)"],
        ["variation='glob(*)'"],
        ["variation=baseline"],
        ["experiment=six"],
    ],
)
def test_a_grid_of_the_commands_own_is_taken_alone(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert given(*words) == Chosen(tuple(words), "", *OWN)
    assert ", in place of mine" in capsys.readouterr().err


@pytest.mark.usefixtures("file")
def test_so_is_what_a_multirun_is_given() -> None:
    with program.make_context("hydra", ["--multirun", "tracking=off"]) as context:
        assert program.invoke(context) == Chosen(("tracking=off",), "", *OWN)


@pytest.mark.usefixtures("file")
@pytest.mark.parametrize(
    "word",
    ["tracking=off", "llm=ollama", "scoring.names=[a,b]", "llm.options={a: 1, b: 2}", "llm.model='a,b'", "a=int(3)"],
)
def test_a_word_that_sets_one_value_keeps_the_folders_grid(word: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert given(word).grid == "mine"
    monkeypatch.setenv("RAGATTA_ARGS", f'"{word}"')
    assert given().grid == "mine"


@pytest.mark.usefixtures("file")
def test_a_named_grid_or_variation_takes_its_place(capsys: pytest.CaptureFixture[str]) -> None:
    assert given("--grid", "six") == Chosen((), "six", *OWN)
    assert given("--variation", "baseline") == Chosen(("variation=baseline",), "", *OWN)
    said = capsys.readouterr().err
    assert "grid: --sweep six, in place of mine" in said
    assert "grid: --variation baseline, in place of mine" in said


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["tracking=off"], "six, the default one"),
        (["--sweep", "seven"], "--sweep seven"),
        (["retrieval.top_k=3,5,10"], "retrieval.top_k=3,5,10"),
    ],
)
def test_the_grid_is_named(words: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    given(*words)
    assert capsys.readouterr().err == f"{folder_options.DEFAULT}; grid: {said}\n"


@pytest.mark.usefixtures("file")
def test_what_is_given_has_its_own_documents_and_questions() -> None:
    assert given("--dataset", "uda") == Chosen(("dataset=uda",), config_dir="conf")
    assert given("dataset=uda") == Chosen(("dataset=uda",), config_dir="conf")
    assert given("--pdfs", "other") == Chosen((), "mine", "other", "", "conf")
    assert given("--questions", "other") == Chosen((), "mine", "pdfs", "other", "conf")


def test_a_command_that_names_no_documents_takes_the_default_ones(
    capsys: pytest.CaptureFixture[str],
) -> None:
    given("retrieval.top_k=3")
    assert capsys.readouterr().err.startswith(folder_options.DEFAULT)
    for words in (["--pdfs", "pdfs"], ["--questions=q.yaml"], ["dataset=uda"], ["dataset.pdfs=x"]):
        given(*words)
        assert folder_options.DEFAULT not in capsys.readouterr().err


def test_documents_that_are_here_and_not_named_are_asked_about(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(folder_options, "FOLDER_FILE", None)
    Path("pdfs").mkdir()
    with pytest.raises(Fault, match="run ragatta init in this folder, or name --pdfs pdfs"):
        given()
    assert given("--pdfs", "pdfs").pdfs == "pdfs"
    assert given("--dataset", "filings").settings


def test_the_file_is_found_above_and_its_paths_are_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    below = tmp_path / "notes/2024"
    below.mkdir(parents=True)
    monkeypatch.chdir(below)
    monkeypatch.delenv("RAGATTA_HOME", raising=False)
    assert paths.folder_file() is None
    file = tmp_path / "ragatta.yaml"
    file.write_text("pdfs: pdfs\nquestions: /q.yaml\nsweep: mine\n", encoding="utf-8")
    assert paths.folder_file() == file
    with monkeypatch.context() as elsewhere:
        elsewhere.setattr(paths, "owner", lambda path: path == file)
        assert paths.folder_file() is None, "it is another user's"
    monkeypatch.setattr(folder_options, "FOLDER_FILE", file)
    assert given() == Chosen((), "mine", str(tmp_path / "pdfs"), "/q.yaml")
    monkeypatch.chdir(tmp_path)
    assert paths.folder_file() == Path("ragatta.yaml")


def test_the_file_is_checked(file: Path) -> None:
    file.write_text("pdfs: ~/papers\nsweep:\n", encoding="utf-8")
    assert given() == Chosen((), "", str(Path.home() / "papers"))
    for text, said in (
        ("pdf: papers\n", "unknown key 'pdf'; did you mean pdfs"),
        ("pdfs: [a, b]\n", "pdfs takes one text"),
        ("[a]", "must be a mapping"),
        ("a: [", "no YAML"),
    ):
        file.write_text(text, encoding="utf-8")
        with pytest.raises(Fault, match=said):
            given()
    with gate.make_context("gate", []) as context:
        assert gate.invoke(context) == {"gate": ""}, "such a command ends with its own code"
