"""The whole pipeline over the stand-in's tables of fares and rules, without a model or with a scripted one."""

from __future__ import annotations

from dataclasses import replace

from ragatta.pipeline.agents.toolbox import Toolbox
from ragatta.pipeline.agents.trace import Trace
from ragatta.pipeline.annotations.sqlite import NO_ANNOTATIONS
from ragatta.pipeline.architectures.router_planner import RouterPlanner
from ragatta.pipeline.index.collection import Collection
from ragatta.pipeline.retrieval.searches.hybrid import Hybrid
from ragatta.pipeline.types import Answer, AskedQuestion
from tests.pipeline.architectures.conftest import WordEncoder, toolbox_over
from tests.standins.architectures import EVERY_DOCUMENT
from tests.standins.scripted import Script
from tests.standins.travel import QUESTION, chunks, documents

SEARCH = Hybrid(top_k=4)
WITHOUT_ROUTER = RouterPlanner(router=EVERY_DOCUMENT)


def tools(script: Script | None = None, budget: int = 2000, **texts: str) -> tuple[Toolbox, Trace]:
    pages = chunks(documents(**texts))
    collection = Collection("pdf_t", "key", {}, pages, WordEncoder().embed([page.text for page in pages]))
    toolbox, trace = toolbox_over(WITHOUT_ROUTER, collection, NO_ANNOTATIONS, None, budget, SEARCH)
    return (replace(toolbox, ask=script.ask) if script else toolbox), trace


def answer(question: str = QUESTION, script: Script | None = None, budget: int = 2000, **texts: str) -> Answer:
    toolbox, _ = tools(script, budget, **texts)
    return WITHOUT_ROUTER.answer(AskedQuestion(question), toolbox)
