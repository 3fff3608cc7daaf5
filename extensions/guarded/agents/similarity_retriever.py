"""Searches once for the question and orders the hits by cosine similarity."""

from __future__ import annotations

from dataclasses import dataclass

from ragatta.pipeline.agents.searching.retriever import hit_record, search_once
from ragatta.pipeline.agents.toolbox import Toolbox
from ragatta.pipeline.agents.trace import Stage
from ragatta.pipeline.types import AskedQuestion, Hit


@dataclass(frozen=True)
class FoundHits:
    """The hits, or the `error` of a failed search."""

    hits: tuple[Hit, ...] = ()
    error: str = ""


def search_by_similarity(asked: AskedQuestion, tools: Toolbox, stage: Stage) -> FoundHits:
    """The hits in the question's scope, the most similar first, each followed by its window neighbours. A failed search
    finds nothing, and the stage records the reason."""
    try:
        (result,) = search_once(asked, tools, stage).step_results
    except OSError:  # a full disk is no fault of one question
        raise
    except Exception as fault:  # noqa: BLE001 - the pipeline has to answer whatever a search fails with
        error = f"the search failed: {type(fault).__name__}: {fault}"
        stage.details["hits"] = [[]]
        stage.note(error)
        return FoundHits(error=error)
    hits = tuple(sorted(result.hits, key=lambda hit: (-hit.similarity, hit.found_by == "window", hit.rank)))
    stage.details["hits"] = [[hit_record(hit) for hit in hits]]
    return FoundHits(hits)
