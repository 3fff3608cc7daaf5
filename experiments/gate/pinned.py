"""Runs the scorers on the fixed cases of eval/pinned.yaml and finds the values that differ from the recorded ones."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import yaml

from ragatta.eval.gold.records import Record, read_question
from ragatta.eval.matching.evidence import Corpus
from ragatta.eval.scoring import score_answer
from ragatta.eval.scoring_settings import Scoring
from ragatta.experiments.faults import Fault
from ragatta.experiments.paths import ROOT
from ragatta.pipeline.documents.corpus import document_text, page_at, page_starts
from ragatta.pipeline.machine.files import read_small
from ragatta.pipeline.machine.input_limits import plain_yaml
from ragatta.pipeline.types import Answer, Chunk, Citation, Page, Question, StageRecord

PINNED = ROOT / "eval" / "pinned.yaml"


def broken(path: Path = PINNED) -> tuple[str, ...]:
    """A sentence for each metric of a case that differs from the file. Raises Fault if the file cannot be read."""
    try:
        text = read_small(path)
        plain_yaml(text)
        written = yaml.load(text, Loader=yaml.BaseLoader)
        pages = {
            file: tuple(Page(file, number, text) for number, text in enumerate(texts, 1))
            for file, texts in written["pages"].items()
        }
        return tuple(said for name, case in written["cases"].items() for said in _broken(name, case, pages, path))
    except (yaml.YAMLError, ValueError, LookupError, TypeError, AttributeError) as fault:
        said = " ".join(str(fault).split())
        raise Fault(f"{path}: no file of pinned cases ({type(fault).__name__}: {said})") from fault


def _broken(name: str, case: Mapping[str, Any], pages: Corpus, path: Path) -> Iterator[str]:
    question = _question(name, case["question"], path)
    scores = score_answer(question, _answer(case["answer"], pages), pages, Scoring())
    for metric, text in case["scores"].items():
        expected = None if text == "null" else float(text)
        if metric not in scores:
            raise Fault(f"{path}, {name}: no metric {metric!r}")
        if scores[metric] != expected:
            yield f"scorer {metric}: {name}: expected {_number(expected)}, got {_number(scores[metric])}"


def _number(value: float | None) -> str:
    return "nothing" if value is None else f"{value:g}"


def _question(name: str, fields: Mapping[str, Any], path: Path) -> Question:
    record = Record(f"{path}, {name}", {"id": name, **fields})
    question = read_question(record)
    if question is None:
        raise Fault(record.faults)
    return question


def _answer(written: Mapping[str, Any], pages: Corpus) -> Answer:
    context = [_chunk(pages[file], text) for file, texts in written.get("context", {}).items() for text in texts]
    by_file = {chunk.source_file: chunk.id for chunk in context}
    citations = [
        Citation(file, int(page), int(page), by_file.get(file, ""), 1.0)
        for file, numbers in written.get("citations", {}).items()
        for page in numbers
    ]
    steps = [StageRecord(step["name"], 0.0, details=step["details"]) for step in written.get("steps", ())]
    return Answer(
        written.get("status", "answered"),
        written.get("text", ""),
        items=tuple(written.get("items", ())),
        value=written.get("value", ""),
        citations=tuple(citations),
        context=tuple(context),
        steps=tuple(steps),
    )


def _chunk(pages: Sequence[Page], text: str) -> Chunk:
    file, whole, starts = pages[0].source_file, document_text(pages), page_starts(pages)
    start = whole.index(text)
    end = start + len(text)
    first, last = page_at(starts, start), page_at(starts, end - 1)
    return Chunk(f"{file}:{start}", file, 0, text, first, last, start, end, len(pages), "")
