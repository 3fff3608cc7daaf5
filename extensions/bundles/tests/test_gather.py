"""A bundle holds none of the secrets of the environment."""

from __future__ import annotations

import json

import pytest

from ragatta.conf.schema import Config
from ragatta.experiments.faults import Fault
from ragatta.extensions.bundles.gather import _check_private

SECRET = 'four "plain" wörds'


@pytest.mark.parametrize(
    "variable", ["OTHER_API_KEY", "HF_TOKEN", "AWS_SECRET_ACCESS_KEY", "DB_PASSWORD", "SMTP_PASSWD"]
)
@pytest.mark.parametrize("text", [SECRET, json.dumps({"text": SECRET}), json.dumps({"t": SECRET}, ensure_ascii=False)])
def test_the_value_of_any_secret_is_found_by_the_variables_name(
    monkeypatch: pytest.MonkeyPatch, variable: str, text: str
) -> None:
    _check_private({"replies.jsonl": text}, Config())
    monkeypatch.setenv(variable, SECRET)
    with pytest.raises(Fault, match=rf"replies\.jsonl holds the value of {variable}") as caught:
        _check_private({"replies.jsonl": text}, Config())
    assert "plain" not in str(caught.value)


def test_other_variables_and_short_values_are_no_secrets(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PWD", "/home/of/somebody")
    monkeypatch.setenv("GREETING", "good morning")
    monkeypatch.setenv("ANSWER_KEY", "42")
    _check_private({"answers.jsonl": "good morning from /home/of/somebody, 42"}, Config())
