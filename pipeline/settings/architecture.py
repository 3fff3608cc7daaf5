"""Settings of the architectures and of their agents. The defaults come from the source documents ("seeds") of the
architectures."""

from __future__ import annotations

from dataclasses import dataclass, field, fields, is_dataclass
from typing import Any, ClassVar, Protocol

from ragatta.pipeline.plugins import Kind
from ragatta.pipeline.settings.agent import Agent
from ragatta.pipeline.settings.checks import at_least, keyed, later, one_of, too_small
from ragatta.pipeline.settings.external import External
from ragatta.pipeline.settings.llm import LLM
from ragatta.pipeline.types import CONFIDENCES

EXTERNAL = "external"  # the architecture that asks a system outside
SUMMARIES, TITLES = "summaries", "titles"  # what a router reads of each document


@dataclass
class Router(Agent):
    kind: str = "llm"  # llm, embedding, lexical or off
    top_k_docs: int = 3
    beyond: bool = False  # the documents that were not chosen are searched too, for the question itself
    steps: int = later(2)  # of llm: 2 reasons first and then chooses, 1 chooses at once (seed 001, decision 3)
    reads: str = later(SUMMARIES)  # or titles, which no model writes (seed 001, decision 7)


@dataclass
class Planner(Agent):
    max_tokens: int = 2048
    max_steps: int = 5
    enumeration: bool = later(True)  # a question for a list gets one broad step (seed 001, decision 11)


@dataclass
class Missing:
    """What router_planner does where the information is insufficient (seed 001, open question 1)."""

    action: str = later("answer")  # says so; ask: asks the user back; by_confidence: asks also where it is not certain
    least: str = later("medium")  # of by_confidence: below it an answer is not certain


@dataclass
class Orchestrator(Agent):
    max_tokens: int = 1024


@dataclass
class Summarizer(Agent):
    max_tokens: int = 512
    pages: int = 5  # how many pages of a document it reads, from the first


@dataclass
class Reasoner(Agent):
    """The reasoner of the architecture guarded; the defaults come from seed 002."""

    temperature: float = 0.3
    max_tokens: int = 500
    style: str = "concise"  # concise, detailed or bullet
    chunk_characters: int = 500  # of a chunk shown
    chunk_part: str = later("beginning")  # which: the beginning, or best: the part with most of the question's words


@dataclass
class Guard:
    """The lengths of questions that guarded accepts, in characters."""

    least_characters: int = 10
    most_characters: int = 2000


@dataclass
class Detector(Agent):
    """How guarded finds orders to a model in the question and in the retrieved text."""

    name: str = "rules"  # a file of pipeline/agents/guarded/detection/
    batch: int = 40  # sentences that a model is shown at once
    max_calls: int = 3  # over what was retrieved for a question; where it is more, batches are larger


@dataclass
class Decomposer(Agent):
    """Settings of the architecture multi_query (seed 003)."""

    enabled: bool = True
    max_sub_questions: int = 5
    least_confidence: str = later(
        "low"
    )  # below it the question stays whole; low: the model is not asked how sure it is


@dataclass
class MultiQuery:
    candidates: int = 40  # found for a sub-question
    keep: int = 6  # of them, after reranking
    context_tokens: int = 4000  # retrieval.context_tokens where that is less


@dataclass
class Annotator(Agent):
    """The agent that fills in fields of a bucket's schema that no labelled line of a document states."""

    pages: int = 3  # how many pages of a document it reads, from the first


@dataclass
class BucketRouter(Agent):
    """Settings of the architecture agentic (seed 004), like the next four."""


@dataclass
class SchemaPlanner(Agent):
    max_tokens: int = 1024


@dataclass
class SearchPlanner(Agent):
    max_tool_calls: int = 4


@dataclass
class Controller(Agent):
    max_tokens: int = 768


@dataclass
class Composer(Agent):
    max_tokens: int = 1024


@dataclass
class ToolCaller(Agent):
    """Settings of the architecture tool_loop (seed 004, section 5)."""

    calls_tools: ClassVar[bool] = True
    max_tokens: int = 1024
    max_tool_calls: int = 5


@dataclass
class SearchTools:
    """The document search tools that agentic and tool_loop call (seed 004, section 2)."""

    fetch: int = 100  # hits before reranking
    top_k: int = 10  # snippets returned
    text_context_chars: int = 400  # of a snippet that search_text returns
    semantic_context_chars: int = 500  # of one that search_semantic returns
    overload: int = 100  # documents from which on the user is asked to narrow the search

    def context_chars(self, tool: str) -> int:
        """The default length in characters of a snippet that the search tool returns."""
        return self.text_context_chars if tool == "search_text" else self.semantic_context_chars


@dataclass
class Service(LLM):
    """Of external: who is asked; keys as llm.*"""

    KEY: ClassVar[str] = "architecture.service"


@dataclass
class Architecture:
    """The chosen architecture, and the settings of the agents of all architectures."""

    name: str = "router_planner"  # as `make parts` lists them
    summarizer: Summarizer = field(default_factory=Summarizer)
    annotator: Annotator = field(default_factory=Annotator)
    router: Router = field(default_factory=Router)
    planner: Planner = field(default_factory=Planner)
    missing: Missing = field(default_factory=Missing)
    orchestrator: Orchestrator = field(default_factory=Orchestrator)
    guard: Guard = field(default_factory=Guard)
    detector: Detector = field(default_factory=Detector)
    reasoner: Reasoner = field(default_factory=Reasoner)
    decomposer: Decomposer = field(default_factory=Decomposer)
    multi_query: MultiQuery = field(default_factory=MultiQuery)
    bucket_router: BucketRouter = field(default_factory=BucketRouter)
    schema_planner: SchemaPlanner = field(default_factory=SchemaPlanner)
    search_planner: SearchPlanner = field(default_factory=SearchPlanner)
    controller: Controller = field(default_factory=Controller)
    composer: Composer = field(default_factory=Composer)
    tool_caller: ToolCaller = field(default_factory=ToolCaller)
    search_tools: SearchTools = field(default_factory=SearchTools)
    external: External = field(default_factory=External)
    service: Service = field(default_factory=Service)
    options: dict[str, Any] = field(default_factory=dict)  # of an architecture that a package adds: its own settings

    def problems(self) -> list[str]:
        """What is wrong with these settings, each fault with its fix; empty where nothing is."""
        found = ARCHITECTURES.problems("architecture.name", self.name)
        if not found:
            self._check_uses()
        found += one_of("architecture.router.kind", self.router.kind, ("llm", "embedding", "lexical", "off"))
        found += at_least("architecture.router.steps", max(self.router.steps, 1), 1, 2)
        found += one_of("architecture.router.reads", self.router.reads, (SUMMARIES, TITLES))
        found += one_of("architecture.missing.action", self.missing.action, ("answer", "ask", "by_confidence"))
        found += one_of("architecture.missing.least", self.missing.least, CONFIDENCES)
        found += one_of("architecture.decomposer.least_confidence", self.decomposer.least_confidence, CONFIDENCES)
        found += one_of("architecture.reasoner.style", self.reasoner.style, ("concise", "detailed", "bullet"))
        found += one_of("architecture.reasoner.chunk_part", self.reasoner.chunk_part, ("beginning", "best"))
        found += DETECTORS.problems("architecture.detector.name", self.detector.name)
        for part in fields(self):
            if part.name not in ("name", "service", "options"):
                found += too_small(f"architecture.{part.name}", getattr(self, part.name))
        return found + (self._of_the_service() if self.name == EXTERNAL else [])

    def _check_uses(self) -> None:
        known = [one.name for one in fields(self) if one.name not in ("name", "options")]
        uses = ARCHITECTURES.load(self.name).USES
        if unknown := [name for name in uses if name not in known]:
            words = f"USES names {', '.join(unknown)}; it may name {', '.join(known)}"
            raise ARCHITECTURES.broken(self.name, words)
        if not self.agents():
            words = "USES names no agent; the one that writes the answer comes last, such as orchestrator"
            raise ARCHITECTURES.broken(self.name, words)

    def _of_the_service(self) -> list[str]:
        if not self.service.name:
            return ["architecture=external: nobody is named; choose architecture=http, python or predictions"]
        return self.service.problems() + self.external.problems()

    def used(self) -> dict[str, Any]:
        """The settings that the chosen architecture reads, by name: those that it lists in USES, and its options."""
        unread = {"summarizer"} if self.reads_titles() else set()
        read = {name: getattr(self, name) for name in ARCHITECTURES.load(self.name).USES if name not in unread}
        return {**read, **({"options": self.options} if self.options else {})}

    def identity(self) -> dict[str, Any]:
        """The settings that can change an answer: another architecture's agents cannot."""
        parts = {name: keyed(part) if is_dataclass(part) else part for name, part in self.used().items()}
        return {name: part for name, part in parts.items() if part}

    def reads_titles(self) -> bool:
        """Whether the router of the chosen architecture reads titles, so that nothing is summarized."""
        return self.router.reads == TITLES and "router" in ARCHITECTURES.load(self.name).USES

    def unread(self) -> tuple[str, ...]:
        """The settings of a search (retrieval.*) that the chosen architecture does not read."""
        return ARCHITECTURES.load(self.name).UNREAD

    def searches(self) -> bool:
        """Whether the chosen architecture searches a collection."""
        return ARCHITECTURES.load(self.name).SEARCHES

    def searches_at_most(self) -> int:
        """The searches that a plan or the parts of a question may take, 1 without either."""
        used = self.used()
        if "decomposer" in used:
            return self.decomposer.max_sub_questions if self.decomposer.enabled else 1
        return self.planner.max_steps if "planner" in used else 1

    def unsupported(self) -> tuple[str, ...]:
        """The kinds of questions that the chosen architecture is not made for."""
        return ARCHITECTURES.load(self.name).UNSUPPORTED

    def agents(self) -> dict[str, Agent]:
        """The ones among them that call a model; the last one writes the answer."""
        return {name: part for name, part in self.used().items() if isinstance(part, Agent)}

    def answering(self) -> Agent:
        """The agent that writes the answer."""
        return list(self.agents().values())[-1]


class Declares(Protocol):
    """The declarations of an architecture (pipeline/architectures/__init__.py has its whole protocol)."""

    @property
    def USES(self) -> tuple[str, ...]:
        """The fields of `Architecture` that it reads; the agent that writes the answer comes last."""

    @property
    def UNREAD(self) -> tuple[str, ...]:
        """The settings of retrieval.* that it does not read, because its agents have their own search settings."""

    @property
    def UNSUPPORTED(self) -> tuple[str, ...]:
        """The kinds of questions (eval/groups.py) that it is not made for. A sweep over it alone does not ask them."""

    @property
    def SEARCHES(self) -> bool:
        """Whether it searches a collection; otherwise none is built for it."""

    @property
    def TAKES_REPLIES(self) -> bool:
        """Whether it asks back and reads the user's replies from AskedQuestion.replies. If not, a reply is appended to
        the question, and the question is asked again."""

    def calls(self, settings: Architecture, documents: int) -> int:
        """The most model calls per question, without repairs, over a corpus of so many documents."""


class DetectorDeclares(Protocol):
    """What a detector of orders (a file of pipeline/agents/guarded/detection/) declares."""

    @property
    def ASKS_A_MODEL(self) -> bool:
        """Whether it does."""


ARCHITECTURES = Kind("pipeline/architectures", Declares)
DETECTORS = Kind("pipeline/agents/guarded/detection", DetectorDeclares)
