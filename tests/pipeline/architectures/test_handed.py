"""The techniques that an architecture is handed, held against what changes its answers and its keys."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from ragatta.pipeline.architecture import ARCHITECTURES
from ragatta.pipeline.configuration import Pipeline
from ragatta.pipeline.plugins.technique import Technique
from ragatta.pipeline.retrieval.queries.hyde import Hyde
from ragatta.pipeline.retrieval.rerankers.maxsim import MaxSim
from ragatta.pipeline.retrieval.searches.bm25 import Bm25Search
from ragatta.pipeline.retrieval.searches.hybrid import Hybrid
from ragatta.pipeline.retrieval.windows.fixed import Fixed
from ragatta.pipeline.types import AskedQuestion
from tests.standins.architectures import SEARCHING, TWO_DOCUMENTS, architecture

QUESTIONS = (
    AskedQuestion("What is the price of the brass pump?"),
    AskedQuestion("List all parts of the table of contents of the pump manual"),
    AskedQuestion("What is the storage temperature, and after how many hours of use are the seals changed?"),
    AskedQuestion("Multiply the price of the brass pump by the price of the garden hose."),
)
OTHERS: dict[str, Technique] = {  # of every kind another than the usual one
    "retrieval": Bm25Search(top_k=1), "queries": Hyde(), "reranker": MaxSim(), "window": Fixed(2),
}  # fmt: skip


def handed(name: str) -> tuple[str, ...]:
    return ARCHITECTURES.load(name).handed()


@pytest.mark.parametrize(
    ("name", "key"), [(name, key) for name in SEARCHING for key in ("retrieval", "window") if key not in handed(name)]
)
def test_what_it_is_not_handed_changes_no_answer(name: str, key: str, tools: Callable[..., Any]) -> None:
    usual: dict[str, Technique] = {"retrieval": Hybrid(top_k=4), "window": Fixed(1)}

    def answers(techniques: dict[str, Technique]) -> list[Any]:
        asking = architecture(name, router=TWO_DOCUMENTS)
        pipeline = Pipeline(architecture=asking, **techniques)  # type: ignore[arg-type]
        given = {"search": pipeline.search(), "reading": pipeline.reading()}
        return [pipeline.architecture.answer(asked, tools(name, **given)[0]) for asked in QUESTIONS]

    assert answers(usual) == answers(usual | {key: OTHERS[key]})


@pytest.mark.parametrize("name", SEARCHING)
@pytest.mark.parametrize("key", OTHERS)
def test_only_what_it_is_handed_is_among_its_techniques(name: str, key: str) -> None:
    pipeline = Pipeline(architecture=architecture(name))
    changed = replace(pipeline, **{key: OTHERS[key]})
    assert (OTHERS[key] in changed.techniques()) == (key in handed(name))
    by_name = key == "retrieval" and OTHERS[key].name in changed.architecture.SEARCHES_BY_NAME
    assert (type(OTHERS[key]).__module__ in changed.modules()) == (key in handed(name) or by_name)
