"""A saved configuration is taken as it stands, with the changes as a sweep reads them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import yaml
from hypothesis import given, settings

from ragatta.conf.schema import Config, Dataset
from ragatta.experiments.composing.config import as_yaml
from ragatta.experiments.composing.saved import config_from, saved_config
from ragatta.experiments.faults import Fault
from tests.standins.mangled import damaged, quick, spoiled

SAVED = as_yaml(Config())


def test_a_part_that_is_not_found_and_rules_under_another_name_are_refused() -> None:
    with pytest.raises(Fault, match=r"here: .*\(unknown architecture 'mine'.*\)\nhere: .* PYTHONPATH=FOLDER"):
        config_from(SAVED, "here", ["architecture=mine"])
    assert config_from(SAVED, "here", ["architecture=single_pass"]).architecture.name == "single_pass"
    with pytest.raises(Fault, match=r"llm\.name: a choice has its name from its group; write llm=x"):
        config_from(SAVED, "here", ["llm.name=x"])


def test_a_technique_that_has_another_name_now_is_found() -> None:
    saved = yaml.safe_load(SAVED)
    saved["window"]["name"] = "page"
    assert config_from(yaml.safe_dump(saved), "here").window.name == "same_page"


def test_settings_of_an_extension_that_is_away_are_dropped_where_they_were_off() -> None:
    saved = yaml.safe_load(SAVED)
    saved["sweetener"] = {"name": "honey", "drops": 3}  # a technique that no architecture is handed
    saved["scoring"] |= {"taste": False, "taste_limit": 12, "spices": []}
    saved["salt"] = 0
    assert config_from(yaml.safe_dump(saved), "here") == Config()
    for key, value in (("salt", 2), ("contxt_tokens", 500)):
        with pytest.raises(Fault, match=key):
            config_from(yaml.safe_dump({**saved, key: value}), "here")
    with pytest.raises(Fault, match="taste"):
        config_from(yaml.safe_dump({**saved, "scoring": {**saved["scoring"], "taste": True}}), "here")


def test_a_change_is_read_as_in_a_sweep() -> None:
    changes = ["llm.cache=off", "tracking.mlflow=off", "llm.model=no", "dataset.only=[a,b]", "dataset.pdfs=/a b/c"]
    config = config_from(SAVED, "here", changes)
    assert (config.llm.cache, config.tracking.mlflow, config.llm.model) == ("off", False, "no")
    assert (config.dataset.only, config.dataset.pdfs) == (["a", "b"], "/a b/c")


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ("llm.cache", "not of the form key=value"),
        ("tracking=off", r"chooses a file of conf/.*such as tracking\.mlflow=false"),
        ("llm=nowhere", "unknown backend 'nowhere'"),
        ("llm.cache=off,use", "only one configuration is run"),
        ("~llm.cache", "only one configuration is run"),
        ("+llm.cache=off", "only one configuration is run"),
        ("llm.cahce=off", "unknown key 'llm.cahce'; did you mean cache"),
        ("repeats=0", r"repeats \(0\)"),
    ],
)
def test_what_is_no_change_is_refused(change: str, said: str) -> None:
    with pytest.raises(Fault, match=said):
        config_from(SAVED, "here", [change])


@pytest.mark.parametrize(
    "value", ["${oc.env:HOME}", "x${oc.env:HOME}", "\\\\${oc.env:HOME}", "${${variation}:HOME}", "${oc.env: X}"]
)
def test_a_saved_value_reads_no_environment(value: str) -> None:
    config = Config()
    text = as_yaml(config).replace("pdfs: pdfs", f"pdfs: '{value}'")
    with pytest.raises(Fault, match="refers to something other than a key"):
        config_from(text, "here")


def test_what_looks_like_an_interpolation_is_a_text() -> None:
    config = Config(dataset=Dataset(pdfs="\\${oc.env:HOME}/${x"))
    assert config_from(as_yaml(config), "here").dataset.pdfs == config.dataset.pdfs


def test_a_saved_value_may_name_another_key() -> None:
    text = SAVED.replace("added: ''", "added: ${.questions}.added-${dataset.seed}")
    assert config_from(text, "here").dataset.added == "questions.yaml.added-7"


@pytest.mark.parametrize(
    "text",
    ["root:x:0:0:secret:/root:/bin/bash\n", "secret", "- secret", "secret: [", "secret: 5", "a: &secret b\nc: *secret"],
)
def test_a_file_that_is_no_configuration_is_not_shown(tmp_path: Path, text: str) -> None:
    (tmp_path / "other").write_text(text, encoding="utf-8")
    with pytest.raises(Fault, match="not a configuration of") as caught:
        saved_config(tmp_path / "other")
    assert "secret" not in str(caught.value)


def test_aliases_and_depth_are_refused() -> None:
    with pytest.raises(Fault, match=r"here: not a configuration of .*line \d+: an alias; write out what it stands for"):
        config_from(SAVED + "extra: [&a x, *a]\n", "here")
    with pytest.raises(Fault, match="nested more than 50 deep"):
        config_from("variation: " + "[" * 60 + "]" * 60, "here")


@pytest.mark.parametrize("key", ["only: []", "tags: []", "passwords: {}"])
def test_a_list_of_texts_holds_texts(key: str) -> None:
    name, empty = key.split(": ")
    other = "[[1]]" if empty == "[]" else "{a.pdf: [1]}"
    with pytest.raises(Fault, match=rf"here: dataset\.{name}: \[1\] must be text"):
        config_from(SAVED.replace(key, f"{name}: {other}"), "here")


@settings(quick, max_examples=15)  # OmegaConf takes its time
@given(text=damaged(SAVED.encode()) | spoiled(yaml.safe_load(SAVED)).map(lambda value: json.dumps(value).encode()))
def test_any_text_is_a_configuration_or_a_fault_that_names_the_file(tmp_path: Path, text: bytes) -> None:
    path = tmp_path / "config.yaml"
    path.write_bytes(text)
    problems = []
    try:
        saved_config(path)
    except Fault as fault:
        problems = fault.problems
    assert all(problem.startswith(str(path)) for problem in problems)
