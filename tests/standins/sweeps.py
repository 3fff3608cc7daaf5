"""A sweep's folder as `ragatta sweep` leaves it, written without running anything: the input of what reads sweeps."""

from __future__ import annotations

import csv
import io
import json
import shutil
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import yaml

from ragatta.pipeline.documents.corpus import document_text, page_at, page_starts
from ragatta.pipeline.machine.checksums import write_with_digests
from ragatta.pipeline.types import Evidence, Page, Question

WORDS = ("pump", "filter", "seal", "hose", "storage", "winter", "fee", "season", "workshop", "reel", "article")
CHUNK = 1000
SUMMARY = {  # cells of summary.csv that its readers take as they stand
    "questions": 3, "failed": 0, "model": "m_1", "model_digest": "0123456789ab", "live_calls": 3, "replayed_calls": 0,
    "tokens_in": 120, "tokens_out": 30, "cost_usd": "0.012345", "judge_failed": "",
}  # fmt: skip
METRICS = ("score", "evidence_recall", "partial_match")


def write_corpus(random: Random, documents: int = 3, pages: int = 6, words: int = 300) -> dict[str, tuple[Page, ...]]:
    """Documents of random words, by name."""
    return {
        (name := f"paper {number}.pdf"): tuple(
            Page(name, page, " ".join(random.choices(WORDS, k=words)) + f" fact {number}-{page}")
            for page in range(1, pages + 1)
        )
        for number in range(documents)
    }


@dataclass
class Sweep:
    """What to write. `scores` gives (label, question id, sample) → score; the rest is made from the seed."""

    labels: Sequence[str] = ("baseline", "other")
    questions: int = 3
    repeats: int = 1
    chunks: int = 4
    seed: int = 0
    scores: Mapping[tuple[str, str, int], float] = field(default_factory=dict)
    info: Mapping[str, Any] = field(default_factory=dict)
    summary: Mapping[str, Any] = field(default_factory=dict)  # cells of summary.csv, the same in every row
    twins: Mapping[str, str] = field(default_factory=dict)  # label: the variation whose run it is
    optional: Mapping[str, float] = field(default_factory=dict)  # metrics that every answer has beside METRICS
    corpus: Mapping[str, tuple[Page, ...]] = field(default_factory=dict)
    answer: str = "The answer"
    retrieval: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)  # of a label: its settings
    llm: Mapping[str, str] = field(default_factory=lambda: {"name": "ollama"})
    otlp_endpoint: str = ""
    mlflow: bool = False

    def __post_init__(self) -> None:
        self.random = Random(self.seed)
        self.corpus = self.corpus or write_corpus(self.random)
        self.gold = [self._question(number) for number in range(1, self.questions + 1)]

    def _question(self, number: int) -> Question:
        page = self.random.choice(self.random.choice(list(self.corpus.values())))
        fact = page.text.rsplit(" fact ", 1)[-1]
        evidence = (Evidence(page.source_file, (page.number,), f"fact {fact}"),)
        return Question(f"Q_{number}", f"What is fact {fact}?", "text", f"fact {fact}", evidence=evidence)

    def write(self, folder: Path) -> Path:
        variations = []
        for number, label in enumerate(self.labels, 1):
            place = f"runs/{number:02}"
            if label in self.twins:
                shutil.copytree(folder / variations[self.labels.index(self.twins[label])]["folder"], folder / place)
            else:
                self._run(folder / place, label)
            key = f"{self.labels.index(self.twins.get(label, label)) + 1:064}"
            variation = {
                "label": label,
                "folder": place,
                "run_key": key,
                "same_as": self.twins.get(label, ""),
                "reused": False,
            }
            variations.append({**variation, "collection": "pdf_document_1000_200_0123456789ab"})
        info = {
            "sweep_id": folder.name,
            "created": "2026-01-02T03:04:05+00:00",
            "finished": True,
            "dataset": "papers",
            "split": "all",
            "repeats": self.repeats,
            "baseline": self.labels[0] if self.labels else "",
            "metric": "score",
            "cluster": "question",
            "seconds": 12.5,
            "stages": [{"name": "ask", "wall_s": 9.0, "cpu_s": 8.0, "peak_mb": 300.0}],
            "variations": variations,
            **self.info,
        }
        table = io.StringIO(newline="")
        writer = csv.DictWriter(table, dict.fromkeys(["variation", *SUMMARY, *self.summary]))
        writer.writeheader()
        writer.writerows({"variation": label, **SUMMARY, **self.summary} for label in self.labels)
        texts = {
            "sweep.json": json.dumps(info),
            "questions.jsonl": _lines(asdict(question) for question in self.gold),
            **dict.fromkeys(("summary.csv", "by_kind.csv"), table.getvalue()),
        }
        folder.mkdir(parents=True, exist_ok=True)
        write_with_digests(folder, texts)
        return folder

    def _run(self, folder: Path, label: str) -> None:
        rows = [self._row(label, question, sample) for question in self.gold for sample in range(self.repeats)]
        parts = zip(("answers", "scores", "timings"), zip(*rows, strict=True), strict=True)
        config = {
            "variation": label,
            "dataset": {"name": "papers"},
            "parser": {"name": "pdfium", "shorten_leaders": True},
            "ocr": {"name": "none", "language": "eng"},
            "architecture": {"name": "router_planner"},
            "llm": dict(self.llm),
            "retrieval": dict(self.retrieval.get(label, {"top_k": len(label)})),
            "tracking": {"mlflow": self.mlflow, "traces": True, "experiment": "", "otlp_endpoint": self.otlp_endpoint},
        }
        manifest = {
            "run_key": folder.name.zfill(64),
            "collection_ingredients": {"parser": {"name": "pdfium"}},
            "corpus_digest": "c" * 64,
            "models": [{"provider": "extractive", "name": "extractive", "digest": "e" * 64}],
            "code": {"pipeline": "a" * 64, "files": {"pipeline/types.py": "b" * 12}},
            "git_commit": "f" * 40,
            "packages": {"numpy": "2.4"},
            "config": {"variation": label, "architecture.name": "router_planner", "retrieval.top_k": len(label)},
        }
        texts = {
            **{f"{name}.jsonl": _lines(part) for name, part in parts},
            "config.yaml": yaml.safe_dump(config),
            "manifest.json": json.dumps(manifest),
        }
        folder.mkdir(parents=True)
        write_with_digests(folder, texts)

    def _row(self, label: str, question: Question, sample: int) -> list[dict[str, Any]]:
        score = self.scores.get((label, question.id, sample), self.random.choice([0.0, 0.0, 0.5, 1.0]))
        context = [self._chunk() for _ in range(self.chunks)]
        cited = {
            "source_file": context[0]["source_file"],
            "first_page": 1,
            "last_page": 2,
            "chunk_id": context[0]["id"],
        }
        hits = [{"chunk": c["id"], "found_by": "semantic", "rank": n, "score": 0.5, "similarity": 0.5,
                 "pages": [c["first_page"], c["last_page"]]} for n, c in enumerate(context, 1)]  # fmt: skip
        which = {"question_id": question.id, "sample": sample}
        empty = {"value": "", "limitations": "", "reasoning": "", "clarification": "", "safety_flags": []}
        step = {"tokens_in": 0, "tokens_out": 0, "fallbacks": 0, "notes": []}
        answer = {
            **which, **empty, "answer": f"{self.answer} of {label}", "status": "answered", "items": [], "evidence": [],
            "confidence": "high", "context": context, "citations": [{**cited, "score": 0.5}], "sub_answers": [],
            "steps": [{**step, "name": "router", "details": {"documents": list(self.corpus)}},
                      {**step, "name": "retriever", "details": {"hits": [hits]}}],
        }  # fmt: skip
        lost = "" if score == 1 else "not_retrieved"
        phrases = [{"phrase": evidence.quote, "lost_at": lost} for evidence in question.evidence]
        calls = {"live_calls": 1, "replayed_calls": 0, "replayed_seconds": 0.0}
        part = {**calls, "calls": [], "parts": []}
        timing = {
            **which, **calls, "answered_now": True, "started": 1_700_000_000.0, "seconds": 0.3, "tokens_in": 0,
            "tokens_out": 0,
            "stages": [{**part, "name": "router", "seconds": 0.1},
                       {**part, "name": "retriever", "seconds": 0.2}],
        }  # fmt: skip
        return [
            answer,
            {
                **which,
                "scores": {**dict.fromkeys(METRICS, score), **self.optional},
                "lost_at": lost,
                "evidence": phrases,
            },
            timing,
        ]

    def _chunk(self) -> dict[str, Any]:
        file = self.random.choice(list(self.corpus))
        pages = self.corpus[file]
        text, starts = document_text(pages), page_starts(pages)
        start = self.random.randrange(0, max(1, len(text) - CHUNK), 100)
        end = min(len(text), start + CHUNK)
        return {
            "id": f"{file}#{start // 100}", "source_file": file, "chunk_index": start // 100, "char_start": start,
            "char_end": end, "first_page": page_at(starts, start), "last_page": page_at(starts, end - 1),
            "total_pages": len(pages),
        }  # fmt: skip


def edit(path: Path, change: Callable[[str], str]) -> None:
    """Changes a file of a sweep or a run, and its digest with it."""
    write_with_digests(path.parent, {path.name: change(path.read_text(encoding="utf-8"))})


def edit_lines(path: Path, change: Callable[[list[dict[str, Any]]], Iterable[Mapping[str, Any]]]) -> None:
    """Changes the rows of a JSONL file, and its digest with it."""
    edit(path, lambda text: _lines(change([json.loads(line) for line in text.splitlines()])))


def _lines(rows: Iterable[Mapping[str, Any]]) -> str:
    return "".join(json.dumps(row) + "\n" for row in rows)
