"""Recall of the gold evidence in retrieved passages, by one rule for every system: a piece of evidence is found where a
passage of its file touches its pages and has its words, spaces and case aside."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from statistics import fmean
from typing import Any

from ragatta.experiments.corpora.dataset import OpenDataset
from ragatta.pipeline.documents.corpus import document_text
from ragatta.pipeline.documents.pages import read_pages
from ragatta.pipeline.documents.parsers.pdfium import Pdfium
from ragatta.pipeline.types import Evidence

Passage = Mapping[str, Any]  # file, pages (first and last), text


def mean_recall(dataset: OpenDataset, found: Mapping[str, Sequence[Passage]]) -> float:
    """Over the questions with evidence in words; `found` are the passages of each question."""
    shares = []
    for question in dataset.questions:
        if pieces := [piece for piece in question.evidence if piece.quote or piece.value]:
            passages = found.get(question.id, ())
            shares.append(fmean(any(_has(passage, piece) for passage in passages) for piece in pieces))
    return fmean(shares)


def own_passages(dataset: OpenDataset, sweep: Path, cache: Path) -> dict[str, dict[str, list[Passage]]]:
    """What each run of a sweep has shown its agent, by question."""
    texts = read_pages(dataset.pdfs, Pdfium(), cache).pages
    found = {}
    for run in sorted(sweep.glob("runs/*/answers.jsonl")):
        rows = map(json.loads, run.read_text(encoding="utf-8").splitlines())
        found[run.parent.name] = {row["question_id"]: [_own(texts, one) for one in row["context"]] for row in rows}
    return found


def _own(texts: Mapping[str, Any], place: Mapping[str, Any]) -> Passage:
    text = document_text(texts[place["source_file"]])[place["char_start"] : place["char_end"]]
    return {"file": place["source_file"], "pages": [place["first_page"], place["last_page"]], "text": text}


def _has(passage: Passage, piece: Evidence) -> bool:
    first, last = (page or 0 for page in passage["pages"])
    on_page = any(first <= page <= last for page in piece.pages) if piece.pages else True
    return passage["file"] == piece.file and on_page and _plain(piece.quote or piece.value) in _plain(passage["text"])


def _plain(text: Iterable[str]) -> str:
    return "".join("".join(text).split()).casefold()
