"""What a part returns against its protocol is refused in one line, which names the part and what is wrong."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, cast

import numpy as np
import pytest

from ragatta.conf.schema import Config
from ragatta.eval.scorers import SCORERS, declared
from ragatta.eval.scoring import graded
from ragatta.eval.scoring_settings import Scoring
from ragatta.experiments.faults import problems_of
from ragatta.pipeline.documents.corpus import Corpus
from ragatta.pipeline.index.chunker import CHUNKERS
from ragatta.pipeline.index.cutting import cut
from ragatta.pipeline.index.embedder import EMBEDDERS, Opening
from ragatta.pipeline.index.embedding.opened import open_embedder
from ragatta.pipeline.index.embedding.vector_cache import VectorCache
from ragatta.pipeline.llm.backend import BACKENDS
from ragatta.pipeline.plugins import registry
from ragatta.pipeline.retrieval.ranking import best, ranking_fault
from ragatta.pipeline.retrieval.search import Search, Searched
from ragatta.pipeline.types import Answer, Page, Question
from tests.standins.broken import Part, fault_of, part

__all__ = ["part"]
EMBEDDER = """from dataclasses import dataclass
from ragatta.pipeline.index.embedder import Embedder
@dataclass(frozen=True)
class Letters(Embedder):
    PROBED = False
    def open(self, opening): return Mine()
class Mine:
    identity = {}
    def embed(self, texts, progress=None): return [[1, 2]] if len(texts) < 2 else given
    def embed_query(self, text): return None
"""
SCORER = """from ragatta.eval.metrics import Metric
from ragatta.eval.scorers import Scorer
from dataclasses import dataclass
@dataclass(frozen=True)
class Mine(Scorer):
    metrics = ({},)
    def score(self, given): return {}
"""
OPENING = Opening(Path(), cast(Any, None), cast(Any, None))
PAGES = (Page("a.txt", 1, "Some words."), Page("a.txt", 2, "More words."))


@pytest.mark.parametrize(
    ("given", "wrong"),
    [
        ("None", "pieces returned None, not pieces"),
        ("[(0, 5)]", "piece 0 is a tuple, not a Piece of two character offsets"),
        ("[Piece(0.0, 5)]", "piece 0 is a Piece, not a Piece of two character offsets"),
        ("[Piece(5, 9), Piece(0, 5)]", "piece 1 begins at 0, before the one before it (5)"),
        ("[Piece(0, 5), Piece(5, 99)]", "piece 1 is 5 to 99, no span of the 23 characters of its text"),
        ("[Piece(9, 5)]", "piece 0 is 9 to 5, no span of the 23 characters of its text"),
        ("[Piece(0, 5, page=3)]", "piece 0 has the text '' and page 3 of 2"),
        ("iter([])", "no piece holds any of its 23 characters"),
    ],
)
def test_what_a_chunker_gives_wrongly_is_named(part: Part, given: str, wrong: str) -> None:
    source = "from dataclasses import dataclass\nfrom ragatta.pipeline.index.chunker import Chunker, Piece\n"
    source += "@dataclass(frozen=True)\nclass Mine(Chunker):\n    def pieces(self, *_): return "
    path = part(CHUNKERS, source + given)
    fault = fault_of(lambda: cut(Corpus("", {}, {"a.txt": PAGES}), CHUNKERS.load("mine")()))
    assert problems_of(fault) == [f"chunker 'mine' ({path}:5): a.txt: {wrong}"]


@pytest.mark.parametrize(("given", "said"), [("None", "None"), ("'a fault'", "'a fault'"), ("[1]", "a list")])
def test_problems_that_are_no_texts_are_named(part: Part, given: str, said: str) -> None:
    source = "from dataclasses import dataclass\nfrom ragatta.pipeline.llm.backend import LLM\n"
    source += "@dataclass(frozen=True)\nclass Mine(LLM):\n    def connect(self): pass\n    def problems(self): return "
    path = part(BACKENDS, source + given)
    fault = fault_of(Config(llm=BACKENDS.load("mine")()).problems)
    assert problems_of(fault) == [f"backend 'mine' ({path}:6): problems returned {said}, not a list of texts"]


def test_what_an_embedder_gives_wrongly_is_named(part: Part) -> None:
    path = part(EMBEDDERS, EMBEDDER)
    encoder, module = open_embedder(EMBEDDERS.load("mine")(), OPENING), cast(Any, EMBEDDERS.imported("mine"))
    no_numbers = "what it gives for 2 texts is no array of numbers, the same count for each"
    for given, wrong in (
        (None, no_numbers),
        ([["1", "2"]] * 2, no_numbers),
        ([[1, 2], [1]], no_numbers),
        ([[1, 2]], "what it gives for 2 texts has the shape (1, 2), not (2, 2)"),
        ([[1, 2]] * 3, "what it gives for 2 texts has the shape (3, 2), not (2, 2)"),
        ([[1, 2, 3]] * 2, "what it gives for 2 texts has the shape (2, 3), not (2, 2)"),
        ([[1, 2], [0, 0]], "what it gives for 2 texts holds a vector of zeros, which has no direction"),
        ([[1, 2], [float("nan"), 1]], "what it gives for 2 texts holds numbers that are not finite"),
    ):
        module.given = given
        assert problems_of(fault_of(lambda: encoder.embed(["a", "b"]))) == [f"embedder 'mine' ({path}:9): {wrong}"]
    said = f"embedder 'mine' ({path}:10): {no_numbers.replace('2 texts', '1 text')}"
    assert problems_of(fault_of(lambda: encoder.embed_query("a"))) == [said]


def test_an_embedder_that_is_probed_and_changes_is_noticed(part: Part, tmp_path: Path) -> None:
    source = EMBEDDER.replace("PROBED = False", "PROBED = True")
    part(EMBEDDERS, source.replace("[[1, 2]] if len(texts) < 2 else given", "given") + "given = [[1, 2]]\n")
    cache = VectorCache(tmp_path / "vectors.sqlite")
    encoder, module = (
        open_embedder(EMBEDDERS.load("mine")(), replace(OPENING, cache=cache)),
        EMBEDDERS.imported("mine"),
    )
    assert len(encoder.embed(["a"])) == 1
    cast(Any, module).given = [[2, 1]]
    (said,) = problems_of(fault_of(lambda: encoder.embed(["a"])))
    assert said.startswith("embedder 'mine': the model changed while texts were embedded")


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("return Mine()", "return None", ":6): open returned None, which lacks identity, embed, embed_query"),
        (
            "{}",
            "{'a': open}",
            "'mine': identity does not hold JSON values: builtin_function_or_method has no canonical form",
        ),
        ("{}", "5", "'mine': identity is 5, not JSON values by name"),
    ],
)
def test_what_opens_no_embedder_is_named(part: Part, old: str, new: str, said: str) -> None:
    part(EMBEDDERS, EMBEDDER.replace(old, new))
    (found,) = problems_of(fault_of(lambda: open_embedder(EMBEDDERS.load("mine")(), OPENING)))
    assert found.endswith(said)


@pytest.mark.parametrize(
    ("given", "wrong"),
    [
        ([1.0, 2.0], ""),
        ([1, 2], ""),
        ([1.0], "scores of type float64 and shape (1,), not 2 numbers, one a chunk"),
        ([[1.0, 2.0]], "scores of type float64 and shape (1, 2), not 2 numbers, one a chunk"),
        (["1", "2"], "scores of type <U1 and shape (2,), not 2 numbers, one a chunk"),
        ([[1], [1, 2]], "scores of type object and shape (0,), not 2 numbers, one a chunk"),
        ([1.0, float("nan")], "a score that is not finite"),
        (None, "scores of type object and shape (), not 2 numbers, one a chunk"),
    ],
)
def test_what_a_reranker_or_search_gives_wrongly_is_said(given: Any, wrong: str) -> None:
    assert ranking_fault(given, 2) == wrong
    if not wrong:
        assert _ranked((given, np.ones(2, np.bool_))) == [1, 0]
        return
    with pytest.raises(registry.BrokenPart) as fault:
        _ranked((given, np.ones(2, np.bool_)))
    assert fault.value.words == wrong


@pytest.mark.parametrize("given", [None, ([1.0, 2.0],), ([1.0, 2.0], [1, 0]), ([1.0, 2.0], [True])])
def test_a_search_says_of_every_chunk_whether_it_is_found(given: Any) -> None:
    with pytest.raises(registry.BrokenPart, match=r"search '.*: (scores returned|found has the type)"):
        _ranked(given)


def _ranked(given: Any) -> list[int]:
    @dataclass(frozen=True)
    class Mine(Search):
        def scores(self, _searched: Searched) -> Any:
            return given

    searched = Searched("q", np.ones(2, np.bool_), np.zeros(2), cast(Any, None), None, best)
    return Mine().ranked(searched, 2)[0].tolist()


@pytest.mark.parametrize(
    ("given", "wrong"),
    [
        ("None", "score returned None, not numbers by name"),
        ("{'mine': 'high'}", "'mine' is 'high', not a finite number or None"),
        ("{'mine': float('nan')}", "'mine' is nan, not a finite number or None"),
        ("{'mine': 2}", "mine is 2, not a share from 0 to 1 as it declares"),
        ("{'other': 1.0}", "'other' is not among the metrics that it declares"),
    ],
)
def test_what_a_scorer_gives_wrongly_is_named(part: Part, given: str, wrong: str) -> None:
    path = part(SCORERS, SCORER.format("Metric('mine', '')", given))
    question, answer = Question("q", "Is it?", "text", ("yes",)), Answer("answered", "yes")
    fault = fault_of(lambda: graded(question, answer, {}, Scoring()))
    assert problems_of(fault) == [f"scorer 'mine' ({path}:7): {wrong}"]


@pytest.mark.parametrize(
    ("source", "wrong"),
    [
        (SCORER.format("Metric('score', '')", {}), "score is a metric of Ragatta's own; choose another name"),
        (SCORER.format("Metric('my score', '')", {}), "the metric's name 'my score' must be letters, digits and _"),
        (
            SCORER.format("Metric('mine', '', better='lower', kinds=('figures',))", {}),
            "mine: better is 'lower', not 'more' or 'less' or 'neither'; mine: no kind of questions figures",
        ),
        (SCORER.format("1", {}), "Mine.metrics is not a tuple of Metric"),
        (
            SCORER.format("Metric('mine', '', range='count', gate='mean')", {}),
            "mine: the gate takes shares of answers only, of which more or less is better",
        ),
        (
            "def metrics(given): return {}",
            "ragatta_parts.scorers.mine defines 0 classes of Scorer, not one",
        ),
    ],
)
def test_what_a_scorer_declares_wrongly_is_named(part: Part, source: str, wrong: str) -> None:
    path = part(SCORERS, source)
    (said,) = problems_of(fault_of(declared))
    assert said.startswith(f"scorer 'mine' ({path}")
    assert said.endswith(f": {wrong}")
