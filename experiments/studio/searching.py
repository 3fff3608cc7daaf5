"""The pipeline's own hybrid search, for the pages that may answer a question. Until its index is there, and where there
is no embedding model, pages are found by words."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from threading import Thread

from ragatta.conf.schema import Config
from ragatta.eval.matching.evidence import Corpus
from ragatta.eval.matching.places import Place, best_line
from ragatta.experiments.adding.writing import JUMPS, Search
from ragatta.experiments.corpora.dataset import OpenDataset
from ragatta.experiments.faults import explained
from ragatta.experiments.resources.resources import Resources
from ragatta.experiments.running.system import System

SETTINGS = ("chunking=page", "retrieval=hybrid")  # of its configuration; the variation hybrid_search shares its index


def searching(config: Config, dataset: OpenDataset, corpus: Corpus) -> Search:
    """Builds the index, or opens it. Raises the errors of the rooms that do."""
    system = System(config.pipeline(), Resources.of(dataset, lambda *_: None))
    retriever = system.retriever

    def search(query: str, files: Sequence[str]) -> list[Place]:
        hits = retriever.search(query, files or None, top_k=2 * JUMPS)  # a page may be several chunks
        pages = dict.fromkeys((hit.chunk.source_file, hit.chunk.first_page) for hit in hits)
        return [best_line(query, file, page, corpus) for file, page in [*pages][:JUMPS]]

    return search


def begin(make: Callable[[], Search], ready: Callable[[Search], None], say: Callable[[str], None]) -> Thread:
    """Makes a search beside the studio's other work and hands it over, or says why there is none."""

    def run() -> None:
        try:
            ready(make())
        except Exception as fault:  # noqa: BLE001 - whatever ails it, pages are found by words
            say(f"pages are found by words alone: {explained(fault)}")

    thread = Thread(target=run, daemon=True)
    thread.start()
    return thread
