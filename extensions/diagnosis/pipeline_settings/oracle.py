"""What a question is handed of its gold record, for a diagnosis."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from ragatta.pipeline.agents.toolbox import Toolbox
from ragatta.pipeline.core_settings import CoreSettings
from ragatta.pipeline.plugins.identity import code_digest, digest
from ragatta.pipeline.types import AskedQuestion, Chunk, Page, Question

NAMES = ("standalone", "documents", "plan", "passages", "pages", "context", "values")
CODE = "ragatta.extensions.diagnosis.oracles.oracles"
REFUSED = "oracle: hands parts of the gold records; only ragatta sweep, run and diagnose take it"


@dataclass
class WithOracle(CoreSettings):
    """As the module says."""

    oracle: str = ""  # documents, passages+context, ...

    def oracles(self) -> list[str]:
        """The names of the oracles (oracles/), in the order in which they are applied."""
        return self.oracle.split("+") if self.oracle else []

    def handing(self) -> str:
        return REFUSED if self.oracle else super().handing()

    def handed_identity(self, questions: Sequence[Question]) -> dict[str, Any]:
        """The oracles, their code and what they read of the gold records."""
        found = super().handed_identity(questions)
        if not self.oracle:
            return found
        read = [
            [q.id, q.expected, q.also_accepted, [asdict(piece) for piece in q.evidence], q.sub_questions, q.filters]
            + [q.standalone] * bool(q.standalone)
            for q in questions
        ]
        from ragatta.extensions.diagnosis.oracles.replies import modules  # as below

        code = code_digest(CODE, *modules())
        return {**found, "oracle": {"names": self.oracles(), "code": code, "gold": digest(read)}}

    def with_gold(
        self,
        asked: AskedQuestion,
        tools: Toolbox,
        record: Question,
        pages: Mapping[str, tuple[Page, ...]],
        chunks: Sequence[Chunk],
    ) -> tuple[AskedQuestion, Toolbox]:
        from ragatta.extensions.diagnosis.oracles.gold import gold_of  # scoring, which most runs do not need so early
        from ragatta.extensions.diagnosis.oracles.oracles import with_oracles

        asked, tools = super().with_gold(asked, tools, record, pages, chunks)
        return with_oracles(self.oracles(), asked, tools, gold_of(record, pages, chunks))

    def problems(self) -> list[str]:
        return super().problems() + [
            f"oracle: {name!r} must be one of {', '.join(NAMES)}, or several joined by +"
            for name in self.oracles()
            if name not in NAMES
        ]
