from __future__ import annotations

from collections.abc import Callable

from ragatta.pipeline.agents.routing.scope import in_scope
from ragatta.pipeline.types import AskedQuestion


def test_a_question_without_a_scope_may_be_answered_from_every_document(toolbox: Callable) -> None:
    tools, _ = toolbox()
    with tools.stage("scope") as stage:
        assert in_scope(AskedQuestion("?"), tools, stage) == tools.documents
        assert stage.notes == []


def test_documents_that_are_not_there_are_noted_and_left_out(toolbox: Callable) -> None:
    tools, _ = toolbox()
    with tools.stage("scope") as stage:
        assert in_scope(AskedQuestion("?", ("lost.pdf", "prices.pdf")), tools, stage) == ("prices.pdf",)
        assert in_scope(AskedQuestion("?", ("lost.pdf",)), tools, stage) == ()
        assert all("lost.pdf" in note for note in stage.notes)
