"""Every setting of the pipeline, one dataclass a choice, with its default. They are handed in, never read from
the depths. `problems()` returns what is wrong with a setting, each with its fix, so that all faults of a
configuration can be said at once and before any work.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, fields, is_dataclass
from typing import Any
from urllib.parse import urlsplit

from pipeline import techniques


def _at_least(name: str, value: float, least: float) -> list[str]:
    return [] if value >= least else [f"{name} ({value}) must be at least {least}"]


def _one_of(name: str, value: str, known: tuple[str, ...]) -> list[str]:
    return [] if value in known else [f"{name}: unknown {value!r}; {techniques.suggestion(value, known)}"]


@dataclass
class Parser:
    name: str = "pdfium"  # a file of pipeline/parsers/
    shorten_leaders: bool = True  # dotted leaders to three dots, so that they do not fill the token limit

    def problems(self) -> list[str]:
        """What is wrong with these settings, each fault with its fix; empty where nothing is."""
        return _one_of("parser.name", self.name, techniques.names("parsers"))


@dataclass
class Chunking:
    strategy: str = "document"  # a file of pipeline/chunking/: chunks span pages, or page: they do not
    chunk_size: int = 1000
    chunk_overlap: int = 200
    unit: str = "characters"  # or "tokens", counted by the embedder's tokenizer

    def problems(self) -> list[str]:
        """What is wrong with these settings, each fault with its fix; empty where nothing is."""
        found = _one_of("chunking.strategy", self.strategy, techniques.names("chunking"))
        found += _one_of("chunking.unit", self.unit, ("characters", "tokens"))
        found += _at_least("chunking.chunk_size", self.chunk_size, 1)
        found += _at_least("chunking.chunk_overlap", self.chunk_overlap, 0)
        if self.chunk_overlap >= self.chunk_size:
            found.append(
                f"chunking.chunk_overlap ({self.chunk_overlap}) must be smaller than "
                f"chunking.chunk_size ({self.chunk_size})"
            )
        return found


@dataclass
class Embedder:
    name: str = "minilm"
    model_path: str | None = None  # a folder with model.onnx and tokenizer.json instead of the packaged model
    precision: str = "int8"  # or "fp32"
    max_tokens: int = 256  # longer texts are cut, as the model was trained
    query_prefix: str = ""  # some sentence-embedding models want an instruction before a query

    def problems(self) -> list[str]:
        """What is wrong with these settings, each fault with its fix; empty where nothing is."""
        found = _one_of("embedder.precision", self.precision, ("int8", "fp32"))
        return found + _at_least("embedder.max_tokens", self.max_tokens, 8)


@dataclass
class Retrieval:
    search: str = "semantic"  # semantic, bm25 or hybrid
    top_k: int = 5
    expand_context: int = 0  # ±N neighbours by chunk_index
    alpha: int | float | str = "adaptive"  # the semantic share of a hybrid score: adaptive, or 0 to 1
    rrf_k: int = 60
    document_filter: str = "before"  # or "after": search, then filter (an ablation)
    context_tokens: int = 12000  # what the answering agent is shown at most

    def problems(self) -> list[str]:
        """What is wrong with these settings, each fault with its fix; empty where nothing is."""
        found = _one_of("retrieval.search", self.search, ("semantic", "bm25", "hybrid"))
        found += _at_least("retrieval.top_k", self.top_k, 1)
        found += _at_least("retrieval.expand_context", self.expand_context, 0)
        found += _at_least("retrieval.rrf_k", self.rrf_k, 1)
        found += _at_least("retrieval.context_tokens", self.context_tokens, 100)
        found += _one_of("retrieval.document_filter", self.document_filter, ("before", "after"))
        alpha_fits = self.alpha == "adaptive" or (not isinstance(self.alpha, str) and 0 <= self.alpha <= 1)
        if not alpha_fits:
            found.append(f"retrieval.alpha ({self.alpha}) must be adaptive or a number from 0 to 1")
        return found


@dataclass
class Agent:
    """How one agent calls its model."""

    model: str | None = None  # the sweep's model unless another is named
    temperature: float = 0.0
    max_tokens: int = 512  # of the reply


@dataclass
class Router(Agent):
    kind: str = "llm"  # llm, embedding, lexical or off
    top_k_docs: int = 3


@dataclass
class Planner(Agent):
    max_tokens: int = 2048
    max_steps: int = 5


@dataclass
class Orchestrator(Agent):
    max_tokens: int = 1024


@dataclass
class Summarizer(Agent):
    max_tokens: int = 512
    pages: int = 5  # how many pages of a document it reads, from the first


@dataclass
class Architecture:
    name: str = "router_planner"  # a file of pipeline/architectures/
    router: Router = field(default_factory=Router)
    planner: Planner = field(default_factory=Planner)
    orchestrator: Orchestrator = field(default_factory=Orchestrator)
    summarizer: Summarizer = field(default_factory=Summarizer)

    def problems(self) -> list[str]:
        """What is wrong with these settings, each fault with its fix; empty where nothing is."""
        found = _one_of("architecture.name", self.name, techniques.names("architectures"))
        found += _one_of("architecture.router.kind", self.router.kind, ("llm", "embedding", "lexical", "off"))
        found += _at_least("architecture.router.top_k_docs", self.router.top_k_docs, 1)
        found += _at_least("architecture.planner.max_steps", self.planner.max_steps, 1)
        found += _at_least("architecture.summarizer.pages", self.summarizer.pages, 1)
        for name, agent in self.agents().items():
            found += _at_least(f"architecture.{name}.temperature", agent.temperature, 0)
            found += _at_least(f"architecture.{name}.max_tokens", agent.max_tokens, 1)
        return found

    def agents(self) -> dict[str, Agent]:
        """Every agent's settings by the agent's name."""
        return {f.name: value for f in fields(self) if isinstance(value := getattr(self, f.name), Agent)}


@dataclass
class LLM:
    name: str = "extractive"  # a file of pipeline/llm/backends/
    model: str = ""  # such as llama3.2; the backend's own default if empty
    base_url: str = ""  # the backend's own default if empty
    api_key_env: str = "OPENAI_API_KEY"  # the variable that holds the key; the key itself is never stored
    context_window: int = 0  # tokens; 0: what the backend reports
    timeout_s: float = 300.0
    cache: str = "use"  # use, off, refresh (ask again and replace) or only (never ask)
    seed: int = 0
    price_in: float = 0.0  # USD per million tokens read and written, for the column cost_usd
    price_out: float = 0.0

    def problems(self) -> list[str]:
        """What is wrong with these settings, each fault with its fix; empty where nothing is."""
        found = _at_least("llm.price_in", self.price_in, 0) + _at_least("llm.price_out", self.price_out, 0)
        found += _one_of("llm.name", self.name, techniques.names("llm/backends"))
        found += _one_of("llm.cache", self.cache, ("use", "off", "refresh", "only"))
        found += self._secrets()
        return found + ([] if self.timeout_s > 0 else [f"llm.timeout_s ({self.timeout_s}) must be above 0"])

    def _secrets(self) -> list[str]:
        """A configuration is written to files and to MLflow: it may hold no key, nor may these messages."""
        address = urlsplit(self.base_url)
        found = []
        if address.username or address.password or address.query:
            found.append(
                "llm.base_url must hold no user, password or query: put the key into an environment variable, and "
                "that variable's name into llm.api_key_env"
            )
        if not re.fullmatch(r"[A-Za-z_]\w*", self.api_key_env):
            found.append("llm.api_key_env must be the name of an environment variable, never the key itself")
        return found


@dataclass
class Pipeline:
    """All of the above: whatever can change an answer."""

    parser: Parser = field(default_factory=Parser)
    chunking: Chunking = field(default_factory=Chunking)
    embedder: Embedder = field(default_factory=Embedder)
    retrieval: Retrieval = field(default_factory=Retrieval)
    architecture: Architecture = field(default_factory=Architecture)
    llm: LLM = field(default_factory=LLM)

    def problems(self) -> list[str]:
        """What is wrong with any of the parts, all at once."""
        return [problem for part in fields(self) for problem in getattr(self, part.name).problems()]


def plain(settings: Any) -> dict[str, Any]:
    """A settings dataclass as nested dicts of JSON values."""
    return {
        f.name: plain(value) if is_dataclass(value := getattr(settings, f.name)) else value for f in fields(settings)
    }
