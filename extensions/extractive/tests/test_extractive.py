"""The backend: a JSON reply per task, no tokens, an identity that follows its code."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import pytest

from ragatta.extensions.extractive.backends.extractive import Extractive
from ragatta.pipeline.llm.seam import ModelError, Request
from ragatta.pipeline.tasks.answers import MakePlan, Passage, Plan, WriteAnswer, WrittenAnswer
from ragatta.pipeline.tasks.base import Reply, Task
from ragatta.pipeline.tasks.documents import (
    AnalyseRouting,
    DocumentSummary,
    RoutingAnalysis,
    SelectDocuments,
    SelectedDocuments,
    Summarize,
)
from ragatta.pipeline.types import Options

SUMMARY = {"a.pdf": DocumentSummary(document_type="Note", summary="On tides.", key_topics=["tides"], use_for="tides")}


def request(task: Task) -> Request:
    return Request(task, (), {}, Options())


@pytest.mark.parametrize(
    ("task", "reply"),
    [
        (Summarize("a.pdf", ("Tide Tables\nHigh water follows the moon.",), 1), DocumentSummary),
        (AnalyseRouting("When is high tide?", SUMMARY, 1), RoutingAnalysis),
        (SelectDocuments("When is high tide?", SUMMARY, "", 1), SelectedDocuments),
        (MakePlan("When is high tide?", ("a.pdf",), False, 3), Plan),
        (WriteAnswer("When is high tide?", (Passage(1, "a.pdf", 1, 1, "Tides."),), False), WrittenAnswer),
    ],
)
def test_every_task_has_a_rule_whose_reply_is_valid_and_repeatable(task: Task, reply: type[Reply]) -> None:
    backend = Extractive().connect()
    first, second = backend.complete(request(task)), backend.complete(request(task))
    assert reply.model_validate_json(first.text)
    assert first.text == second.text
    assert (first.tokens_in, first.tokens_out) == (0, 0)
    assert first.seconds > 0


def test_an_unknown_task_is_an_error_that_names_the_way_out() -> None:
    @dataclass(frozen=True)
    class Translate(Task):
        name: ClassVar[str] = "translate"

    with pytest.raises(ModelError, match=r"no rule for Translate.*llm=ollama"):
        Extractive().connect().complete(request(Translate()))


def test_identity_is_the_digest_of_its_code_and_it_is_not_cached() -> None:
    backend = Extractive().connect()
    identity = backend.identity()
    assert (identity.provider, identity.name) == ("extractive", "extractive")
    assert len(identity.digest) == 64
    assert not backend.cacheable
