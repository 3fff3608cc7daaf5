"""The toolbox as each oracle leaves it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from ragatta.extensions.diagnosis.oracles.gold import Gold
from ragatta.extensions.diagnosis.oracles.oracles import ORACLES, with_oracles
from ragatta.extensions.diagnosis.pipeline_settings.oracle import NAMES
from ragatta.pipeline.agents.toolbox import Toolbox
from ragatta.pipeline.types import AskedQuestion, Chunk, Exchange, Hit

ONE, TWO, THREE = (Chunk(f"{file}#0", file, 0, file, 1, 1, 0, 1, 1) for file in ("a", "b", "c"))
GOLD = Gold(("c",), (THREE,), (THREE,), 1)
ASKED = AskedQuestion("?", ())


def search(_: str, documents: Sequence[str] | None = None, top_k: int | None = None, **__: Any) -> list[Hit]:
    found = [chunk for chunk in (ONE, TWO, THREE) if documents is None or chunk.source_file in documents]
    return [Hit(chunk, 9.0 - at, 0.5, at + 1, "semantic") for at, chunk in enumerate(found[: top_k or 2])]


def expand(hits: Sequence[Hit], *_: Any) -> list[Hit]:
    return [*hits, Hit(TWO, 0.0, 0.0, 0, "window")]


def tools(*names: str, gold: Gold = GOLD, asked: AskedQuestion = ASKED) -> tuple[AskedQuestion, Toolbox]:
    nothing: Any = None
    own = Toolbox(("a", "b", "c"), {}, search, expand, nothing, nothing, len, 0, nothing, nothing)
    return with_oracles(names, asked, own, gold)


def found(own: Toolbox, *words: Any) -> list[str]:
    return [hit.chunk.id for hit in own.search("?", *words)]


def test_the_names_are_those_of_the_configuration() -> None:
    assert tuple(ORACLES) == NAMES


def test_documents_narrow_the_scope() -> None:
    asked, own = tools("documents")
    assert (asked.documents, own.documents) == (("c",), ("c",))
    assert found(own) == ["a#0", "b#0"], "a search goes where the architecture says"


def test_passages_come_first_within_the_number_of_hits_and_within_the_documents() -> None:
    _, own = tools("passages")
    assert found(own) == ["c#0", "a#0"]
    assert [hit.rank for hit in own.search("?")] == [1, 2]
    assert found(own, ["a", "b"]) == ["a#0", "b#0"], "no search leaves its documents"
    assert found(own, None, 1) == ["c#0"]


def test_context_is_the_evidence_alone() -> None:
    _, own = tools("context")
    hits = own.search("?", ["a"])
    assert [hit.chunk for hit in own.expand(hits, "?")] == [THREE]
    assert own.context_tokens == 1, "no limit cuts it"


def test_oracles_are_stacked_and_need_gold() -> None:
    asked, own = tools("documents", "passages")
    assert (asked.documents, found(own)) == (("c",), ["c#0", "a#0"])
    asked, own = tools("documents", "context", gold=replace(GOLD, documents=()))
    assert (asked, found(own)) == (ASKED, ["a#0", "b#0"])


def test_a_turn_is_asked_in_the_words_of_the_gold_that_stand_alone() -> None:
    turn = AskedQuestion("And in 2022?", turns=(Exchange("What is the fee?", "$25"),))
    worded = Gold(standalone="What was the fee in 2022?")
    assert tools("standalone", gold=worded, asked=turn)[0] == AskedQuestion("What was the fee in 2022?")
    assert tools("standalone", asked=turn)[0] == turn, "the gold has no other words"
    assert tools("standalone", gold=worded)[0] == ASKED, "a question without turns stands alone"
