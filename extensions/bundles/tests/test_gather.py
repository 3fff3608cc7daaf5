"""A bundle holds none of the secrets of the environment."""

from __future__ import annotations

import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from ragatta.conf.schema import Config
from ragatta.experiments.faults import Fault
from ragatta.extensions.bundles.gather import _check_private, _summaries

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


def test_a_run_whose_summaries_are_gone_has_none(tmp_path: Path) -> None:
    gone = SimpleNamespace(file=lambda _: tmp_path / "pdfium/x.json")
    resources: Any = SimpleNamespace(summaries=gone, dataset=SimpleNamespace(summaries=tmp_path))
    found = _summaries(resources, Config().pipeline())
    assert (found.name, found.stored, found.given) == ("pdfium/x.json", {}, ())
