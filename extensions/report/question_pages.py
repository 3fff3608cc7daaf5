"""What the report shows for each question: its gold record, and for each variation and sample the answer, the context
as parts of documents, the citations, and the stages with their decisions.

Repeated things get numbers: documents (texts.py) and chunks. Empty fields are left out.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from typing import Any

from ragatta.eval.groups import group, groups_of
from ragatta.eval.matching.evidence import Corpus, document, wanted
from ragatta.eval.matching.normalise import Span
from ragatta.eval.matching.shown import united
from ragatta.experiments.results.reading import ResultRow, RunResult, SweepResult
from ragatta.extensions.report.corpora import Reading
from ragatta.extensions.report.pictures import Pictures
from ragatta.pipeline.agents.trace import ALIGNMENT
from ragatta.pipeline.documents.corpus import page_starts
from ragatta.pipeline.types import Page, Question

# The document texts in a report: each document once per parser, and only the parts that are shown.
#
# A place is (text, start, end): the number of a document as one parser read it, and a span of its document text
# (`pipeline.documents.corpus.document_text`), to which chunks and gold evidence refer.


AROUND = 240  # characters shown on either side of gold evidence


class Texts:
    """Numbers documents in the order of their first mention, and collects the shown spans."""

    def __init__(self) -> None:
        self._numbers: dict[tuple[str, str], int] = {}
        self._pages: list[tuple[Page, ...]] = []
        self._shown: list[list[Span]] = []

    def number(self, parser: str, file: str, corpus: Corpus | None) -> int:
        """The number of a file as `parser` read it. It has no text if the corpus is unknown or lacks the file."""
        known = self._numbers.setdefault((parser, file), len(self._pages))
        if known == len(self._pages):
            self._pages.append(corpus.get(file, ()) if corpus else ())
            self._shown.append([])
        return known

    def show(self, text: int, start: int, end: int, around: int = 0) -> None:
        """Includes the span, with `around` characters on either side."""
        self._shown[text].append((max(0, start - around), end + around))

    def united(self, text: int, spans: Iterable[Span]) -> list[Span]:
        """The spans in order, joined as scoring joins a context (eval/matching/shown.py)."""
        return united(spans, self._text(text))

    def as_json(self) -> list[dict[str, Any]]:
        """For each text: its file, its parser, the offset of each page, and [offset, text] of each shown part; none
        without a text."""
        return [
            {
                "file": file,
                "parser": parser,
                "starts": page_starts(self._pages[number]),
                "stretches": self._stretches(number),
            }
            for (parser, file), number in self._numbers.items()
        ]

    def _stretches(self, text: int) -> list[tuple[int, str]]:
        whole = self._text(text)
        spans = united(((start, min(end, len(whole))) for start, end in self._shown[text]), whole)
        return [(start, whole[start:end]) for start, end in spans if start < end]

    def _text(self, text: int) -> str:
        pages = self._pages[text]
        return document(pages).text if pages else ""


WORDS = (  # of an answer, beside its text
    "items",
    "value",
    "limitations",
    "reasoning",
    "clarification",
    "confidence",
    "safety_flags",
    "evidence",
)


SHOWN_OF_CALLS = ("task", "model", "live", "seconds", "tokens_in", "tokens_out", "repaired", "fell_back", "error")
DIGITS = 6  # of seconds: microseconds


class Files:
    """Numbers documents in the order of their first mention, because a stage may name a hundred of them."""

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {}

    def numbers(self, names: Iterable[str]) -> list[int]:
        return [self._numbers.setdefault(name, len(self._numbers)) for name in names]

    def as_json(self) -> list[str]:
        return list(self._numbers)


class Chunks:
    """Numbers chunks in the order of their first mention."""

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {}
        self._pages: list[tuple[int, int]] = []

    def number(self, chunk_id: str, first_page: int, last_page: int) -> int:
        known = self._numbers.setdefault(chunk_id, len(self._pages))
        if known == len(self._pages):
            self._pages.append((first_page, last_page))
        return known

    def known(self, chunk_id: str) -> int | str:
        """The number of a chunk if it has one, else its id."""
        return self._numbers.get(chunk_id, chunk_id)

    def as_json(self) -> list[list[Any]]:
        """The id, first page and last page of each chunk."""
        return [[chunk_id, *self._pages[number]] for chunk_id, number in self._numbers.items()]


class Shown:
    """The questions of one sweep as JSON values, with the documents and chunks that they name."""

    def __init__(self, sweep: SweepResult, readings: Sequence[Reading], pictures: Pictures | None = None) -> None:
        self.texts, self.chunks, self.files, self._pictures = Texts(), Chunks(), Files(), pictures
        self._readings = readings
        self._parsers = [_named(run.config["parser"], run.config.get("ocr", {})) for run in sweep.runs]
        rows = [_by_question(run) for run in sweep.runs]
        groups = groups_of(sweep.questions.values()).items()
        self._groups = {id_: [name for name, own in groups if id_ in own] for id_ in sweep.questions}
        self.questions = [
            self._question(question, [found.get(question.id, []) for found in rows])
            for question in sweep.questions.values()
        ]

    def _question(self, question: Question, rows: Sequence[Sequence[ResultRow]]) -> dict[str, Any]:
        phrases = [piece.phrase for piece in wanted(question, {})]
        return {
            **{name: value for name, value in asdict(question).items() if value},
            "group": group(question),
            **({"groups": groups} if len(groups := self._groups[question.id]) > 1 else {}),
            **({"pages": self._pictures.of(question)} if self._pictures else {}),
            "wanted": [[phrase, places] for phrase, places in zip(phrases, self._gold(question), strict=True)],
            "rows": [[self._row(number, phrases, row) for row in own] for number, own in enumerate(rows)],
        }

    def _gold(self, question: Question) -> list[list[tuple[int, int, int]]]:
        """All places of each phrase, in each reading of the documents."""
        found: list[dict[tuple[int, int, int], None]] = [{} for _ in wanted(question, {})]
        for run, reading in enumerate(self._readings):
            if reading.pages is None:
                continue
            for places, piece in zip(found, wanted(question, reading.pages), strict=True):
                for file, start, end in piece.places:
                    text = self._text(run, file)
                    self.texts.show(text, start, end, AROUND)
                    places[text, start, end] = None
        return [list(places) for places in found]

    def _text(self, run: int, file: str) -> int:
        return self.texts.number(self._parsers[run], file, self._readings[run].pages)

    def _row(self, run: int, phrases: Sequence[str], row: ResultRow) -> dict[str, Any]:
        lost = {piece["phrase"]: piece["lost_at"] for piece in row.evidence}
        outside = any(step["name"] == ALIGNMENT for step in row.answer["steps"])
        return _filled(
            {
                "sample": row.sample,
                "lost_at": row.lost_at,
                "against_rule": row.against_rule,
                "scores": row.scores,
                "lost": [lost.get(phrase, "") for phrase in phrases] if lost else [],
                **self._answer(run, row.answer),
                **({"confidence": ""} if outside else {}),  # a system outside tells none
                "calculation": self._calculation(run, row.answer.get("calculation")),
                "steps": [self._step(*pair) for pair in zip(row.answer["steps"], row.timing["stages"], strict=False)],
                **{name: round(row.timing[name], DIGITS) for name in ("seconds", "replayed_seconds")},
                **{name: row.timing[name] for name in ("tokens_in", "tokens_out")},
                "live": measured_now(row),
            }
        )

    def _answer(self, run: int, answer: Mapping[str, Any]) -> dict[str, Any]:
        return {
            "status": answer["status"],
            "text": answer.get("answer", answer.get("text", "")),  # a sub-answer keeps the name of its field
            **{name: answer[name] for name in WORDS},
            "citations": [self._cited(run, cited) for cited in answer["citations"]],
            "context": self._context(run, answer["context"]),
            "sub_answers": [_filled(self._answer(run, sub)) for sub in answer["sub_answers"]],
        }

    def _cited(self, run: int, cited: Mapping[str, Any]) -> list[Any]:
        return [self._text(run, cited["source_file"]), cited["first_page"], cited["last_page"], cited["score"]]

    def _calculation(self, run: int, calculation: Mapping[str, Any] | None) -> dict[str, Any]:
        """The calculation, with each operand as [name, value, citation]; empty if there is none."""
        if calculation is None:
            return {}
        rule = calculation["rule_citation"]
        cited = [[one["name"], one["value"], self._cited(run, one["citation"])] for one in calculation["operands"]]
        words = {name: calculation[name] for name in ("expression", "exact", "rounded", "rule")}
        return _filled({**words, "operands": cited, "rule_citation": self._cited(run, rule) if rule else []})

    def _context(self, run: int, context: Iterable[Mapping[str, Any]]) -> list[list[Any]]:
        """[text, start, end, chunks] for each part, documents in the order of their first appearance in the context."""
        by_text: dict[int, list[Mapping[str, Any]]] = {}
        for chunk in context:
            by_text.setdefault(self._text(run, chunk["source_file"]), []).append(chunk)
        stretches = []
        for text, chunks in by_text.items():
            for start, end in self.texts.united(text, ((c["char_start"], c["char_end"]) for c in chunks)):
                self.texts.show(text, start, end)
                inside = [c for c in chunks if start <= c["char_start"] and c["char_end"] <= end]
                numbers = [self.chunks.number(c["id"], c["first_page"], c["last_page"]) for c in inside]
                pages = min(c["first_page"] for c in inside), max(c["last_page"] for c in inside)
                stretches.append([text, start, end, *pages, numbers])
        return stretches

    def _step(self, step: Mapping[str, Any], timed: Mapping[str, Any]) -> dict[str, Any]:
        details = self._numbered(step["details"])
        if "steps" in details:
            details["steps"] = [self._numbered(planned) for planned in details["steps"]]
        hits = details.pop("hits", [])
        cut = details.pop("cut", [])
        return _filled(
            {
                **{name: step[name] for name in ("name", "fallbacks", "notes", "tokens_in", "tokens_out")},
                **{name: round(timed[name], DIGITS) for name in ("seconds", "replayed_seconds")},
                **{name: timed[name] for name in ("live_calls", "replayed_calls")},
                "calls": [_call(call) for call in timed.get("calls", [])],
                "hits": [[self._hit(hit) for hit in found] for found in hits],
                "cut": [self.chunks.known(str(chunk_id)) for chunk_id in cut],
                "details": details,
            }
        )

    def _numbered(self, details: Mapping[str, Any]) -> dict[str, Any]:
        """The record with numbers for its `documents`."""
        return dict(details) | (
            {"documents": self.files.numbers(details["documents"])} if details.get("documents") else {}
        )

    def _hit(self, hit: Mapping[str, Any]) -> list[Any]:
        chunk = self.chunks.number(hit["chunk"], *hit["pages"])
        return [chunk, hit["found_by"], hit["rank"], round(hit["score"], 5), round(hit["similarity"], 4)]


def measured_now(row: ResultRow) -> bool:
    """Whether its seconds were measured in this sweep, with only live model calls."""
    return bool(row.timing["answered_now"]) and not row.timing["replayed_calls"]


def _by_question(run: RunResult) -> dict[str, list[ResultRow]]:
    found: dict[str, list[ResultRow]] = {}
    for row in sorted(run.rows, key=lambda row: row.sample):
        found.setdefault(row.question_id, []).append(row)
    return found


def _call(call: Mapping[str, Any]) -> dict[str, Any]:
    kept = {name: call[name] for name in SHOWN_OF_CALLS if name in call}
    return _filled(kept | {"seconds": round(call.get("seconds", 0.0), DIGITS)})


def _named(*parts: Mapping[str, Any]) -> str:
    """A name for a parser and an OCR engine with their settings, which can change the text."""
    return " ".join(f"{key}={value}" for part in parts for key, value in part.items())


def _filled(record: dict[str, Any]) -> dict[str, Any]:
    """The record without empty values and zeros, which are the page's defaults."""
    return {name: value for name, value in record.items() if value or name in ("scores", "sample")}
