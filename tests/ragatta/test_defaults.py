from pathlib import Path

import pytest

from ragatta import defaults
from ragatta.defaults import folder_file, folder_options, grid_told, taken, takes_default, told, with_options
from ragatta.experiments.faults import Fault

OPTIONS = {"pdfs": "pdfs", "questions": "q.yaml", "config_dir": "conf", "sweep": "mine"}
OF_SWEEP = {"DATASET", "SPLIT", "PDFS", "QUESTIONS", "SWEEP"}
OWN = {"pdfs": "pdfs", "questions": "q.yaml", "config_dir": "conf"}


def test_a_command_takes_what_it_reads_and_was_not_given() -> None:
    assert taken({"RAGATTA_LLM": ""}, [], OF_SWEEP, OPTIONS) == OPTIONS
    assert taken({}, [], {"A", "B"}, OPTIONS) == {}
    assert taken({}, [], {"KINDS"}, OPTIONS) == {"config_dir": "conf"}  # of the verb `parts`
    assert taken({}, [], {"DATASET"}, OPTIONS) == {}  # of the verb `data`, which composes nothing
    given = {"RAGATTA_PDFS": "other", "RAGATTA_SWEEP": "six"}
    assert taken(given, [], OF_SWEEP, OPTIONS) == {"questions": "q.yaml", "config_dir": "conf"}
    assert taken({}, ["--config-dir", "mine"], OF_SWEEP, {"config_dir": "conf"}) == {}
    assert with_options({"A": "b"}, ["x=y"], {"pdfs": "p", "config_dir": "c"}) == (
        {"A": "b", "RAGATTA_PDFS": "p"},
        ["x=y", "--config-dir", "c"],
    )


@pytest.mark.parametrize(
    "words",
    [
        ["--grid", "six"],
        ["--grid=six"],
        ["chunking=page,document"],
        ["retrieval.top_k=3,5,10", "tracking=off"],
        ["+retrieval.top_k=range(1,5)"],
        ["variation='glob(*)'"],
        ["variation=baseline"],
        ["experiment=six"],
        ["--multirun", "tracking=off"],
    ],
)
def test_a_grid_of_the_commands_own_is_taken_alone(words: list[str]) -> None:
    assert taken({}, words, OF_SWEEP, OPTIONS) == OWN
    assert grid_told({}, words, OPTIONS).endswith(", in place of mine")


@pytest.mark.parametrize(
    "word",
    ["tracking=off", "llm=ollama", "scoring.names=[a,b]", "llm.options={a: 1, b: 2}", "llm.model='a,b'", "a=int(3)"],
)
def test_a_word_that_sets_one_value_keeps_the_folders_grid(word: str) -> None:
    assert taken({}, [word], OF_SWEEP, OPTIONS) == OPTIONS
    assert taken({"RAGATTA_ARGS": f'"{word}"'}, [], OF_SWEEP, OPTIONS) == OPTIONS


def test_variables_have_a_grid_of_their_own_too() -> None:
    assert taken({"RAGATTA_VARIATION": "baseline"}, [], OF_SWEEP, OPTIONS) == OWN
    assert taken({"RAGATTA_ARGS": "retrieval.top_k=3,5,10"}, [], OF_SWEEP, OPTIONS) == OWN


@pytest.mark.parametrize(
    ("environment", "words", "options", "said"),
    [
        ({}, ["tracking=off"], {}, "six, the default one"),
        ({"RAGATTA_SWEEP": "seven"}, [], {}, "sweep=seven"),
        ({"RAGATTA_ARGS": "retrieval.top_k=3,5,10"}, [], {}, "retrieval.top_k=3,5,10"),
        ({}, ["--grid", "six"], {"sweep": "mine"}, "--grid six, in place of mine"),
    ],
)
def test_the_grid_is_named(environment: dict[str, str], words: list[str], options: dict[str, str], said: str) -> None:
    assert grid_told(environment, words, options) == f"grid: {said}"


def test_another_dataset_has_its_own_documents() -> None:
    assert taken({"RAGATTA_DATASET": "uda"}, [], OF_SWEEP, OPTIONS) == {"config_dir": "conf"}
    assert taken({}, ["dataset=uda"], OF_SWEEP, OPTIONS) == {"config_dir": "conf"}


def test_other_documents_have_their_own_questions_and_other_questions_the_same_documents() -> None:
    assert taken({}, ["--pdfs", "other"], {"PDFS", "QUESTIONS"}, OPTIONS) == {}
    assert taken({}, ["--questions=other"], {"PDFS", "QUESTIONS"}, OPTIONS) == {"pdfs": "pdfs"}


def test_a_command_that_names_no_documents_takes_the_default_ones() -> None:
    assert takes_default({"RAGATTA_PDFS": ""}, ["retrieval.top_k=3"], OF_SWEEP)
    assert not takes_default({}, [], {"SWEEP_ID", "OUT"})
    for given in ({"RAGATTA_PDFS": "pdfs"}, {"RAGATTA_DATASET": "uda"}, {"RAGATTA_CONFIG": "a.yaml"}):
        assert not takes_default(given, [], OF_SWEEP)
    for word in ("--pdfs", "--questions=q.yaml", "dataset=uda", "dataset.pdfs=x"):
        assert not takes_default({}, [word], OF_SWEEP)


def test_the_file_is_found_above_and_its_paths_are_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    below = tmp_path / "notes/2024"
    below.mkdir(parents=True)
    monkeypatch.chdir(below)
    assert not folder_file(below, below.parents).exists()
    file = tmp_path / "ragatta.yaml"
    file.write_text("pdfs: pdfs\nquestions: /q.yaml\nsweep: mine\n", encoding="utf-8")
    assert folder_file(below, below.parents) == file
    assert folder_file(below) == Path("ragatta.yaml")
    with monkeypatch.context() as elsewhere:
        elsewhere.setattr(defaults, "_owner", lambda path: path == file)
        assert folder_file(below, below.parents) == Path("ragatta.yaml")  # another user's
    options = folder_options(file, OF_SWEEP)
    assert options == {"pdfs": str(tmp_path / "pdfs"), "questions": "/q.yaml", "sweep": "mine"}
    assert told(file, options) == f"{file}: --pdfs {tmp_path}/pdfs, --questions /q.yaml, --sweep mine"
    monkeypatch.chdir(tmp_path)
    assert folder_options(folder_file(tmp_path), OF_SWEEP)["pdfs"] == "pdfs"


def test_the_file_is_checked(tmp_path: Path) -> None:
    file = tmp_path / "ragatta.yaml"
    assert folder_options(file, OF_SWEEP) == {}
    file.write_text("pdfs: papers\nsweep:\n", encoding="utf-8")
    assert folder_options(file, OF_SWEEP) == {"pdfs": str(tmp_path / "papers")}
    assert folder_options(file, {"KINDS"}) == folder_options(file, OF_SWEEP)
    file.write_text("pdf: papers\n", encoding="utf-8")
    with pytest.raises(Fault, match="unknown key 'pdf'; did you mean pdfs"):
        folder_options(file, OF_SWEEP)
    assert folder_options(file, {"GATE", "UPDATE"}) == {}  # such a command ends with its own code
    file.write_text("pdfs: [a, b]\n", encoding="utf-8")
    with pytest.raises(Fault, match="pdfs takes one text"):
        folder_options(file, OF_SWEEP)
    file.write_text("pdfs: ~/papers\n", encoding="utf-8")
    assert folder_options(file, OF_SWEEP) == {"pdfs": str(Path.home() / "papers")}
