"""Ranks the texts of a judged collection by several searches, without an answer."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from ragatta.eval.ranked import measures
from ragatta.experiments.composing.overrides import compose_grid
from ragatta.experiments.corpora.beir import read_judged
from ragatta.experiments.counting import counted
from ragatta.experiments.faults import Fault
from ragatta.experiments.paths import RANKED
from ragatta.experiments.progress.bars import Bars
from ragatta.experiments.resources.ranking import JudgedSearches
from ragatta.experiments.results import console
from ragatta.experiments.results.names import short_names
from ragatta.experiments.results.ranked import as_csv, table
from ragatta.experiments.results.result_files import relative_path
from ragatta.pipeline.machine.files import write_whole

SETTINGS = ("retrieval", "reranker", "embedder", "analyser", "bm25")
SEARCHES = "retrieval=bm25,semantic,hybrid"  # where the settings choose none


def rank(folder: Path, qrels: str, settings: Sequence[str]) -> int:
    """Prints the table of the searches that the settings span, and writes a file of each query's measures. Raises
    Fault, and the errors of embedder and reranker."""
    if other := next((word for word in settings if _key(word) not in SETTINGS), ""):
        raise Fault(f"{other}: decides nothing here, a text is one chunk; settings are those of {', '.join(SETTINGS)}")
    searches = [] if any(word.startswith("retrieval=") for word in settings) else [SEARCHES]
    points = compose_grid(["dataset=local", *searches, *settings])
    judged, bars = read_judged(folder, qrels), Bars()
    with bars.shown():
        opened = JudgedSearches(judged, folder, bars)
        found = {point.label: opened.ranked(point.config.pipeline()) for point in points}
    ranked = {
        name: {query: measures(found[label][query], judged.relevance[query]) for query in judged.queries}
        for label, name in zip(found, short_names([*found]), strict=True)
    }
    of, queries = folder.resolve().name, counted(len(judged.queries), "query")
    console.plain_console().print(table(ranked, f"{of}: {queries} over {counted(len(judged.texts), 'text')}"))
    print("Intervals and tests are by query. Nothing is answered: the order of the texts is measured.")
    if judged.absent:
        print(f"! {counted(judged.absent, 'judgement')} of relevance name texts that are not there, and are never met.")
    place = RANKED / f"{of}.csv"
    write_whole(place, as_csv(ranked))
    print(f"by query: {relative_path(place)}")
    return 0


def _key(word: str) -> str:
    """The group that a word of the command line sets."""
    return word.lstrip("+").partition("=")[0].partition(".")[0]
