"""The whole pipeline over the stand-in's tables of fares and rules, without a model or with a scripted one."""

from __future__ import annotations

from dataclasses import replace

from ragatta.pipeline.annotations.store import NO_ANNOTATIONS
from ragatta.pipeline.architectures import ARCHITECTURES
from ragatta.pipeline.index.collection import Collection
from ragatta.pipeline.settings.architecture import Architecture, Router
from ragatta.pipeline.settings.retrieval import Retrieval
from ragatta.pipeline.toolbox import Toolbox
from ragatta.pipeline.trace import Trace
from ragatta.pipeline.types import Answer, AskedQuestion
from tests.pipeline.architectures.conftest import WordEncoder, toolbox_over
from tests.standins.scripted import Script
from tests.standins.travel import QUESTION, chunks, documents

RETRIEVAL = Retrieval(search="hybrid", top_k=4, expand_context=1)


def tools(
    script: Script | None = None, budget: int = 2000, name: str = "router_planner", **texts: str
) -> tuple[Toolbox, Trace]:
    pages = chunks(documents(**texts))
    collection = Collection("pdf_t", "key", {}, pages, WordEncoder().embed([page.text for page in pages]))
    settings = Architecture(name=name, router=Router(kind="off"))
    toolbox, trace = toolbox_over(settings, collection, NO_ANNOTATIONS, None, budget, RETRIEVAL)
    return (replace(toolbox, ask=script.ask) if script else toolbox), trace


def answer(question: str = QUESTION, script: Script | None = None, budget: int = 2000, **texts: str) -> Answer:
    toolbox, _ = tools(script, budget, **texts)
    found: Answer = ARCHITECTURES.load("router_planner").answer(AskedQuestion(question), toolbox)
    return found
