"""Every reader of foreign text, called as a function; and whether it reads a run of characters in linear time.

    python -m tests.chaos.readers READER UNIT

Exit code 1, with the times, where a run of LONG characters of the unit takes more than MOST times one of SHORT, alone
or followed by something that ends it.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import partial
from typing import Any

from ragatta.eval.gold.records import Record
from ragatta.eval.gold.written_csv import separator
from ragatta.eval.gold.written_jsonl import read_object, record_of
from ragatta.eval.matching.evidence import locate
from ragatta.eval.matching.foreign import in_language
from ragatta.eval.scoring import graded
from ragatta.eval.scoring_settings import Scoring
from ragatta.extensions.contestants.alignment.passages import Aligner
from ragatta.extensions.contestants.alignment.passages import OutsidePassage as Returned
from ragatta.extensions.contestants.exchange import External, read_reply
from ragatta.extensions.extractive.answering import Rules
from ragatta.extensions.office.formats import csv, html
from ragatta.extensions.tool_loop.agents.final_message import says_missing
from ragatta.pipeline.agents.citing.citation_check import verify
from ragatta.pipeline.agents.citing.quotes import quote
from ragatta.pipeline.annotations.extraction import labelled
from ragatta.pipeline.annotations.schema import Field
from ragatta.pipeline.documents.corpus import Corpus
from ragatta.pipeline.documents.parsers._hyphens import joined, marked, soft_marked
from ragatta.pipeline.documents.parsers._text import clean
from ragatta.pipeline.index.chunker import CHUNKERS
from ragatta.pipeline.index.cutting import cut
from ragatta.pipeline.injection import order_spans, question_cues, sentence_spans
from ragatta.pipeline.injection.sentences import without
from ragatta.pipeline.llm import thoughts
from ragatta.pipeline.llm.ask import inert, parse
from ragatta.pipeline.llm.seam import Request
from ragatta.pipeline.retrieval import analyser
from ragatta.pipeline.tables import row_text
from ragatta.pipeline.tasks.answers import MakePlan, Passage, WriteAnswer, WrittenAnswer
from ragatta.pipeline.tasks.base import Task
from ragatta.pipeline.tasks.binding import BindValue
from ragatta.pipeline.tasks.documents import Summarize
from ragatta.pipeline.tasks.sub_questions import Decompose
from ragatta.pipeline.text import calendar, measures, mentions, number_words, numbers, quantities, sentences, words
from ragatta.pipeline.text.markdown import headings
from ragatta.pipeline.types import Answer, Chunk, Evidence, Hit, Options, Page, Question

SHORT, LONG, MOST = 5_000, 50_000, 20
BEST_OF = 3
LEAST = 0.002  # seconds: what takes less is not measured well, and counts as that
ENDS = ("", "x 5%.\n")  # what follows a run
FILE, LONG_FILE = "handbook.pdf", "long.pdf"
ASKED = "What is the storage fee of the 5 pumps, and when is it due?"
PAGES = (
    Page(FILE, 1, "Garden Centre Handbook\nDate: 2024-03-01\nPump care, storage and repair."),
    Page(FILE, 2, "Winter Storage\nThe storage fee is $25 per season, for each pump."),
)
FIELDS = (Field("date", "DATE"), Field("net_weight", "REAL"), Field("title", "TEXT", labels=("Title", "Subject")))
EVIDENCE = (Evidence(FILE, (2,), quote="The storage fee is $25 per season"), Evidence(FILE, (2,), value="$25"))
QUESTIONS = {
    "list": Question("q", ASKED, "list", ("Big pump", "Small pump", "Seal"), evidence=EVIDENCE),
    "number": Question("q", ASKED, "number", "$25", evidence=EVIDENCE),
    "range": Question("q", ASKED, "number", "$25 to $40", evidence=EVIDENCE),
    "text": Question("q", ASKED, "text", "stored dry and above 4 degrees", evidence=EVIDENCE),
    "date": Question("q", ASKED, "text", "1 March 2024", evidence=EVIDENCE),
    "yes_no": Question("q", "Is the storage fee due in May?", "yes_no", "yes", evidence=EVIDENCE),
    "multi": Question("q", ASKED, "multi", ("$25", "in May"), sub_questions=("Which fee?", "When?"), evidence=EVIDENCE),
    "unanswerable": Question("q", ASKED, "unanswerable"),
    "German": in_language(Question("q", "Wie hoch ist die Gebühr?", "number", "25,50 €"), "de"),
    "Japanese": in_language(Question("q", "料金はいくらですか", "number", "2,500円"), "ja"),
}
Reader = Callable[[str], object]


def _chunk(text: str) -> Chunk:
    return Chunk(f"{LONG_FILE}#0", LONG_FILE, 0, text, 1, 1, 0, len(text), 1)


def _graded(question: Question, text: str) -> object:
    """As it is, after words, and as the value and the only item."""
    for answer in (
        Answer("answered", text, evidence=(text,), context=(_chunk(text),)),
        Answer("answered", f"The fee is {text}", value=text, items=(text,) if question.kind == "list" else ()),
    ):
        graded(question, answer, {FILE: PAGES, LONG_FILE: (Page(LONG_FILE, 1, text),)}, Scoring(components=False))
    return None


def _gold(text: str) -> object:
    written: dict[str, Any] = {"id": "q", "question": text, "expected": text, "contexts": text}
    line = json.dumps(written)
    separator(text)
    return record_of(Record("gold.jsonl:1", read_object(line)[0]))


def _located(text: str) -> object:
    pages = {FILE: (Page(FILE, 1, text), Page(FILE, 2, f"The fee is $25.\n{text}"))}
    return locate(EVIDENCE[0], (text, text[:40], "The fee is $25.", "$25"), pages)


def _cut(name: str, text: str) -> object:
    pages = {FILE: (Page(FILE, 1, text), Page(FILE, 2, text))}
    overlap = {"chunk_overlap": 0} if not CHUNKERS.load(name).OVERLAPS else {}
    return cut(Corpus("", {}, pages), CHUNKERS.load(name)(**overlap))


def _ruled(task: Callable[[str], Task], text: str) -> object:
    """The reply of the rules that stand in a model's place."""
    return Rules().complete(Request(task(text), (), {}, Options()))


def _passages(text: str) -> tuple[Passage, ...]:
    return (Passage(1, FILE, 1, 1, text), Passage(2, FILE, 2, 2, PAGES[1].text))


def _reply(text: str) -> object:
    for said in (text, f"```json\n{text}\n```", f'{{"status": "answered", "text": {json.dumps(text)}}}', f"{{{text}"):
        with suppress(Exception):  # unusable
            parse(said, WrittenAnswer)
    return thoughts.after(text), inert(text)


READERS: Mapping[str, Reader] = {
    **{f"answers: {kind}": partial(_graded, question) for kind, question in QUESTIONS.items()},
    "gold records": _gold,
    "evidence": _located,
    "pages: text": lambda text: (soft_marked(marked(clean(text))), joined((text, text))),
    "pages: HTML": lambda text: (html.sections_of(text), html.sections_of(f"<table><tr><td>{text}")),
    "pages: Markdown": lambda text: [*headings(text)],
    "pages: CSV": lambda text: csv._delimiter(text),
    **{f"chunks: {name}": partial(_cut, name) for name in ("document", "page")},
    "tokens: English": analyser.english,
    "tokens: Japanese": analyser.load("ja"),
    "tables: rows": lambda text: (row_text.read(text), row_text.read_row(text)),
    "replies": _reply,
    "replies: systems": lambda text: read_reply(External(), json.dumps({"answer": text, "passages": [text]})),
    "replies: passages": lambda text: Aligner({FILE: PAGES}).align_all([Returned(text, FILE, 1), Returned(text)]),
    "citations": lambda text: verify(f"{text} [{FILE}]", [Hit(_chunk(text), 1.0, 1.0, 1, "bm25")]),
    "quotes": lambda text: (quote(text, _passages(text)[0]), says_missing(text, False)),
    "orders": lambda text: (order_spans(text), question_cues(text), without(text, sentence_spans(text))),
    "quantities": lambda text: (quantities.quantities(text), quantities.codes(text), numbers.read_figure(text)),
    "measures": lambda text: (measures.comparable(text), measures.unit_of_column(text)),
    "dates": lambda text: (calendar.dates(text), calendar.is_date(text)),
    "numbers in words": number_words.in_figures,
    "mentions": mentions.mentions,
    "words": lambda text: (words.terms(text), words.names(text), sentences.passage_sentences(text)),
    "metadata": lambda text: labelled((Page(FILE, 1, text), Page(FILE, 2, f"Net weight: {text}")), FIELDS),
    "rules: answer": partial(_ruled, lambda text: WriteAnswer(ASKED, _passages(text), False)),
    "rules: list": partial(_ruled, lambda text: WriteAnswer("List all pumps.", _passages(text), True)),
    "rules: question": partial(_ruled, lambda text: WriteAnswer(text, _passages("The fee is $25."), False)),
    "rules: value": partial(_ruled, lambda text: BindValue(ASKED, "fee", "the storage fee", _passages(text))),
    "rules: plan": partial(_ruled, lambda text: MakePlan(text, (FILE,), False, 5)),
    "rules: parts": partial(_ruled, lambda text: Decompose(text, 5)),
    "rules: summary": partial(_ruled, lambda text: Summarize(FILE, (text,), 1)),
}


def run(unit: str, length: int, end: str = "") -> str:
    """The unit over and over, of so many characters, and what ends it."""
    return (unit * (length // len(unit) + 1))[:length] + end


def seconds(reader: Reader, text: str) -> float:
    """The processor time of a call; an error that it raises is its result."""
    begun = time.process_time()
    with suppress(Exception):
        reader(text)
    return time.process_time() - begun


def worst(reader: Reader, unit: str, end: str, short: int = SHORT, long: int = LONG) -> tuple[float, float]:
    """The best times of a short and of a long run; each is one character longer than the one before, so that no cache
    holds it. The long one is read again only while it takes too long."""
    shorter = min(seconds(reader, run(unit, short + at, end)) for at in range(BEST_OF))
    longer = seconds(reader, run(unit, long, end))
    for at in range(1, BEST_OF):
        if longer <= MOST * max(shorter, LEAST):
            break
        longer = min(longer, seconds(reader, run(unit, long + at, end)))
    return shorter, longer


def main(arguments: list[str]) -> int:
    name, unit = arguments
    reader = READERS[name]
    reader(ASKED)  # imports, tables and patterns of the first call
    slow = 0
    for end in ENDS:
        shorter, longer = worst(reader, unit, end)
        if longer > MOST * max(shorter, LEAST):
            slow += 1
            print(
                f"error: {name}: {LONG} characters of {unit!r}, then {end!r}, take {longer:.3f} s, "
                f"{SHORT} take {shorter:.4f} s",
                file=sys.stderr,
            )
    return int(slow > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
