"""The smallest grid for a stage, from what the techniques declare."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from ragatta.conf.schema import Config
from ragatta.experiments.composing.config import as_yaml
from ragatta.experiments.composing.overrides import compose_grid, one_point
from ragatta.extensions.diagnosis.diagnosing.grid import grid_for, worth_trying
from ragatta.extensions.diagnosis.diagnosing.stages import REST, STAGES
from ragatta.pipeline.retrieval.searches.semantic import Semantic

SAVED = Path("outputs/runs/none/config.yaml")  # is not there


def made(*words: str) -> Config:
    return one_point(["dataset=filings", *words], "sweep").config


def test_choices_and_settings_that_are_declared_for_the_stage() -> None:
    found = [*worth_trying("retrieval", made())]
    assert found[:3] == [("retrieval", "semantic", "hybrid"), ("retrieval.top_k", 5, 10), ("window.size", 0, 2)]
    assert ("chunking", "document", "page") in found
    assert [*worth_trying("reader", made())] == [("llm", "extractive", "ollama")]


def test_todays_values_are_not_tried_again_nor_what_goes_back() -> None:
    own = made("retrieval=hybrid", "retrieval.top_k=10")
    found = {key: value for key, _, value in worth_trying("retrieval", own)}
    assert "retrieval" not in found
    assert found["retrieval.top_k"] == 20
    assert "retrieval.top_k" not in {key for key, *_ in worth_trying("retrieval", made("retrieval.top_k=20"))}


def test_a_model_is_asked_where_one_is_asked_already() -> None:
    assert "queries" not in {key for key, *_ in worth_trying("retrieval", made())}
    assert "queries" in {key for key, *_ in worth_trying("retrieval", made("llm=ollama"))}
    assert "llm" not in {key for key, *_ in worth_trying("reader", made("llm=ollama"))}


def test_the_command_spans_the_grid_around_the_configuration() -> None:
    own = made("chunking=page", "window.size=1", "dataset.language=de", "llm.seed=3")
    command, points = grid_for("retrieval", own, SAVED)
    assert command == (
        "ragatta sweep --grid none dataset=filings chunking=page llm.seed=3 dataset.language=de "
        "retrieval=semantic,hybrid retrieval.top_k=5,10 window.size=1,2"
    )
    assert len(points) == 8
    assert [point.config.llm.seed for point in points] == [3] * 8
    today = [one for one in points if (one.config.retrieval, one.config.window.size) == (Semantic(), 1)]
    assert replace(today[0].config, variation="") == replace(own, variation="")


def test_an_architecture_is_tried_alone() -> None:
    command, points = grid_for("planning", made(), SAVED)
    assert command == "ragatta sweep --grid none dataset=filings architecture=router_planner,multi_query"
    assert [point.config.architecture.name for point in points] == ["router_planner", "multi_query"]


def test_documents_elsewhere_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir("/")
    own = replace(made(), dataset=replace(made().dataset, pdfs="/tmp/a b", only=["q 1", "q2"]))
    command, points = grid_for("context", own, SAVED)
    assert points[0].config.dataset == own.dataset
    assert "'dataset.pdfs='\"'\"'/tmp/a b'\"'\"''" in command


def test_a_variation_is_named_by_its_file() -> None:
    command, points = grid_for("context", made("variation=hybrid_search"), SAVED)
    assert command == (
        "ragatta sweep --grid none dataset=filings variation=hybrid_search retrieval.top_k=5,3 "
        "context_tokens=12000,6000"
    )
    assert {point.config.retrieval.name for point in points} == {"hybrid"}


def test_a_command_that_would_be_too_long_takes_the_saved_configuration(tmp_path: Path) -> None:
    own = replace(made(), dataset=replace(made().dataset, only=[f"question_{number:03}" for number in range(30)]))
    saved = tmp_path / "config.yaml"
    saved.write_text(as_yaml(own), encoding="utf-8")
    command, (point,) = grid_for("context", own, saved)
    assert command == f"ragatta run --config {saved} retrieval.top_k=3 context_tokens=6000"
    assert (point.config.dataset, point.config.context_tokens) == (own.dataset, 6000)
    assert grid_for("context", own, SAVED) == ("", []), "nor a file that is not there"


def test_nothing_is_made_up_where_nothing_is_declared() -> None:
    assert grid_for("reading", made(), SAVED) == ("", [])


@pytest.mark.parametrize("stage", [*STAGES, REST])
def test_every_grid_composes(stage: object) -> None:
    name = getattr(stage, "name", "").partition(",")[0]
    for architecture in ("router_planner", "single_pass", "multi_query", "agentic", "guarded"):
        command, points = grid_for(name, made(f"architecture={architecture}"), SAVED)
        assert bool(command) == bool(points)
        assert len(compose_grid(command.split()[4:])) == len(points) if command else True
