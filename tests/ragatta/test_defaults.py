from pathlib import Path

import pytest

from ragatta.defaults import folder_options, with_options
from ragatta.experiments.faults import Fault

OPTIONS = {"pdfs": "pdfs", "questions": "q.yaml", "config_dir": "conf", "sweep": "mine"}
OF_SWEEP = {"DATASET", "PDFS", "QUESTIONS", "SWEEP"}
OWN = {"RAGATTA_PDFS": "pdfs", "RAGATTA_QUESTIONS": "q.yaml"}


def test_a_command_takes_what_it_reads_and_was_not_given() -> None:
    assert with_options({}, [], OF_SWEEP, OPTIONS) == ({**OWN, "RAGATTA_SWEEP": "mine"}, ["--config-dir", "conf"])
    assert with_options({}, [], {"A", "B"}, OPTIONS) == ({}, [])
    given = {"RAGATTA_PDFS": "other", "RAGATTA_SWEEP": "six"}
    assert with_options(given, [], OF_SWEEP, OPTIONS)[0] == {**given, "RAGATTA_QUESTIONS": "q.yaml"}


@pytest.mark.parametrize("words", [["--grid", "six"], ["chunking=page,document"], ["experiment=six"]])
def test_a_grid_of_the_commands_own_is_taken_alone(words: list[str]) -> None:
    assert with_options({}, words, OF_SWEEP, OPTIONS)[0] == OWN


def test_another_dataset_has_its_own_documents() -> None:
    assert with_options({"RAGATTA_DATASET": "uda"}, [], OF_SWEEP, OPTIONS)[0] == {"RAGATTA_DATASET": "uda"}
    assert with_options({}, ["dataset=uda"], OF_SWEEP, OPTIONS)[0] == {}
    assert with_options({}, ["--config-dir", "mine"], OF_SWEEP, OPTIONS)[1] == ["--config-dir", "mine"]


def test_the_file_is_checked(tmp_path: Path) -> None:
    file = tmp_path / "ragatta.yaml"
    assert folder_options(file) == {}
    file.write_text("pdfs: papers\nsweep:\n", encoding="utf-8")
    assert folder_options(file) == {"pdfs": "papers"}
    file.write_text("pdf: papers\n", encoding="utf-8")
    with pytest.raises(Fault, match="unknown key 'pdf'; did you mean pdfs"):
        folder_options(file)
