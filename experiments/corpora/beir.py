"""A collection of texts with queries and judgements, in BEIR's form (Thakur et al. 2021, arXiv 2104.08663):

corpus.jsonl    {"_id", "title", "text"}, a text a line; no title is none
queries.jsonl   {"_id", "text"}; or queries.tsv, a query's id and its words
qrels/*.tsv     query-id, corpus-id, score below a line of headings; or TREC's four columns without one
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ragatta.experiments.faults import Fault
from ragatta.pipeline.documents.corpus import Corpus
from ragatta.pipeline.plugins.identity import corpus_digest, digest
from ragatta.pipeline.types import Page

TEXTS, QUERIES, QRELS = "corpus.jsonl", ("queries.jsonl", "queries.tsv"), "qrels"
USUAL = "test.tsv"  # of several files of judgements


@dataclass(frozen=True)
class Judged:
    """Texts by document id, the judged queries by id, and query id → document id → relevance (0 and up)."""

    texts: Mapping[str, str]
    queries: Mapping[str, str]
    relevance: Mapping[str, Mapping[str, int]]

    def corpus(self) -> Corpus:
        """Every text as a document of one page, for the pipeline's own chunks and collections."""
        files = {name: digest(text) for name, text in self.texts.items()}
        pages = {name: (Page(name, 1, text),) for name, text in self.texts.items()}
        return Corpus(corpus_digest(files.items()), files, pages)

    @property
    def absent(self) -> int:
        """Judged relevant documents that are no texts here: no search can find them."""
        return sum(
            grade > 0 and name not in self.texts for grades in self.relevance.values() for name, grade in grades.items()
        )


def read_judged(folder: Path, qrels: str = "") -> Judged:
    """The texts (title and text, a space between), and the queries that the file `qrels` judges; by default the only
    one, or test.tsv. Raises Fault naming file, line and fix."""
    _existing(folder, (TEXTS,))  # said first of a folder that is another one
    place = _judgements(folder, qrels)
    relevance = read_relevance(place)
    queries = _existing(folder, QUERIES)
    asked = {name: text for name, text, _ in (_lines_of_tsv(queries) if queries.suffix == ".tsv" else _texts(queries))}
    if unknown := sorted(relevance.keys() - asked.keys()):
        raise Fault(
            f"{place}: {queries.name} has no query {unknown[0]}; name the judgements of these queries (--qrels)"
        )
    texts = {name: f"{title} {text}" for name, text, title in _texts(_existing(folder, (TEXTS,)))}
    return Judged(texts, {name: text for name, text in asked.items() if name in relevance}, relevance)


def read_relevance(path: Path) -> dict[str, dict[str, int]]:
    """Query id → document id → relevance. Raises Fault."""
    judged: dict[str, dict[str, int]] = {}
    for number, line in _lines(path):
        cells = line.split("\t") if "\t" in line else line.split()
        is_graded = cells[-1].strip().lstrip("-").isdigit()
        if number == 1 and not is_graded:
            continue  # the headings
        if len(cells) not in (3, 4) or not is_graded:
            form = "query-id, corpus-id and a whole number between tabs, or TREC's four columns"
            raise Fault(f"{path}, line {number}: {line[:60]!r} is no judgement; write {form}")
        judged.setdefault(cells[0], {})[cells[-2]] = int(cells[-1])
    if not judged:
        raise Fault(f"{path}: no judgement in it; name another file (--qrels)")
    return judged


def _judgements(folder: Path, qrels: str) -> Path:
    if qrels:
        return _existing(folder, (qrels,))
    found = sorted(path for path in (folder / QRELS).glob("*") if path.is_file())
    usual = [path for path in found if path.name == USUAL] or found
    if len(usual) == 1:
        return usual[0]
    names = ", ".join(f"--qrels {QRELS}/{path.name}" for path in found)
    wrong = f"several files; give one of {names}" if found else "no file of judgements; put one there"
    raise Fault(f"{folder / QRELS}: {wrong}")


def _existing(folder: Path, names: tuple[str, ...]) -> Path:
    for name in names:
        if (folder / name).is_file():
            return folder / name
    raise Fault(f"{folder}: no {' or '.join(names)}; name a folder in BEIR's form: {TEXTS}, {QUERIES[0]}, {QRELS}/")


def _texts(path: Path) -> Iterator[tuple[str, str, str]]:
    """Id, text and title of each line. Raises Fault for one that has no id or no text, and for an id of two."""
    seen = set()
    for number, line in _lines(path):
        try:
            record: Any = json.loads(line)
            name, text = str(record["_id"]), record["text"]
        except (ValueError, TypeError, KeyError) as fault:
            lacking = f"no {fault}" if isinstance(fault, KeyError) else "no JSON object"
            raise Fault(f'{path}, line {number}: {lacking}; write {{"_id": "1", "text": "..."}}') from None
        if not isinstance(text, str):
            raise Fault(f"{path}, line {number}: text of {name} is no text; put it between quotes")
        if name in seen:
            raise Fault(f"{path}, line {number}: a second {name}; each _id may stand once")
        seen.add(name)
        yield name, text, str(record.get("title") or "")


def _lines_of_tsv(path: Path) -> Iterator[tuple[str, str, str]]:
    for number, line in _lines(path):
        name, tab, text = line.partition("\t")
        if not tab:
            raise Fault(f"{path}, line {number}: no tab; write a query's id, a tab and its words")
        yield name, text, ""


def _lines(path: Path) -> Iterator[tuple[int, str]]:
    """Number and text of each line that is not empty."""
    try:
        with path.open(encoding="utf-8-sig") as stream:
            yield from ((number, line.rstrip("\n")) for number, line in enumerate(stream, 1) if line.strip())
    except UnicodeDecodeError as fault:
        raise Fault(f"{path}: not UTF-8 at byte {fault.start}; save it as UTF-8") from fault
