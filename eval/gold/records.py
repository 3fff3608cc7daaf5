"""One gold record → Question, or all its faults. See docs/datasets.md."""

from __future__ import annotations

import json
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any, TypeVar, cast, get_args
from unicodedata import category

from ragatta.eval.answers.worded import in_digits, range_of
from ragatta.eval.gold.shapes import Case
from ragatta.eval.matching.foreign import ForeignQuestion, in_language, language_of
from ragatta.eval.matching.in_english import in_english
from ragatta.eval.matching.normalise import key
from ragatta.eval.matching.numbers import stated_numbers
from ragatta.pipeline.documents.names import composed
from ragatta.pipeline.machine.files import LARGEST_RECORDS, pieces
from ragatta.pipeline.machine.lines import whole_lines
from ragatta.pipeline.plugins.checks import LARGEST
from ragatta.pipeline.plugins.registry import suggestion
from ragatta.pipeline.text.byte_order import unmarked_utf16
from ragatta.pipeline.text.languages import ENGLISH, LANGUAGES
from ragatta.pipeline.types import Component, Evidence, Exchange, Kind, Question

KINDS: tuple[str, ...] = get_args(Kind)
FIELDS = tuple(f.name for f in fields(ForeignQuestion))
WITHOUT_ANSWER = ("unanswerable", "clarify", "unsafe")
OF_PARTS = ("multi", "compare")  # kinds that may have sub-questions, with an expected answer for each
ITEMS_OR_TEXT = ("table", "summary", "compare", "multi")
UNSEEN = ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")  # control, bidi and zero-width characters, and what is none
BLANK = "\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0"  # letters and marks that show nothing
EVIDENCE = (
    "missing; give a quote (a line or a table's row, as the page prints it), a value (a bare figure), or both; or "
    'quote: "" if only the page is known, as in {file: prices.pdf, pages: [3], quote: ""}'
)

# What spreadsheets and data frames write into an empty cell. "None" may be an answer.
NOTHING = ("nan", "n/a", "#n/a", "null", "<na>", "infinity", "-infinity")

Part = TypeVar("Part")


class GoldError(ValueError):
    """All faults of gold files, each with its place and its fix. `look` is a file with questions of which a person has
    to say whether they are gold; `readable` are the questions without a fault, as `Written`."""

    def __init__(self, faults: list[str], look: Path | None = None, readable: Sequence[Any] = ()) -> None:
        self.faults, self.look, self.readable = tuple(map(printable, faults)), look, readable
        super().__init__("\n".join(self.faults))


def printable(text: str) -> str:
    """A line for a terminal, with line ends, control characters and lone surrogates escaped."""
    return "".join(char if char.isprintable() else char.encode("unicode_escape").decode() for char in text)


@dataclass
class Record:
    """A record as written: every scalar a string, an empty one None. `at` is the position of each field."""

    where: str
    fields: dict[str, Any]
    at: dict[str, str] = field(default_factory=dict)
    faults: list[str] = field(default_factory=list)
    shape: str = ""  # the tool that wrote it, if that is another one (shapes.py)
    strange: bool = False  # a question beside fields that are no misspelt ones: perhaps another tool's
    case: Case | None = None  # of another tool: also what it holds beside the fields

    def fault(self, name: str, message: str) -> None:
        self.faults.append(self.placed(name, message))

    def placed(self, name: str, message: str) -> str:
        """The message after file, line, question and field; the line is the field's if known, else the record's."""
        identity, place = self.fields.get("id"), self.at.get(name.split("[", 1)[0], self.where)  # of evidence[1].pages
        return f"{place}, {identity}, {name}: {message}" if identity else f"{place}, {name}: {message}"


@dataclass(frozen=True)
class Finding:
    """A fault or a warning about a question, with its place in the file."""

    question_id: str
    field: str
    message: str

    def __str__(self) -> str:
        return f"{self.question_id}, {self.field}: {self.message}"


def read_text(path: Path, largest: int = LARGEST_RECORDS, *, appended: bool = False, holds: str = "questions") -> str:
    """A gold file's text, of UTF-8, or of UTF-16 with or without a byte order mark; of a file to which lines are
    `appended`, without half of one at its end (whole_lines). Raises GoldError if there is none, it cannot be read, it
    has more than `largest` bytes, or it is neither; `holds` is what a file that is not there should have held."""
    try:
        written = b"".join(pieces(path, largest))
        written = whole_lines(path, written) if appended else written
        marked = written.startswith((BOM_UTF16_LE, BOM_UTF16_BE))
        text = written.decode("utf-16" if marked else unmarked_utf16(written) or "utf-8-sig")
    except FileNotFoundError:
        raise GoldError([f"{path}: no such file; name the file that holds the {holds}"]) from None
    except OSError as error:
        raise GoldError(
            [f"{path}: {error.strerror}; name another file, or divide it (JSONL may have {LARGEST_RECORDS >> 20} MiB)"]
        ) from error
    except UnicodeDecodeError as error:
        wrong = f"{path}: not {error.encoding.upper()} at byte {error.start}; save it as UTF-8"
        raise GoldError([f"{wrong} (in Excel: CSV UTF-8)"]) from error
    return text.replace("\r\n", "\n").replace("\r", "\n")


def refuse_nothing(record: Record, name: str) -> None:
    """Adds a fault if the question or the expected answer is what an export writes for an empty cell. `name`: the
    answer's column."""
    expected = record.fields.get("expected")
    for text in expected if isinstance(expected, list) else [expected]:
        if isinstance(text, str) and text.strip().lower() in NOTHING:
            fix = "write the answer; or none, and kind unanswerable, if the documents do not give it"
            record.fault(name, f"{text!r} stands for an empty cell; {fix}")
    question = record.fields.get("question")
    if isinstance(question, str) and question.strip().lower() in NOTHING:
        record.fault("question", f"{question!r} stands for an empty cell; write the question")


def read_question(record: Record) -> Question | None:
    """The question, or None if there are faults in `record.faults`. A record that could not be read has only that
    fault."""
    if record.faults:
        return None
    _refuse_unknown(record, "", record.fields, FIELDS)
    kind = _kind(record)
    question = Question(
        id=_id(record),
        question=_required(record, "question"),
        kind=cast(Kind, kind),
        expected=_expected(record, kind),
        also_accepted=_texts(record, "also_accepted"),
        evidence=_parts(record, "evidence", _evidence),
        components=_parts(record, "components", _component),
        sub_questions=_texts(record, "sub_questions"),
        filters=_filters(record),
        documents=tuple(map(composed, _texts(record, "documents"))),
        forbidden=_texts(record, "forbidden"),
        tags=_texts(record, "tags"),
        split=_required(record, "split") if "split" in record.fields else "test",
        turns=_parts(record, "turns", _exchange),
        after=_word(record, "after"),
        standalone=_word(record, "standalone"),
        dependence=_word(record, "dependence"),
    )
    question = in_language(question, _language(record))
    _check_together(record, question)
    return None if record.faults else question


def _refuse_unknown(record: Record, part: str, given: Mapping[str, Any], known: tuple[str, ...]) -> None:
    for name in given:
        if name not in known:
            record.fault(part + name, f"unknown field; {suggestion(name, known)}")


def _required(record: Record, name: str) -> str:
    value = record.fields.get(name)
    if isinstance(value, str) and value.strip():
        return value.strip()
    record.fault(name, "empty; write a text" if name in record.fields else "missing; add it")
    return ""


def _id(record: Record) -> str:
    """What is wrong with an id, which must be safe on command lines, in terminals, spreadsheets and HTML."""
    identity = _required(record, "id")
    if any(char in "'\"`" or _is_unseen(char) for char in identity) or "$(" in identity or "${" in identity:
        record.fault("id", f"{identity!r} holds a quote, a backtick, $( or an invisible character; choose another")
    return identity


def _is_unseen(char: str) -> bool:
    return char in BLANK or "\ufe00" <= char <= "\ufe0f" or category(char) in UNSEEN


def _language(record: Record) -> str:
    code = record.fields.get("language") or ENGLISH
    if isinstance(code, str) and LANGUAGES.knows(code):
        return code
    record.fault("language", f"unknown {code!r}; {suggestion(str(code), LANGUAGES.names())}")
    return ENGLISH


def _kind(record: Record) -> str:
    kind = record.fields.get("kind")
    if kind in KINDS:
        return str(kind)
    if kind is None:
        record.fault("kind", f"missing; add one of {', '.join(KINDS)}")
    else:
        record.fault("kind", f"unknown {kind!r}; {suggestion(str(kind), KINDS)}")
    return ""


def _expected(record: Record, kind: str) -> tuple[str, ...] | str:
    value = record.fields.get("expected")
    if kind in WITHOUT_ANSWER:
        if value:
            record.fault("expected", f"a question of kind {kind} has no answer; remove it or change the kind")
        return ""
    if not value:
        record.fault("expected", f"missing; only {', '.join(WITHOUT_ANSWER)} questions have no expected answer")
        return ""
    if isinstance(value, str) and kind != "list":
        return value.strip()
    if isinstance(value, list) and kind in ("list", *ITEMS_OR_TEXT):
        return _texts(record, "expected")
    if kind:
        form = "a list of items, a line each with '- '" if kind == "list" else "one text, not a list"
        record.fault("expected", f"a question of kind {kind} expects {form}")
    return ""


def _texts(record: Record, name: str) -> tuple[str, ...]:
    value = record.fields.get(name) or []
    if isinstance(value, list) and all(isinstance(text, str) and text.strip() for text in value):
        return tuple(text.strip() for text in value)
    record.fault(name, "must be a list of texts, none of them empty")
    return ()


def _filters(record: Record) -> Mapping[str, Any]:
    value = record.fields.get("filters") or {}
    try:
        json.dumps(value)
    except TypeError as error:
        record.fault("filters", f"{error}; quote the value")
        return {}
    if not all(abs(number) <= LARGEST for number in _numbers(value)):  # untrue of nan
        record.fault("filters", f"holds a number that no metadata hold; write one of at most {LARGEST:,}")
        return {}
    if isinstance(value, dict):
        return value
    record.fault("filters", "must be a mapping of field to value")
    return {}


def _numbers(value: Any) -> Iterator[float]:
    """The texts within a JSON value."""
    if isinstance(value, int | float):
        yield value
    for part in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from _numbers(part)


def _parts(record: Record, name: str, read: Callable[[Record, str, Mapping[str, Any]], Part]) -> tuple[Part, ...]:
    value = record.fields.get(name) or []
    if isinstance(value, list) and all(isinstance(part, dict) for part in value):
        return tuple(read(record, f"{name}[{number}]", part) for number, part in enumerate(value, 1))
    record.fault(name, "must be a list of mappings")
    return ()


def _evidence(record: Record, name: str, part: Mapping[str, Any]) -> Evidence:
    _refuse_unknown(record, f"{name}.", part, tuple(f.name for f in fields(Evidence)))
    texts = {field: part.get(field) or "" for field in ("file", "quote", "value")}
    for field_name, text in texts.items():
        if not isinstance(text, str):
            record.fault(f"{name}.{field_name}", "must be one text")
    if not texts["file"]:
        record.fault(f"{name}.file", "missing; name the document, as a path below dataset.pdfs")
    # A list needs neither: its items are the evidence. A quote that is left empty says that only the page is known.
    if not texts["value"] and "quote" not in part and record.fields.get("kind") != "list":
        record.fault(f"{name}.quote", EVIDENCE)
    pages = _pages(record, f"{name}.pages", part.get("pages"))
    return Evidence(composed(str(texts["file"])), pages, str(texts["quote"]).strip(), str(texts["value"]).strip())


def _pages(record: Record, name: str, value: Any) -> tuple[int, ...]:
    written = value if isinstance(value, list) else [value]
    if written and all(isinstance(page, str) and page.isdecimal() and int(page) > 0 for page in written):
        return tuple(int(page) for page in written)
    record.fault(
        name, "missing; list the document's pages, counted from 1" if not value else "pages are counted from 1"
    )
    return ()


def _component(record: Record, name: str, part: Mapping[str, Any]) -> Component:
    _refuse_unknown(record, f"{name}.", part, tuple(f.name for f in fields(Component)))
    for field_name in ("name", "weight"):
        if not isinstance(part.get(field_name), str):
            record.fault(f"{name}.{field_name}", "missing; add it")
    try:
        weight = float(part.get("weight") or "1")
    except (TypeError, ValueError):
        weight = 0.0
    if not 0 < weight < float("inf"):
        record.fault(f"{name}.weight", "must be a number above 0")
    match, files = part.get("match") or "", part.get("files") or []
    if bool(match) == bool(files):
        wrong = "cannot be combined with files; make it two components" if match else "missing; add it, or files"
        record.fault(f"{name}.match", wrong)
    if not isinstance(match, str) or (match and not key(match)):
        record.fault(f"{name}.match", "must be one text: a number, or words")
    if not isinstance(files, list) or not all(isinstance(file, str) and file for file in files):
        record.fault(f"{name}.files", "must be a list of documents, as paths below dataset.pdfs")
        files = []
    return Component(str(part.get("name")), weight, str(match).strip(), tuple(map(composed, files)))


def _exchange(record: Record, name: str, part: Mapping[str, Any]) -> Exchange:
    _refuse_unknown(record, f"{name}.", part, tuple(f.name for f in fields(Exchange)))
    texts = {field: part.get(field) for field in ("user", "assistant")}
    for field_name, text in texts.items():
        if not isinstance(text, str) or not text.strip():
            record.fault(f"{name}.{field_name}", "missing; write what was said, as one text")
    return Exchange(*(str(text or "").strip() for text in texts.values()))


def _word(record: Record, name: str) -> str:
    """A text that may be missing."""
    value = record.fields.get(name) or ""
    if isinstance(value, str):
        return value.strip()
    record.fault(name, "must be one text")
    return ""


def _check_parts(record: Record, question: Question) -> None:
    """Each sub-question must have one expected answer, at the same position."""
    if question.kind not in OF_PARTS:
        fix = f"use kind {' or '.join(OF_PARTS)}, or remove them"
        record.fault("sub_questions", f"a question of kind {question.kind} has none; {fix}")
    elif not isinstance(question.expected, tuple) or len(question.expected) != len(question.sub_questions):
        given = len(question.expected) if isinstance(question.expected, tuple) else 1
        asked = len(question.sub_questions)
        record.fault("expected", f"{given} for {asked} sub_questions; list one answer for each, in their order")


def _check_together(record: Record, question: Question) -> None:
    expected = question.expected
    if question.sub_questions:
        _check_parts(record, question)
    elif isinstance(expected, tuple):
        seen: set[str] = set()
        for item in expected:
            if key(item) in seen:
                record.fault("expected", f"{item!r} is given twice; remove one")
            seen.add(key(item))
    elif question.kind == "number":
        for text in (expected, *question.also_accepted):
            read = in_english(text, language_of(question))
            if text and 1 not in {len(stated_numbers(form)) for form in (read, in_digits(read))} and not range_of(read):
                record.fault("expected", f"{text!r} must hold exactly one number; say that number, or use kind text")
    elif (
        question.kind == "yes_no" and expected and key(in_english(expected, language_of(question))) not in ("yes", "no")
    ):
        record.fault("expected", f"{expected!r} must be yes or no; or use kind text")
    if question.kind in WITHOUT_ANSWER and question.evidence:
        record.fault("evidence", f"a question of kind {question.kind} has none; remove it or change the kind")
