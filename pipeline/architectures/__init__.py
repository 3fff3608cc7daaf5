"""One architecture per file, a whole pipeline from question to answer; each follows the protocol
`ArchitectureModule`."""

from __future__ import annotations

from typing import Protocol

from ragatta.pipeline.plugins import Kind
from ragatta.pipeline.settings.architecture import Declares
from ragatta.pipeline.toolbox import Toolbox
from ragatta.pipeline.types import Answer, AskedQuestion


class ArchitectureModule(Declares, Protocol):
    """An architecture may also have `retrieve(asked, tools) -> ExecutionResult`: everything that is searched before the
    answer is written (`make ask STOP=retrieval`); and ANSWERS_WITHOUT_DOCUMENTS, True if `make ask` asks it over an
    empty folder too. The run key of an architecture includes only the settings that it declares to read."""

    def answer(self, asked: AskedQuestion, tools: Toolbox) -> Answer:
        """Answers one question with the tools of the toolbox. Raises ModelError."""


ARCHITECTURES = Kind("pipeline/architectures", ArchitectureModule)
