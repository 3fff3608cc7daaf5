"""Which documents a question may be answered from."""

from __future__ import annotations

from ragatta.pipeline.toolbox import Toolbox
from ragatta.pipeline.trace import Stage
from ragatta.pipeline.types import AskedQuestion


def in_scope(asked: AskedQuestion, tools: Toolbox, stage: Stage) -> tuple[str, ...]:
    """The documents that can be searched and are in the question's scope, which may be empty. Notes documents that the
    question names and that do not exist."""
    if missing := [name for name in asked.documents if name not in tools.documents]:
        stage.note(f"the question's scope names documents that are not there: {', '.join(missing)}")
    return tuple(name for name in tools.documents if not asked.documents or name in asked.documents)
