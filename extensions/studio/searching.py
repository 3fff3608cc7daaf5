"""The pipeline's own hybrid search, for the pages that may answer a question. Until its index is there, and where there
is no embedding model, pages are found by words."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from threading import Thread
from typing import TypeVar

from ragatta.conf.schema import Config
from ragatta.eval.matching.evidence import Corpus
from ragatta.eval.matching.places import Place, best_line
from ragatta.experiments.adding.writing import JUMPS, Search
from ragatta.experiments.composing.overrides import one_point
from ragatta.experiments.composing.words import key_of
from ragatta.experiments.corpora.dataset import OpenDataset
from ragatta.experiments.faults import explained
from ragatta.experiments.resources.resources import Resources
from ragatta.experiments.running.system import System

Made = TypeVar("Made")

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


def hybrid(words: Sequence[str], command: str) -> Config:
    """The configuration that pages are searched with: that of the words, and SETTINGS where they say nothing."""
    return one_point([*words, *(one for one in SETTINGS if key_of(one) not in map(key_of, words))], command).config


def existing(config: Config, dataset: OpenDataset, corpus: Corpus, say: Callable[[str], None] = print) -> Search | None:
    """The search if its index is built already; None, with the reason where something ails it."""
    try:
        there = Resources.of(dataset, lambda *_: None).index.is_there(config.pipeline())
        return searching(config, dataset, corpus) if there else None
    except Exception as fault:  # noqa: BLE001 - whatever ails it, pages are found by words
        say(f"pages are found by words alone: {explained(fault)}")
        return None


def begin(
    make: Callable[[], Made],
    ready: Callable[[Made], None],
    say: Callable[[str], None],
    without: str = "pages are found by words alone",
) -> Thread:
    """Makes something beside the studio's other work and hands it over, or says what there is without it, and why."""

    def run() -> None:
        try:
            ready(make())
        except Exception as fault:  # noqa: BLE001 - whatever ails it, the studio goes on without
            say(f"{without}: {explained(fault)}")

    thread = Thread(target=run, daemon=True)
    thread.start()
    return thread
