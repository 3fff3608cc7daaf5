"""Every setting of the pipeline, one dataclass a choice, with its default. They are handed in, never read from
the depths. `problems()` returns what is wrong with a setting, each with its fix, so that all faults of a
configuration can be said at once and before any work.
"""

from __future__ import annotations

from dataclasses import dataclass, field, fields

from pipeline.settings.architecture import (
    Agent,
    Annotator,
    Architecture,
    BucketRouter,
    Composer,
    Controller,
    Decomposer,
    Guard,
    MultiQuery,
    Orchestrator,
    Planner,
    Reasoner,
    Router,
    SchemaPlanner,
    SearchPlanner,
    SearchTools,
    Summarizer,
    ToolCaller,
)
from pipeline.settings.checks import plain
from pipeline.settings.indexing import Chunking, Embedder, Parser
from pipeline.settings.llm import LLM
from pipeline.settings.retrieval import RERANKERS, Retrieval

__all__ = [
    "LLM",
    "RERANKERS",
    "Agent",
    "Annotator",
    "Architecture",
    "BucketRouter",
    "Chunking",
    "Composer",
    "Controller",
    "Decomposer",
    "Embedder",
    "Guard",
    "MultiQuery",
    "Orchestrator",
    "Parser",
    "Pipeline",
    "Planner",
    "Reasoner",
    "Retrieval",
    "Router",
    "SchemaPlanner",
    "SearchPlanner",
    "SearchTools",
    "Summarizer",
    "ToolCaller",
    "plain",
]


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
