"""All settings of the pipeline that are not an extension's, and the checks across them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import MISSING, dataclass, field, fields, is_dataclass, replace
from typing import Any

from ragatta.pipeline.agents.annotating.annotator import Annotator
from ragatta.pipeline.agents.answering.confidence import Thresholds
from ragatta.pipeline.agents.routing.router import TITLES, Router
from ragatta.pipeline.agents.routing.summarizer import Summarizer
from ragatta.pipeline.agents.toolbox import Toolbox
from ragatta.pipeline.architecture import ARCHITECTURES, Architecture
from ragatta.pipeline.architectures.router_planner import RouterPlanner
from ragatta.pipeline.documents.ocr.none import NoOcr
from ragatta.pipeline.documents.ocr_engine import Ocr
from ragatta.pipeline.documents.parser import Parser
from ragatta.pipeline.documents.parsers.pdfium import Pdfium
from ragatta.pipeline.index.chunker import Chunker
from ragatta.pipeline.index.chunking.document import DocumentChunker
from ragatta.pipeline.index.collection_store import CollectionStore
from ragatta.pipeline.index.embedder import Embedder
from ragatta.pipeline.index.embedders.minilm import MiniLM
from ragatta.pipeline.llm import call_options, templates
from ragatta.pipeline.llm.backend import BACKENDS, LLM, ServedLLM, usual_backend
from ragatta.pipeline.plugins import registry
from ragatta.pipeline.plugins.checks import at_least, plain
from ragatta.pipeline.plugins.identity import code_digest
from ragatta.pipeline.plugins.technique import Technique, tried
from ragatta.pipeline.retrieval import analyser
from ragatta.pipeline.retrieval.bm25 import Formula
from ragatta.pipeline.retrieval.queries.plain import Plain
from ragatta.pipeline.retrieval.query_preparation import Queries
from ragatta.pipeline.retrieval.reranker import Reranker
from ragatta.pipeline.retrieval.rerankers.none import Unranked
from ragatta.pipeline.retrieval.search import SEARCHES, Search
from ragatta.pipeline.retrieval.searches.semantic import Semantic
from ragatta.pipeline.retrieval.window import Window
from ragatta.pipeline.retrieval.windows.fixed import Fixed
from ragatta.pipeline.types import AskedQuestion, Chunk, Options, Page, Question

SUMMARIZER = "ragatta.pipeline.agents.routing.summarizer"  # the agents that read documents before any question
ANNOTATOR = "ragatta.pipeline.agents.annotating.annotator"
NOTES = "ragatta.pipeline.agents.annotating.chunk_notes"


@dataclass
class CoreSettings:
    """Whatever can change an answer, and where the collections lie. An extension adds to them (configuration.py)."""

    parser: Parser = field(default_factory=Pdfium)
    ocr: Ocr = field(default_factory=NoOcr)
    chunking: Chunker = field(default_factory=DocumentChunker)
    embedder: Embedder = field(default_factory=MiniLM)
    collection: CollectionStore = field(default_factory=CollectionStore)
    retrieval: Search = field(default_factory=Semantic)
    queries: Queries = field(default_factory=Plain)
    reranker: Reranker = field(default_factory=Unranked)
    window: Window = field(default_factory=Fixed)
    analyser: str = "english"  # of the words that a search reads: plain, english, lucene or a language's code
    bm25: Formula = field(default_factory=Formula)
    architecture: Architecture = field(default_factory=RouterPlanner)
    llm: LLM = field(default_factory=usual_backend)
    context_tokens: int = tried(12000, context=(6000, 3000))  # what the answering agent is shown at most
    confidence: Thresholds = field(default_factory=Thresholds)
    prompts: dict[str, dict[str, str]] = field(default_factory=dict)  # by agent and part, in place of the built-in text
    # By agent, as in `prompts`: model, temperature and max_tokens of its calls, in place of its own (call_options.py).
    agents: dict[str, dict[str, Any]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Hands parser and architecture their techniques, and asks the architecture for its backend."""
        self.parser = replace(self.parser, ocr=self.ocr)
        self.architecture = self.architecture.given(**self._parts())
        self.llm = self.architecture.backend(self.llm)

    def _parts(self) -> dict[str, Technique]:
        """The techniques, by key."""
        parts = {part.name: getattr(self, part.name) for part in fields(self)}
        return {name: part for name, part in parts.items() if isinstance(part, Technique)}

    def handing(self) -> str:
        """Why these settings are only for questions with a gold record, of which they hand over parts: what is answered
        so is a bound and no result. "" where they hand over nothing."""
        return ""

    def handed_identity(self, questions: Sequence[Question]) -> dict[str, Any]:  # noqa: ARG002 - a door for extensions
        """What can change an answer of the parts that are handed over, as JSON values of the run key."""
        return {}

    def added_identity(self) -> dict[str, Any]:
        """Extensions' settings that are not the usual ones, with the code of their classes, as JSON values of the run
        key. A technique is in the key where it is handed."""
        found = {}
        for cls in type(self).__mro__:
            if cls in (type(self), CoreSettings) or not issubclass(cls, CoreSettings):
                continue
            own = {part.name: getattr(self, part.name) for part in fields(cls) if part.name in cls.__annotations__}
            usual = cls()
            changed = {
                name: plain(value) if is_dataclass(value) else value
                for name, value in own.items()
                if not isinstance(value, Technique) and value != getattr(usual, name)
            }
            if changed:
                found[cls.__module__] = {**changed, "code": code_digest(cls.__module__)}
        return found

    def with_gold(
        self,
        asked: AskedQuestion,
        tools: Toolbox,
        record: Question,  # noqa: ARG002
        pages: Mapping[str, tuple[Page, ...]],  # noqa: ARG002
        chunks: Sequence[Chunk],  # noqa: ARG002
    ) -> tuple[AskedQuestion, Toolbox]:
        """The question and its toolbox with what they are handed of the gold record. `pages` of the corpus by file, and
        `chunks` of the collection in any order, are where its evidence stands."""
        return asked, tools

    def in_conversation(self, asked: AskedQuestion, tools: Toolbox) -> tuple[AskedQuestion, Toolbox]:
        """The question and its toolbox with what is made of the turns before it. Raises ModelError."""
        return asked, tools

    def repeats_own_answers(self) -> bool:
        """Whether the turns before a question have the answers that it got in the same sample, in place of the
        gold's."""
        return False

    def by_rule(self) -> bool:
        """Whether rules answer, in a model's place; a system outside is none."""
        return not self.architecture.BLACK_BOX and not self.llm.ASKS_A_MODEL

    def modules(self) -> tuple[str, ...]:
        """The modules that these settings choose. What they reach (pipeline/plugins/reach.py) is the code between a
        collection and an answer."""
        found = [type(self.architecture).__module__, "ragatta.pipeline.llm.ask"]
        if self.architecture.searches():
            found += ["ragatta.pipeline.retrieval.retriever", *analyser.modules(self.analyser)]
            found += [type(one).__module__ for one in self.techniques()]
            found += map(SEARCHES.module, self.architecture.SEARCHES_BY_NAME)
        return (*found, *self.llm.modules())

    def techniques(self) -> list[Technique]:
        """Those that the architecture is handed."""
        return [getattr(self, key) for key in self.architecture.handed()]

    def search(self) -> Search:
        """The search that is handed, else the usual one."""
        return self.retrieval if self.retrieval in self.techniques() else Semantic()

    def reading(self) -> Window:
        """The window that is handed, else one without neighbours."""
        return self.window if self.window in self.techniques() else Fixed()

    def prepares_queries(self) -> bool:
        """Whether a model is asked before each search."""
        return self.queries.ASKS_A_MODEL and self.queries in self.techniques()

    def asking(self) -> list[Technique]:
        """Those that are handed and ask a model."""
        return [one for one in self.techniques() if one.ASKS_A_MODEL]

    def models(self) -> set[str]:
        """The models that are asked, by name; "" is that of `llm`."""
        asked = call_options.agents_of(self.read()) if self.agents and self.llm.ASKS_A_MODEL else ()
        return {self.model_of(agent) or "" for agent in asked} or {""}

    def model_of(self, agent: str) -> str | None:
        """The model that an agent asks, if it has one of its own."""
        return self.replacing().get(f"{agent}.model")

    def answering(self) -> Options:
        """Of the calls of the agent that writes the answer."""
        name, agent = [*self.architecture.agents().items()][-1]
        return call_options.options_of(self.replacing(), name, agent.options)

    def reads_titles(self) -> bool:
        """Whether a router reads titles."""
        router = self.architecture.part(Router)
        return router is not None and router.reads == TITLES

    def reads_summaries(self) -> bool:
        """Whether documents are summarized before any question."""
        return self.architecture.part(Summarizer) is not None

    def reads_annotations(self) -> bool:
        """Whether fields of documents are filled in before any question."""
        return self.architecture.part(Annotator) is not None

    def notes_chunks(self) -> bool:
        """Whether a model's notes on chunks are searched."""
        return self.chunking.contextual and self.architecture.searches()

    def query_calls(self) -> int:
        """Model calls at most that the queries of one question take: one a search."""
        return self.architecture.searches_at_most() if self.prepares_queries() else 0

    def problems(self) -> list[str]:
        """Everything that is wrong with the parts and with their combination."""
        found = [problem for part in self._parts().values() for problem in part.stated()] + self.collection.problems()
        found += analyser.problems("analyser", self.analyser) + self.bm25.problems() + self.confidence.problems()
        found += at_least("context_tokens", self.context_tokens, 100)
        return found + self._without_tools() + self._without_model() + self._of_prompts()

    def words(self) -> Mapping[str, str]:
        """The texts of `prompts` by name, such as planner.user, without the line's end that YAML adds."""
        return {
            f"{agent}.{part}": text.rstrip("\n")
            for agent, parts in self.prompts.items()
            for part, text in parts.items()
        }

    def replacing(self) -> dict[str, Any]:
        """All texts and options in place of an agent's own, by name, such as planner.user and planner.model."""
        shared = {other: self.agents.get(agent, {}) for other, agent in self.architecture.OPTIONS_OF.items()}
        each = [*shared.items(), *self.agents.items()]
        options = {f"{agent}.{name}": value for agent, own in each for name, value in own.items()}
        return {**self.words(), **options}

    def read(self, *modules: str) -> dict[str, templates.Template]:
        """The built-in prompts, by name, that these modules read; by default all modules, those over documents too."""
        noting = [NOTES] if self.notes_chunks() else []
        found = templates.templates(*(modules or (*self.modules(), SUMMARIZER, ANNOTATOR, *noting)))
        # One agent's module may import another's for a function of it.
        known = {name for one in registry.own(ARCHITECTURES.kind) for name in ARCHITECTURES.load(one)().agents()}
        known |= {module.rpartition(".")[2] for module in (SUMMARIZER, ANNOTATOR)}
        unread = known - self.architecture.agents().keys()
        return {name: text for name, text in found.items() if name.partition(".")[0] not in unread}

    def replaced(self, *modules: str) -> dict[str, Any]:
        """The texts of `prompts` and options of `agents` that take the place of an agent's own in what `read` gives, by
        name, such as planner.user and planner.model. A copy of a built-in text replaces nothing, and rules read no
        prompt and take no options."""
        if not (self.prompts or self.agents) or not self.llm.ASKS_A_MODEL:
            return {}
        read = self.read(*modules)
        named = {
            *read,
            *(f"{agent}.{option}" for agent in call_options.agents_of(read) for option in call_options.KNOWN),
        }
        return {name: own for name, own in self.replacing().items() if name in named and own != read.get(name)}

    def _of_prompts(self) -> list[str]:
        if not self.prompts and not self.agents:
            return []
        known = {**templates.templates(), **templates.templates(*self.modules())}
        of_texts = [each for name, text in self.words().items() for each in templates.problems(name, text, known)]
        return of_texts + call_options.problems(self.agents, call_options.agents_of(known))

    def _without_tools(self) -> list[str]:
        """Checked before any work: an architecture with a tool conversation needs a backend that calls tools."""
        architecture, llm = self.architecture.name, self.llm.name
        needed = any(agent.calls_tools for agent in self.architecture.agents().values())
        if not needed or self.llm.CALLS_TOOLS:
            return []
        own = {name: BACKENDS.load(name) for name in registry.own(BACKENDS.kind)}
        able = [f"llm={name}" for name, one in own.items() if issubclass(one, ServedLLM) and one.CALLS_TOOLS]
        return [f"architecture={architecture} needs tool calling, and llm={llm} has none; choose {' or '.join(able)}"]

    def _without_model(self) -> list[str]:
        """Checked before any work: techniques such as prepared queries, and notes on chunks, need a model."""
        if self.llm.ASKS_A_MODEL:
            return []
        usual = {part.name: part.default_factory for part in fields(self) if part.default_factory is not MISSING}
        asking = [(f"{one.KEY}={one.name}", f"{one.KEY}={usual[one.KEY]().name}") for one in self.asking()]
        if self.notes_chunks():
            asking.append(("chunking.contextual=true", "chunking.contextual=false"))
        return [
            f"{key} asks a model, but llm={self.llm.name} is not a model; choose another llm= or {fix}"
            for key, fix in asking
        ]
