"""Every setting of the pipeline, one dataclass a choice, with its default. They are handed in, never read from
the depths. `problems()` returns what is wrong with a setting, each with its fix, so that all faults of a
configuration can be said at once and before any work.
"""

from __future__ import annotations

from dataclasses import dataclass, field, fields

from pipeline import plugins
from pipeline.settings.architecture import (
    DETECTION,
    Agent,
    Annotator,
    Architecture,
    BucketRouter,
    Composer,
    Controller,
    Decomposer,
    Detector,
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
    "DETECTION",
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
    "Detector",
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
        """What is wrong with any of the parts, all at once, and between them."""
        found = [problem for part in fields(self) for problem in getattr(self, part.name).problems()]
        return found + self._without_tools() + self._without_model()

    def _without_tools(self) -> list[str]:
        """Said before any work: a backend that calls no tools cannot hold the conversation of some architectures."""
        architecture, llm = self.architecture.name, self.llm.name
        if architecture not in plugins.names("architectures") or not self.llm.is_known():
            return []  # said already
        needed = any(agent.calls_tools for agent in self.architecture.agents().values())
        if not needed or self.llm.plugin().CALLS_TOOLS:
            return []
        backends = {name: plugins.load("llm/backends", name) for name in plugins.names("llm/backends")}
        able = [f"llm={name}" for name, module in backends.items() if module.CALLS_TOOLS]
        return [f"architecture={architecture} needs tool calling, and llm={llm} has none; choose {' or '.join(able)}"]

    def _without_model(self) -> list[str]:
        """Said before any work: rules in a model's place cannot tell orders to a model."""
        detector, llm = self.architecture.detector.name, self.llm.name
        chosen = ((DETECTION, detector), ("architectures", self.architecture.name))
        if not self.llm.is_known() or any(name not in plugins.names(room) for room, name in chosen):
            return []  # said already
        needed = "detector" in self.architecture.used() and plugins.load(DETECTION, detector).ASKS_A_MODEL
        if not needed or self.llm.plugin().ASKS_A_MODEL:
            return []
        return [
            f"architecture.detector.name={detector} asks a model, and llm={llm} is none; choose another llm= or "
            "architecture.detector.name=rules"
        ]
