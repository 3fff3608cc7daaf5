"""Every technique of every kind keeps the contract of its kind; a module that does not is named."""

from __future__ import annotations

from dataclasses import fields
from typing import Any, get_type_hints

import pytest

from ragatta.experiments.composing.kinds import TECHNIQUES
from ragatta.pipeline.architecture import ARCHITECTURES
from ragatta.pipeline.plugins import registry
from ragatta.pipeline.plugins.identity import digest
from ragatta.pipeline.plugins.technique import Technique, Techniques
from ragatta.pipeline.retrieval.reranker import RERANKERS
from tests.standins.broken import Part, part

__all__ = ["part"]
EVERY = [(kind, name) for kind in TECHNIQUES.values() for name in kind.names()]
SETTING = (int, float, str, bool)  # besides settings of a server, and those that may be null or of two types
MINE = """from dataclasses import dataclass
from ragatta.pipeline.architecture import Architecture
from ragatta.pipeline.agents.answering.missing import Missing
from ragatta.pipeline.retrieval.reranker import Reranker
{}
"""
WITHOUT_AGENT = """@dataclass(frozen=True)
class Mine(Architecture):
    missing: Missing = Missing()
    def answer(self, asked, tools): ..."""


@pytest.mark.parametrize(("kind", "name"), EVERY, ids=lambda one: one if isinstance(one, str) else one.base.KEY)
def test_a_technique_is_named_typed_and_has_defaults(kind: Techniques[Any], name: str) -> None:
    technique = kind.load(name)
    made: Technique = technique()
    assert (made.name, made.identity["name"]) == (name, name)
    assert digest(made.identity)
    hints = get_type_hints(technique)
    assert all(hints[each.name] for each in fields(technique))
    assert all(technique.KEY in problem for problem in made.problems()), "such as that a model has to be named"


@pytest.mark.parametrize(
    ("source", "wrong"),
    [
        ("x = 1", "defines 0 classes of {}, not one"),
        ("class Mine({}): pass", "Mine is no frozen dataclass"),
        ("@dataclass(frozen=True)\nclass Mine({}): pass", "Mine lacks (open|answer)"),
    ],
)
@pytest.mark.parametrize("kind", [RERANKERS, ARCHITECTURES], ids=lambda kind: kind.base.KEY)
def test_what_is_no_technique_is_named(kind: Techniques[Any], part: Part, source: str, wrong: str) -> None:
    name = kind.base.__name__
    path = part(kind, MINE.format(source.format(name)))
    with pytest.raises(registry.BrokenPart, match=f"{kind.base.KEY} 'mine' .*{path.name}.*{wrong.format(name)}"):
        kind.load("mine")


def test_an_architecture_has_an_agent(part: Part) -> None:
    part(ARCHITECTURES, MINE.format(WITHOUT_AGENT))
    with pytest.raises(registry.BrokenPart, match="architecture 'mine': no field is an agent"):
        ARCHITECTURES.load("mine")().problems()


def test_an_unknown_name_is_refused_with_the_near_ones() -> None:
    with pytest.raises(ValueError, match="unknown reranker 'maxsum'; did you mean maxsim"):
        RERANKERS.load("maxsum")
