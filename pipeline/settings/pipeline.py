"""All settings of the pipeline together, and the checks across them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace

from ragatta.pipeline import plugins, templates
from ragatta.pipeline.settings.architecture import ARCHITECTURES, DETECTORS, EXTERNAL, Architecture
from ragatta.pipeline.settings.collection import CollectionStore
from ragatta.pipeline.settings.indexing import Chunking, Embedder, Parser
from ragatta.pipeline.settings.llm import BACKENDS, LLM
from ragatta.pipeline.settings.retrieval import LANGUAGES, QUERIES, RERANKERS, RETRIEVERS, SEARCHES, Retrieval

SUMMARIZER = "ragatta.pipeline.agents.routing.summarizer"  # the agents that read documents before any question
ANNOTATOR = "ragatta.pipeline.agents.annotating.annotator"
NOTES = "ragatta.pipeline.agents.annotating.chunk_notes"


@dataclass
class Pipeline:
    """Whatever can change an answer, and where the collections lie."""

    parser: Parser = field(default_factory=Parser)
    chunking: Chunking = field(default_factory=Chunking)
    embedder: Embedder = field(default_factory=Embedder)
    collection: CollectionStore = field(default_factory=CollectionStore)
    retrieval: Retrieval = field(default_factory=Retrieval)
    architecture: Architecture = field(default_factory=Architecture)
    llm: LLM = field(default_factory=LLM)
    prompts: dict[str, dict[str, str]] = field(default_factory=dict)  # by agent and part, in place of the built-in text

    def __post_init__(self) -> None:
        """A system outside answers in the model's place, whatever model the other variations ask."""
        if self.architecture.name == EXTERNAL:
            service = self.architecture.service
            self.llm = replace(service, cache=self.llm.cache if service.cache == "use" else service.cache)

    def by_rule(self) -> bool:
        """Whether rules answer, in a model's place; a system outside is none."""
        return self.architecture.name != EXTERNAL and not self.llm.plugin().ASKS_A_MODEL

    def modules(self) -> tuple[str, ...]:
        """The modules that these settings choose. What they reach (pipeline/reach.py) is the code between a collection
        and an answer."""
        found = [ARCHITECTURES.module(self.architecture.name), "ragatta.pipeline.llm.ask"]
        if not self.architecture.searches():
            return (*found, self.llm.plugin_module())
        found.append("ragatta.pipeline.retrieval.retriever")
        reranker = self.retrieval.identity(self.architecture.unread()).get("reranker", "none")
        if reranker != "none":
            found.append(RERANKERS.module(reranker))
        if self.retrieval_reads("queries"):
            found += ["ragatta.pipeline.retrieval.queries", QUERIES.module(self.retrieval.queries)]
        search = self.retrieval.identity(self.architecture.unread()).get("search", SEARCHES[0])
        if search not in SEARCHES:
            found.append(RETRIEVERS.module(search))
        if self.retrieval_reads("analyser") and self.retrieval.language():
            found.append(LANGUAGES.module(self.retrieval.language()))
        if "detector" in self.architecture.used():
            found.append(DETECTORS.module(self.architecture.detector.name))
        return (*found, self.llm.plugin_module())

    def retrieval_reads(self, setting: str) -> bool:
        """Whether a search of the chosen architecture depends on a setting of retrieval.*."""
        searches = self.architecture.searches()
        return searches and setting in self.retrieval.identity(self.architecture.unread())

    def notes_chunks(self) -> bool:
        """Whether a model's notes on chunks are searched."""
        return self.chunking.contextual and self.architecture.searches()

    def query_calls(self) -> int:
        """Model calls at most that the queries of one question take: one a search."""
        if not self.retrieval_reads("queries"):
            return 0
        return self.architecture.searches_at_most()

    def problems(self) -> list[str]:
        """Everything that is wrong with the parts and with their combination."""
        parts = [part.name for part in fields(self) if part.name != "prompts"]
        found = [problem for part in parts for problem in getattr(self, part).problems()]
        return found + self._without_tools() + self._without_model() + self._of_prompts()

    def words(self) -> Mapping[str, str]:
        """The texts of `prompts` by name, such as planner.user, without the line's end that YAML adds."""
        return {
            f"{agent}.{part}": text.rstrip("\n")
            for agent, parts in self.prompts.items()
            for part, text in parts.items()
        }

    def read(self, *modules: str) -> dict[str, templates.Template]:
        """The built-in prompts, by name, that these modules read; by default all modules, those over documents too."""
        noting = [NOTES] if self.notes_chunks() else []
        found = templates.templates(*(modules or (*self.modules(), SUMMARIZER, ANNOTATOR, *noting)))
        unread = {part.name for part in fields(self.architecture)} - self.architecture.used().keys()
        return {name: text for name, text in found.items() if name.partition(".")[0] not in unread}

    def replaced(self, *modules: str) -> dict[str, str]:
        """Those of `words` that replace what `read` gives. A copy of a built-in text replaces nothing, and rules read
        no prompt."""
        if not self.prompts or not self.llm.plugin().ASKS_A_MODEL:
            return {}
        read = self.read(*modules)
        return {name: text for name, text in self.words().items() if name in read and text != read[name]}

    def _of_prompts(self) -> list[str]:
        if not self.prompts or not ARCHITECTURES.knows(self.architecture.name) or not self.llm.is_known():
            return []  # said already
        known = {**templates.templates(), **templates.templates(*self.modules())}
        return [each for name, text in self.words().items() for each in templates.problems(name, text, known)]

    def _without_tools(self) -> list[str]:
        """Checked before any work: an architecture with a tool conversation needs a backend that calls tools."""
        architecture, llm = self.architecture.name, self.llm.name
        if not ARCHITECTURES.knows(architecture) or not self.llm.is_known():
            return []  # said already
        needed = any(agent.calls_tools for agent in self.architecture.agents().values())
        if not needed or self.llm.plugin().CALLS_TOOLS:
            return []
        able = [f"llm={name}" for name in plugins.own(BACKENDS.room) if BACKENDS.load(name).CALLS_TOOLS]
        return [f"architecture={architecture} needs tool calling, and llm={llm} has none; choose {' or '.join(able)}"]

    def _without_model(self) -> list[str]:
        """Checked before any work: the model detector, prepared queries and notes on chunks need a model."""
        detector, llm = self.architecture.detector.name, self.llm.name
        chosen = DETECTORS.knows(detector) and ARCHITECTURES.knows(self.architecture.name)
        if not self.llm.is_known() or not chosen:
            return []  # said already
        asking = []
        if "detector" in self.architecture.used() and DETECTORS.load(detector).ASKS_A_MODEL:
            asking.append((f"architecture.detector.name={detector}", "architecture.detector.name=rules"))
        if self.notes_chunks():
            asking.append(("chunking.contextual=true", "chunking.contextual=false"))
        if self.retrieval_reads("queries"):
            asking.append((f"retrieval.queries={self.retrieval.queries}", "retrieval.queries=plain"))
        if not asking or self.llm.plugin().ASKS_A_MODEL:
            return []
        return [
            f"{key} asks a model, but llm={llm} is not a model; choose another llm= or {fix}" for key, fix in asking
        ]
