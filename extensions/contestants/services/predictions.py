"""Answers made elsewhere, in a JSONL or JSON file: an object an answer with the reply, and the question's text or id.

`options.file` names the file, `options.question` and `options.id` where in an answer these stand, unless it is one of
the usual places. An answer is read as a service's reply is: `answer`, and `passages` where they are known.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from typing import Any, ClassVar

from ragatta.experiments.counting import counted
from ragatta.extensions.contestants.services import Service
from ragatta.extensions.contestants.task import AskSystem
from ragatta.pipeline.llm.seam import Completion, ModelIdentity, ModelUnavailable, Request, UnusableReply
from ragatta.pipeline.machine.files import LARGEST_RECORDS, pieces
from ragatta.pipeline.types import Exchange, Question

WINDOW = 10**7  # tokens: a question always fits
Asked = tuple[str, tuple[str, ...], tuple[str, ...]]  # a question, its documents, the user's turns before it
OPTIONS = "architecture.service.options"
SEVERAL = 2  # questions in the same words: about other documents, or in other conversations
FILE = f"{OPTIONS}.file"
QUESTIONS = (  # where RAGAS, DeepEval, AutoRAG, LangSmith and promptfoo write it as well
    "question", "user_input", "input", "query", "inputs.question", "inputs.input", "inputs.query", "vars.question",
    "vars.query", "vars.input",
)  # fmt: skip
LISTS = ("results.results", "results", "testCases", "test_cases", "predictions", "answers", "data")  # in a JSON file
SHOWN = 12  # keys of an answer that an error lists


@dataclass(frozen=True)
class Predictions(Service):
    """As the module says."""

    ASKS_A_MODEL: ClassVar[bool] = False

    def connect(self) -> Answers:
        """Reads the file. Raises ModelUnavailable that names what is wrong with it."""
        name = str(self.options.get("file", ""))
        path = Path(name)
        if not name or not path.is_file():
            none = f"; there is none at {path.resolve()}" if name else ""
            raise ModelUnavailable(f"{FILE} ({name!r}) must be a .jsonl or .json file of answers{none}")
        try:
            read = b"".join(pieces(path, LARGEST_RECORDS))
            text = read.decode("utf-8-sig").replace("\r\n", "\n").replace("\r", "\n")
        except OSError as error:
            raise ModelUnavailable(
                f"{FILE} ({name!r}): {error.strerror}; divide it, or leave out what is not read"
            ) from error
        except UnicodeDecodeError as error:
            raise ModelUnavailable(f"{FILE} ({name!r}): must be UTF-8 ({error})") from error
        questions, ids = (_places(self, *both) for both in (("question", QUESTIONS), ("id", ("id",))))
        written = _answers(text, [*questions, *ids])
        worded = Counter(_alike(_first(questions, each)) for each in written.values())
        replies: dict[tuple[str, str], str] = {}
        lines = []
        for place, each in written.items():
            question, identity = _alike(_first(questions, each)), _first(ids, each)
            if not (question or identity):
                raise ModelUnavailable(
                    f"{FILE}, {place}: must have a question or an id, and has: {', '.join([*each][:SHOWN])}; "
                    f"{OPTIONS}.question and .id say where they are (JMESPath)"
                )
            each = {name: value for name, value in each.items() if name not in ("question", "id")}
            alone = worded[question] == 1 or not identity  # else documents tell questions of the same words apart
            keys = {("question", question)} if question and alone else set()
            keys |= {("id", identity)} if identity else set()
            if twice := keys & replies.keys():
                raise ModelUnavailable(f"{FILE}, {place}: a second answer to {min(twice)[1][:60]!r}; remove one")
            lines.append(keys)
            replies |= dict.fromkeys(keys, json.dumps(each, ensure_ascii=False))
        if not replies:
            raise ModelUnavailable(f"{FILE} ({name!r}) has no answers")
        return Answers(path, sha256(read).hexdigest(), self.model, replies, lines)


@dataclass
class Answers:
    """A backend over a file. `ids` are those of the questions, by their texts, the documents that they are limited to,
    and what the user said in the turns before."""

    path: Path
    digest: str
    model: str
    replies: Mapping[tuple[str, str], str]  # by (question or id, its value)
    lines: Sequence[Collection[tuple[str, str]]] = ()  # what each line is an answer to
    cacheable: bool = False
    ids: Mapping[Asked, str] = field(default_factory=dict)
    say: Callable[[str], None] = field(default=lambda _: None, repr=False)

    def taught(self, gold: Sequence[Question]) -> Answers:
        """With the ids of the questions; says how many lines answer none of them."""
        # With dataset.scope=all no question is limited to documents.
        ids = {_asked(q.question, documents, q.turns): q.id for q in gold for documents in ((), q.documents)}
        known = replace(self, ids=ids)
        if unasked := known.unasked():
            none = f"the dataset has no question or id {unasked[0][:60]!r}"
            self.say(f"{self.path}: {len(unasked)} of {counted(len(self.lines), 'prediction')} not used: {none}")
        return known

    @cached_property
    def _worded(self) -> Counter[str]:
        """How many questions have the same words."""
        return Counter(words for words, _ in {(_alike(text), id_) for (text, _, _), id_ in self.ids.items()})

    def identity(self, model: str | None = None) -> ModelIdentity:
        """The file's name and digest."""
        return ModelIdentity("predictions", model or self.model or self.path.name, self.digest)

    def context_window(self, model: str | None = None) -> int:  # noqa: ARG002
        return WINDOW

    def check_tools(self, model: str | None = None) -> None:
        """Nobody offers it tools."""

    def unasked(self) -> list[str]:
        """The questions or ids of the lines that answer none of the questions of `ids`."""
        known = {*(("question", _alike(text)) for text, _, _ in self.ids), *(("id", one) for one in self.ids.values())}
        return [max(line)[1] for line in self.lines if known.isdisjoint(line)]

    def complete(self, request: Request) -> Completion:
        """The prediction. Raises UnusableReply where there is none for the question."""
        asked = request.task if isinstance(request.task, AskSystem) else AskSystem("")
        identity, words = self.ids.get(_asked(asked.question, asked.documents, asked.turns), ""), _alike(asked.question)
        alike = self._worded[words]
        for name in (*([("question", words)] if alike < SEVERAL else []), ("id", identity)):
            if name in self.replies:
                return Completion(self.replies[name], 0, 0, 0.0)
        why = f"; {alike} questions have its words, so that each needs an id" if alike >= SEVERAL else ""
        raise UnusableReply(f"{self.path.name} has no answer to this question{why}")


def _asked(question: str, documents: tuple[str, ...], turns: Iterable[Exchange]) -> Asked:
    return question, documents, tuple(turn.user for turn in turns)


def _places(settings: Service, name: str, usual: tuple[str, ...]) -> tuple[Any, ...]:
    import jmespath

    expression = str(settings.options.get(name, ""))
    try:
        return tuple(map(jmespath.compile, (expression,) if expression else usual))
    except jmespath.exceptions.JMESPathError as fault:
        reason = str(fault).splitlines()[0]
        raise ModelUnavailable(f"{OPTIONS}.{name} ({expression}) must be a JMESPath expression: {reason}") from fault


def _first(places: Sequence[Any], line: dict[str, Any]) -> str:
    """The text, or number, at the first of the places that has one."""
    found = (place.search(line) for place in places)
    return next((str(each) for each in found if isinstance(each, str | int | float) and each != ""), "")


def _missing(name: str) -> None:
    """NaN is how a table writes that it has no value, and Infinity is none of an answer."""


def _answers(text: str, named: Sequence[Any]) -> dict[str, dict[str, Any]]:
    """The answers by where they stand: an object a line, or a JSON file that is a list of them or holds one."""
    import jmespath

    try:
        whole = _json(FILE, text)
    except ModelUnavailable:
        if text.lstrip().startswith("["):
            raise
        found = {f"line {n}": line for n, line in enumerate(text.split("\n"), 1) if line.strip()}
        return {place: _object(f"{FILE}, {place}", _json(f"{FILE}, {place}", line)) for place, line in found.items()}
    if isinstance(whole, dict) and not _first(named, whole):
        lists = (jmespath.search(place, whole) for place in LISTS)
        whole = next((each for each in lists if isinstance(each, list)), whole)
    rows = {f"answer {n}": each for n, each in enumerate(whole, 1)} if isinstance(whole, list) else {"line 1": whole}
    return {place: _object(f"{FILE}, {place}", each) for place, each in rows.items()}


def _json(where: str, text: str) -> Any:
    try:
        return json.loads(text, parse_constant=_missing)
    except (ValueError, RecursionError) as error:
        raise ModelUnavailable(f"{where}: not JSON ({error})") from error


def _object(where: str, value: Any) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise ModelUnavailable(f"{where}: must be a JSON object")
    return value


def _alike(question: str) -> str:
    """A question's text, however its lines are broken."""
    return " ".join(str(question).split())
