"""Passwords come from the environment, and no message holds one."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from ragatta.conf.schema import Dataset
from ragatta.experiments.corpora.passwords import VARIABLE, common_passwords, passwords_of
from ragatta.experiments.faults import Fault


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name in ("a.pdf", "b.pdf"):
        (tmp_path / name).write_bytes(b"")
    return tmp_path


def test_a_dataset_names_the_variable_of_each_file(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OF_A", "secret")
    assert passwords_of(Dataset(passwords={"a.pdf": "OF_A"}), folder) == {"a.pdf": "secret"}
    with pytest.raises(Fault, match=r"dataset\.passwords\.b\.pdf: the environment variable OF_B is not set"):
        passwords_of(Dataset(passwords={"b.pdf": "OF_B"}), folder)


def test_the_environment_holds_those_of_every_dataset(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    given = json.dumps({"a.pdf": "first", "b.pdf": "second", "elsewhere.pdf": "third"})
    monkeypatch.setenv("OF_A", "own")
    for value in (given, str(folder / "passwords.json")):
        (folder / "passwords.json").write_text(given)
        monkeypatch.setenv(VARIABLE, value)
        assert passwords_of(Dataset(passwords={"a.pdf": "OF_A"}), folder) == {"a.pdf": "own", "b.pdf": "second"}
        assert passwords_of(Dataset(), folder) == {"a.pdf": "first", "b.pdf": "second"}


@pytest.mark.parametrize(
    ("value", "what"),
    [
        ('{"a.pdf": "hush"', "it is not valid JSON"),
        ('{"a.pdf": ["hush"]}', "it must be an object of file names and passwords"),
        ("/nowhere/hush.json", "No such file or directory"),
    ],
)
def test_a_fault_names_the_variable_and_not_what_it_holds(
    monkeypatch: pytest.MonkeyPatch, value: str, what: str
) -> None:
    monkeypatch.setenv(VARIABLE, value)
    with pytest.raises(Fault, match=rf"{VARIABLE}: {what}; give JSON such as") as fault:
        common_passwords()
    assert "hush" not in str(fault.value)
