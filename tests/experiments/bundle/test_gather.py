"""What may leave in a bundle."""

from __future__ import annotations

import pytest

from ragatta.conf.schema import Config
from ragatta.experiments.bundle.gather import _check_private
from ragatta.experiments.faults import Fault


@pytest.mark.parametrize(
    "name", ["AWS_SECRET_ACCESS_KEY", "GITHUB_TOKEN", "DB_PASSWORD", "SMTP_PASSWD", "BASIC_AUTH", "db_pwd"]
)
def test_no_value_of_a_secret_in_the_environment(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.setenv(name, "hunter2-hunter2")
    with pytest.raises(Fault, match=f"answers.jsonl holds the value of {name}"):
        _check_private({"answers.jsonl": "The password is hunter2-hunter2."}, Config())


def test_other_variables_and_short_values_are_no_secrets(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PWD", "/home/of/somebody")
    monkeypatch.setenv("GREETING", "good morning")
    monkeypatch.setenv("ANSWER_KEY", "42")
    _check_private({"answers.jsonl": "good morning from /home/of/somebody, 42"}, Config())
