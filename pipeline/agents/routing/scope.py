"""Which documents a question may be answered from."""

from __future__ import annotations

from ragatta.pipeline.toolbox import Toolbox
from ragatta.pipeline.trace import Stage
from ragatta.pipeline.types import AskedQuestion


def in_scope(asked: AskedQuestion, tools: Toolbox, stage: Stage) -> tuple[str, ...]:
    """Every document that can be searched and that the question's own scope holds; documents that it names and that
    are not there are noted. Empty where none of them is there."""
    if missing := [name for name in asked.documents if name not in tools.documents]:
        stage.note(f"the question's scope names documents that are not there: {', '.join(missing)}")
    return tuple(name for name in tools.documents if not asked.documents or name in asked.documents)
