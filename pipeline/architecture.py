"""An architecture: a whole pipeline from question to answer. One a file of architectures/.

Its fields are what it is handed: the techniques of a search, which a configuration chooses beside it, and its agents
and other settings, which stand below its own key. Nothing else can change its answers, so that they are its identity.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from typing import Any, ClassVar, Self, TypeVar

from ragatta.pipeline.agents.agent import Agent, Settings
from ragatta.pipeline.agents.toolbox import Toolbox
from ragatta.pipeline.llm.backend import LLM
from ragatta.pipeline.plugins.technique import Technique, Techniques
from ragatta.pipeline.types import Answer, AskedQuestion, ExecutionResult

P = TypeVar("P", bound=Settings)


@dataclass(frozen=True)
class Architecture(Technique):
    """As the module says. The agent that writes the answer is the last of the fields."""

    KEY: ClassVar[str] = "architecture"
    UNSUPPORTED: ClassVar[tuple[str, ...]] = ()  # the kinds of questions (eval/groups.py) that it is not made for
    TAKES_REPLIES: ClassVar[bool] = False  # whether it asks back and reads AskedQuestion.replies; if not, a reply is
    # appended to the question, and the question is asked again
    SEARCHES_BY_NAME: ClassVar[tuple[str, ...]] = ()  # that it finds while it answers; their code is in the key
    ANSWERS_WITHOUT_DOCUMENTS: ClassVar[bool] = False  # whether `ragatta ask` asks it over an empty folder too
    # By the name of a prompt that is no agent among the fields: the agent whose options of calls it has, unless it has
    # its own.
    OPTIONS_OF: ClassVar[Mapping[str, str]] = {}
    BLACK_BOX: ClassVar[bool] = False  # whether a system outside answers, of which answer and passages alone are known

    @abstractmethod
    def answer(self, asked: AskedQuestion, tools: Toolbox) -> Answer:
        """Answers one question with the tools of the toolbox. Raises ModelError."""

    def retrieve(self, asked: AskedQuestion, tools: Toolbox) -> ExecutionResult:
        """Everything that is searched before the answer is written (`ragatta ask --stop retrieval`). Raises ModelError,
        NotImplementedError where it cannot be told apart."""
        raise NotImplementedError

    def backend(self, llm: LLM) -> LLM:
        """Who is asked: the backend that a configuration names, unless it brings its own."""
        return llm

    def shared(self, parts: int) -> Self:  # noqa: ARG002 - for one that brings its own backend
        """As one of so many processes takes it that share the rates of its backend."""
        return self

    def takes_scope(self) -> bool:
        """Whether it keeps to the documents that a question is limited to."""
        return True

    def calls(self, documents: int) -> int:  # noqa: ARG002 - for one whose calls depend on their number
        """The most model calls per question, without repairs, over a corpus of so many documents."""
        return len(self.agents())

    def searches_at_most(self) -> int:
        """The searches that a question may take."""
        return 1

    @classmethod
    def handed(cls) -> tuple[str, ...]:
        """The techniques of a search that it is handed, by their keys; none where it searches no collection."""
        return tuple(each.name for each in fields(cls) if getattr(each.default, "KEY", "") == each.name)

    @classmethod
    def searches(cls) -> bool:
        """Whether it searches a collection."""
        return bool(cls.handed())

    def given(self, **techniques: Technique) -> Self:
        """The architecture with those of the techniques, by key, that it is handed."""
        return replace(self, **{name: technique for name, technique in techniques.items() if name in self.handed()})

    def unread(self) -> tuple[str, ...]:
        """Those of its fields that its other settings leave without effect."""
        return ()

    @property
    def identity(self) -> dict[str, Any]:
        """All that can change an answer, as JSON values."""
        return {name: value for name, value in super().identity.items() if name not in self.unread()}

    def read(self) -> dict[str, Any]:
        """Those of its own settings that have an effect, by name."""
        return {name: part for name, part in self.own().items() if name not in self.unread()}

    def agents(self) -> dict[str, Agent]:
        """Those among them that call a model; the last one writes the answer."""
        return {name: part for name, part in self.read().items() if isinstance(part, Agent)}

    def problems(self) -> list[str]:
        """As Technique says. Raises BrokenPart where no field is an agent."""
        if not any(isinstance(part, Agent) for part in vars(self).values()):
            words = "no field is an agent; the one that writes the answer comes last, such as an Orchestrator"
            raise ARCHITECTURES.broken(self.name, words)
        found: list[str] = []
        for name, part in self.own().items():
            key = f"{self.KEY}.{name}"
            if isinstance(part, Settings):
                found += part.problems(key)
            elif isinstance(part, Technique):  # of its own: its faults are said by the key where it stands
                found += [problem.replace(f"{part.KEY}.", f"{key}.", 1) for problem in part.stated()]
        return found

    def part(self, kind: type[P]) -> P | None:
        """The one of that type among them; None where there is none."""
        return next((part for part in self.read().values() if isinstance(part, kind)), None)


ARCHITECTURES = Techniques("architectures", Architecture)


def is_black_box(name: str) -> bool:
    """Whether the architecture of that name, as a saved run has it, is one; an unknown one is none."""
    try:
        return ARCHITECTURES.load(name).BLACK_BOX
    except ValueError:
        return False
