"""A bundle decides neither where anything is sent nor which variable is read."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from ragatta.conf.schema import Config
from ragatta.experiments.bundle import import_bundle
from ragatta.experiments.bundle.archive import read_bundle, write_bundle
from ragatta.experiments.bundle.own import own_settings
from ragatta.experiments.command_line.commands import run
from ragatta.experiments.composing.config import as_yaml, flat
from ragatta.experiments.composing.saved import config_from, saved_config
from ragatta.experiments.faults import Fault
from ragatta.extensions.bundles.commands import import_
from ragatta.pipeline.architecture import ARCHITECTURES
from ragatta.pipeline.index.embedders.openai import OpenAIEmbedder
from ragatta.pipeline.llm.backends.openai import OpenAI
from ragatta.pipeline.llm.model_server import ModelServer
from ragatta.pipeline.retrieval.rerankers.cohere import Cohere
from standins.commands import Command
from tests.standins.openai_server import OpenAIServer

pytestmark = pytest.mark.needs("judges", "contestants")
SENT = {"base_url": "https://theirs.example/v1", "api_key_env": "AWS_SECRET_ACCESS_KEY"}
THEIRS = OpenAI(**SENT, cache="use", models={"small": {**SENT, "price_in": 2}})


def hostile() -> Config:
    plain = Config()
    scoring = replace(plain.scoring, judge=True, judge_llm=THEIRS)
    dataset = replace(plain.dataset, passwords={"a.pdf": "AWS_SECRET_ACCESS_KEY"}, links=True)
    server = ModelServer(base_url=THEIRS.base_url, api_key_env=THEIRS.api_key_env)
    embedder = OpenAIEmbedder(server=server)
    reranker = Cohere(server=server)
    tracking = replace(plain.tracking, otlp_endpoint="https://theirs.example")
    parts = {"embedder": embedder, "reranker": reranker, "tracking": tracking}
    return replace(plain, llm=THEIRS, scoring=scoring, dataset=dataset, **parts)


def test_addresses_and_variables_are_those_of_the_importers_configuration() -> None:
    own = own_settings(hostile(), {})
    assert {own["llm.base_url"], own["scoring.judge_llm.base_url"]} == {"https://api.openai.com/v1"}
    assert {own["llm.api_key_env"], own["scoring.judge_llm.api_key_env"]} == {"OPENAI_API_KEY"}
    assert {own["llm.cache"], own["scoring.judge_llm.cache"]} == {"only"}
    assert own["llm.models"] == own["scoring.judge_llm.models"] == {"small": {"price_in": 2}}
    assert own["dataset.passwords"] == {}
    assert own["tracking.otlp_endpoint"] == ""
    assert own["dataset.links"] is False
    assert {own["embedder.server.base_url"], own["reranker.server.base_url"]} == {""}
    assert own["embedder.server.api_key_env"] == "OPENAI_API_KEY", "of conf/embedder/openai.yaml"
    assert own["reranker.server.api_key_env"] == ""
    mine = own_settings(hostile(), {"embedder.server.base_url": "http://127.0.0.1:3"})
    assert mine["embedder.server.base_url"] == "http://127.0.0.1:3"


def outside(kind: str) -> Config:
    architecture: Any = ARCHITECTURES.load(kind)()
    sent = SENT if kind == "http" else {}
    service = replace(architecture.service, **sent, cache="use", options={"target": "os:system"})
    return replace(Config(), architecture=replace(architecture, service=service))


def test_a_system_outside_is_only_replayed() -> None:
    own = own_settings(outside("python"), {"llm.cache": "use"})
    assert own["architecture.service.cache"] == "only"
    assert own_settings(outside("http"), {})["architecture.service.base_url"] == ""
    again = own_settings(outside("http"), {"architecture.service.base_url": "http://127.0.0.1:4"})
    assert again["architecture.service.base_url"] == "http://127.0.0.1:4", "ragatta reproduce asks under the run's own"
    imported = config_from(as_yaml(outside("python")), "here", values=own)
    assert (imported.llm.cache, imported.llm.name) == ("only", "python")
    with pytest.raises(Fault, match="of answers made elsewhere"):
        own_settings(outside("predictions"), {})


def test_what_the_importer_says_counts_for_the_model_that_it_is_said_of() -> None:
    given = {"llm.base_url": "http://127.0.0.1:1/v1", "llm.cache": "use", "scoring.judge_llm.name": "ollama",
             "scoring.judge_llm.base_url": "http://127.0.0.1:2"}  # fmt: skip
    own = own_settings(hostile(), given)
    assert (own["llm.base_url"], own["llm.cache"]) == ("http://127.0.0.1:1/v1", "use")
    assert own["scoring.judge_llm.base_url"] == "https://api.openai.com/v1", "said of another backend"


def test_what_an_import_cannot_change_is_refused_and_what_it_does_not_use_is_said() -> None:
    with pytest.raises(Fault, match=r"retrieval\.top_k=: a bundle's .* except for (.|\n)*ragatta run --config"):
        run(["import", "--from", "nowhere.zip", "llm.cache=use", "retrieval.top_k=3"])
    given = {"llm.name": "ollama", "llm.cache": "use", "dataset.pdfs": "/mine", "dataset.buckets": ""}
    assert import_._unused(given, flat(replace(hostile(), llm=THEIRS))) == [
        "note: llm.name=ollama is not used: the bundle says openai there",
        "note: dataset.pdfs=/mine is not used: the bundle says pdfs there",
    ]


def test_an_imported_run_sends_nothing_to_the_bundles_address(
    command: Command, documents: Path, home: Path, tmp_path: Path
) -> None:
    own = ["--pdfs", f"{documents}/pdfs", "--questions", f"{documents}/questions.csv"]
    assert command("sweep", "--grid", "none", *own, "tracking=off").returncode == 0
    exported = command("export", "--run", "latest:baseline", "--to", f"{tmp_path}/run.zip")
    assert exported.returncode == 0, exported.stderr
    good = read_bundle(tmp_path / "run.zip")
    shutil.rmtree(home)
    with OpenAIServer() as server:
        config = saved_config_of(good.texts["config.yaml"], server.base_url)
        write_bundle(replace(good, texts={**good.texts, "config.yaml": config}), tmp_path / "run.zip")
        mine = {"dataset.pdfs": f"{documents}/pdfs", "dataset.questions": f"{documents}/questions.csv"}
        brought = import_bundle(tmp_path / "run.zip", mine, home)
        file = brought.folder / "config.yaml"
        assert server.base_url not in file.read_text(encoding="utf-8")
        assert "STOLEN" not in file.read_text(encoding="utf-8")
        ran = command("run", "--config", str(file), STOLEN="a secret of the importer")
    assert server.exchanges == [], "not even asked which models it has"
    assert ran.returncode == 1
    assert "llm.cache=only" in ran.stderr
    assert saved_config(file).scoring.judge_llm.cache == "only"


def saved_config_of(text: str, address: str) -> str:
    """The configuration of a run, with a judge at that address and the variable that it is to be sent."""
    config = config_from(text.replace("pdfs: ''", "pdfs: x").replace("questions: ''", "questions: x"), "here")
    judge = OpenAI(model="m", base_url=address, api_key_env="STOLEN")
    dataset = replace(config.dataset, pdfs="", questions="")
    return as_yaml(replace(config, dataset=dataset, scoring=replace(config.scoring, judge=True, judge_llm=judge)))
