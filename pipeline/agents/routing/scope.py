"""Finds the documents from which a question may be answered."""

from __future__ import annotations

from ragatta.pipeline.agents.toolbox import Toolbox
from ragatta.pipeline.agents.trace import Stage
from ragatta.pipeline.types import AskedQuestion


def in_scope(asked: AskedQuestion, tools: Toolbox, stage: Stage) -> tuple[str, ...]:
    """The searchable documents in the question's scope, which may be none. Notes documents in the scope that do not
    exist."""
    if missing := [name for name in asked.documents if name not in tools.documents]:
        stage.note(f"the question's scope names documents that are not there: {', '.join(missing)}")
    return tuple(name for name in tools.documents if not asked.documents or name in asked.documents)
