"""Configurations that an earlier version saved: what moved since is put in its place, and what is gone is said."""

from __future__ import annotations

from typing import Any

import pytest
import yaml

from ragatta.conf.schema import Config
from ragatta.experiments.composing.composer import Composer
from ragatta.experiments.composing.config import as_yaml
from ragatta.experiments.composing.former import former_keys
from ragatta.experiments.composing.kinds import keys
from ragatta.experiments.composing.overrides import compose_grid
from ragatta.experiments.composing.saved import config_from
from ragatta.experiments.faults import Fault
from ragatta.pipeline.architectures.single_pass import SinglePass
from ragatta.pipeline.index.chunking.page import PageChunker
from ragatta.pipeline.llm.backends.ollama import Ollama
from ragatta.pipeline.retrieval.queries.multi import Multi
from ragatta.pipeline.retrieval.rerankers.maxsim import MaxSim
from ragatta.pipeline.retrieval.searches.hybrid import Hybrid
from tests.standins.architectures import architecture

CALL = {"model": None, "temperature": 0.0}
ROUTER_PLANNER = {
    "summarizer": {**CALL, "max_tokens": 512}, "router": {**CALL, "max_tokens": 512},
    "planner": {**CALL, "max_tokens": 2048}, "orchestrator": {**CALL, "max_tokens": 1024},
}  # fmt: skip


def saved(config: Config, **then: Any) -> str:
    """The configuration as the version before wrote it: with the keys of these sections besides."""
    written = yaml.safe_load(as_yaml(config))
    del written["agents"]
    _merge(written, then)
    return yaml.safe_dump(written)


def _merge(into: dict[str, Any], more: dict[str, Any]) -> None:
    for key, value in more.items():
        if isinstance(value, dict) and isinstance(into.setdefault(key, {}), dict):
            _merge(into[key], value)
        else:
            into[key] = value


def test_what_had_its_usual_value_is_left_out_without_a_word() -> None:
    config = Config(retrieval=Hybrid(), queries=Multi(), llm=Ollama())
    then = {
        "architecture": ROUTER_PLANNER, "chunking": {"context_model": None},
        "retrieval": {"rrf_k": 60}, "queries": {"rrf_k": 60},
    }  # fmt: skip
    assert config_from(saved(config, **then), "here") == config


def test_an_agents_options_are_under_its_name() -> None:
    then = {
        "architecture": {**ROUTER_PLANNER, "planner": {"model": "small", "temperature": 0.5, "max_tokens": 2048}},
        "chunking": {"contextual": True, "context_model": "tiny"},
    }
    small = {"model": "small", "temperature": 0.5}
    found = config_from(saved(Config(), **then), "here", ["llm=ollama"])
    assert found.agents == {"planner": small, "chunk_notes": {"model": "tiny"}}
    alone = config_from(
        saved(Config(architecture=SinglePass()), architecture={"orchestrator": {"max_tokens": 9}}), "here"
    )
    assert alone.agents == {"orchestrator": {"max_tokens": 9}}
    assert config_from(as_yaml(found), "here") == found, "and what is saved now stays"


@pytest.mark.needs("multi_query")
def test_a_setting_that_another_one_does_for_goes_there_whatever_stood_there() -> None:
    config = Config(architecture=architecture("multi_query"), reranker=MaxSim(candidates=50))
    assert config_from(as_yaml(config), "here") == config
    for then in (40, 20):
        found = config_from(saved(config, architecture={"multi_query": {"candidates": then}}), "here")
        assert found.reranker == MaxSim(candidates=then)


@pytest.mark.needs("guarded")
def test_a_value_that_is_a_constant_now_is_refused_where_it_was_another() -> None:
    config = Config(architecture=architecture("guarded"), retrieval=Hybrid(), chunking=PageChunker())
    usual = {"architecture": {"guard": {"least_characters": 10, "most_characters": 2000}}, "retrieval": {"rrf_k": 60}}
    assert config_from(saved(config, **usual), "here") == config
    other = {"architecture": {"guard": {"least_characters": 4, "most_characters": 2000}}, "retrieval": {"rrf_k": 30}}
    with pytest.raises(Fault) as refused:
        config_from(saved(config, **other), "here")
    assert refused.value.problems == [
        "here: retrieval.rrf_k (30): a constant of pipeline/retrieval/fusion.py now, 60; it cannot be run as it was",
        "here: architecture.guard.least_characters (4): a constant of extensions/guarded/agents/question_guard.py now, "
        "10; it cannot be run as it was",
    ]


@pytest.mark.parametrize(
    ("word", "said"),
    [
        ("architecture.planner.model=x", "now agents.planner.model"),
        ("retrieval.rrf_k=30", "a constant of pipeline/retrieval/fusion.py now, 60"),
    ],
)
def test_a_hand_that_remembers_a_key_is_told_the_new_one(word: str, said: str) -> None:
    with pytest.raises(Fault) as refused:
        compose_grid([word])
    assert refused.value.problems == [f"unknown key '{word.partition('=')[0]}'; {said}"]


def test_so_is_a_file_of_the_users_own(tmp_path: Any) -> None:
    (tmp_path / "variation").mkdir()
    for name, text in {"nested": "architecture: {planner: {model: x}}", "own": "retrieval: {rrf_k: 3}"}.items():
        (tmp_path / f"variation/{name}.yaml").write_text(f"# @package _global_\n{text}\n", encoding="utf-8")
    for name, said in {
        "nested": "'architecture.planner.model'; now agents.planner.model",
        "own": "'retrieval.rrf_k'; a constant of",
    }.items():
        with pytest.raises(Fault, match=f"unknown key {said}"):
            Composer(str(tmp_path)).config([f"variation={name}"])


def test_no_former_key_is_a_setting_still() -> None:
    assert not keys() & {*former_keys()}
    assert len(former_keys()) > 10
